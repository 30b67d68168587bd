"""Webhooks: an address per seat that the server calls when it is that seat's turn."""
