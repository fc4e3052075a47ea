"""Slow reference implementations, straight from the definitions; they import nothing of the product."""
