"""Thirteen-card rummy told a second time: slow, literal, straight from the rules.

It imports the standard library alone and shares no line with `replay` or `verifier`: where the two disagree, one of
them is wrong. Cards are texts (`"Js"`), hands are lists of texts, events are the record's own objects. The best
arrangement is found by trying every group there is; what is legal is described twice, by what an event breaks and by
what may be done.
"""
