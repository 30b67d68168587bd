"""Tree search guided by a network.

`bot` holds the bot. `searcher` and `drivers` are the search of games with hidden items, `lookahead` and
`lookahead_drivers` that of games without."""
