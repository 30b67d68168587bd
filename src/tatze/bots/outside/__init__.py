"""Bots that are programs of their own: they read questions and write answers, one line of JSON each."""
