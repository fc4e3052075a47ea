"""`dealproof log`: the transparency log, one module for each group of subcommands."""
