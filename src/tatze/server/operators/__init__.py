"""What operators do beside a running server: look after its tables, back up its database, check everything."""
