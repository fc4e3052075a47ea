"""The command `dealproof`: one module a command; `main` puts them together."""
