"""The command `dealproof check`.

`command` has the options. `judging` turns bytes into verdicts, in this process or in `workers` (`--jobs`). `together`
compares the hands of a run, for which `glance` looks at each. `reports` are the formats, `outputs` where they go,
`progress` is the bar, `tally` the counts and the exit status.
"""
