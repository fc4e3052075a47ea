"""Kazhutha told a second time: slow, literal, straight from kazhutha/RULES.md.

It imports the standard library alone and shares no line with `replay` or `verifier`: where the two disagree, one of
them is wrong. Cards are texts (`"As"`), hands are lists of texts, events are the record's own objects. A round is an
order of seats that is walked through once; nothing is kept that can be worked out from the rounds. What is legal is
described twice: `faults` names what an event breaks, `legal` lists what may be done.
"""
