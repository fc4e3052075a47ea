"""`dealproof archive`: the audit of a whole archive, one module for each subcommand."""
