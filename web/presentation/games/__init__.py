"""The rules of each family in words: a module a family, with `cards`, `deal` and `prices`.

`web.presentation.rules` describes the options of all families; everything else is here.
"""
