"""The rules of each family in words: a module a family, with `cards`, `deal` and `prices`.

A rule set's options are told by `web.telling.rules` for all families alike; here stands what is no option.
"""
