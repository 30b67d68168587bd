"""Reviews of finished games: made in processes beside the server, and kept with their tables."""
