"""The arena: bots meet over the same deals and dice with seats rotated, and their strength is measured.

`match` says what is played and `entrants` who plays. Backends play the games: `play` and `run` at tables, `compiled` in
compiled code. `figures` and `ratings` are made of the results; `ledger`, `summary` and `report` write files. `settings`
names the settings in which strength is measured."""
