"""The command `dealproof`.

`main` lists the commands, each in a module of its own name; `check` is a package, `import_hands` is `dealproof import`.
Shared: `group` (how commands are found and end), `options`, `input` (where records come from), `terminal` and
`lettering` (80 columns, any encoding), `hand_text` and `moves_text` (a hand laid out), `house_rules`, `build` (pure or
compiled). `pytest_plugin` runs hands as tests.
"""
