"""Search guided by a network.

`bot` holds the bot. `rollouts`, `rollout_drivers` and `root` are the search of games with hidden items, `lookahead` and
`lookahead_drivers` that of games without, and `searcher` finds the one that fits. `policy` and `view_drivers` let the
network choose without a search."""
