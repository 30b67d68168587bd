"""Information-set Monte-Carlo tree search with playouts.

`bot` holds the bot, `compile_worker` compiles the search in the background, `searcher` holds the arrays of one search,
and the two driver modules hold the search and its heuristics in the rules' style."""
