"""The games, a folder a family."""
