"""What every game shares: state layouts, chance, tables, records. Knows no game by name; standard library only."""
