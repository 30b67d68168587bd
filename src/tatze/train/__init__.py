"""Training: one network for each game, by play against itself, over all rule sets and numbers of players."""
