"""What a finished game was decided by: luck, good and bad decisions, and what was better."""
