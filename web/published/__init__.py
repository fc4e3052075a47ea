"""What may leave the house, field by field, as plain data: a hand, lists of hands, what surrounds a hand."""
