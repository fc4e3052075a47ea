"""JSON values described once: checked, read into dataclasses, printed as JSON Schema.

This is our own and no library, because of what RECORD.md demands ("Malformed records") and because `replay` imports the
standard library only and also runs in a browser. Measured with msgspec 0.23 and pydantic 2, reading the same
dataclasses, on `28-gulan` and 883 rule sets made from it by changing, dropping or adding one value:

- msgspec decides otherwise whether to refuse 65 of them (unknown keys, or missing ones where there is a default), and
  names another place in 82; pydantic decides otherwise on 40 and names another place in 29. Neither has the codes,
  the sentences or the order of faults of RECORD.md, and pydantic reads strictly only from text, where the last of two
  equal keys wins.
- Importing the audit takes 1.3 times as long with msgspec, and twice as long with pydantic (116 modules more).
- Both read a rule set at least 50 times as fast. But a rule set is read once a process, and the check of its claim is
  3 percent of reading a record.
"""
