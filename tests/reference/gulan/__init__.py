"""The Gulan family told a second time: slow, literal, straight from the rules.

It imports the standard library alone and shares no line with `replay` or `verifier`: where the two
disagree, one of them is wrong. Cards are texts (`"Js"`), hands are lists of texts, events are the
record's own objects. What is legal is described twice: `faults.py` names what an event breaks,
`legal.py` lists what may be done; the tests hold the two against each other.
"""
