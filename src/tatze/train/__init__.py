"""Training: one network for each game, by self-play over all rule sets and numbers of players."""
