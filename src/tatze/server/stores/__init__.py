"""Where event logs are stored: SQLite in one file, or PostgreSQL for several nodes."""
