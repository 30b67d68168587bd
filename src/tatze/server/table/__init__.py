"""The logic of one table, without input or output: its state follows from its event log alone."""
