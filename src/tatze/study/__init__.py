"""Studies: very many games by simple bots, and what they say about length, scores, seats and endings."""
