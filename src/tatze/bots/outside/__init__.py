"""Bots that are external programs. `bot` speaks the protocol, `process` runs the program."""
