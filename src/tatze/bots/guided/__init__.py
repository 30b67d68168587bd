"""Tree search that is guided by a network."""
