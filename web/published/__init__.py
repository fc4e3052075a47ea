"""Data that may be published, field by field: a hand, lists of hands, the neighbours of a hand."""
