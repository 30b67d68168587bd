"""`tatze` without a command where the extra `serve` is not installed: the games in the terminal are offered instead."""

from __future__ import annotations

import sys

from tatze.games import game_names


def home() -> int:
    """Say what the browser needs, and play in the terminal what is chosen; the exit code is 1 without a terminal."""
    from tatze.cli import main

    games = game_names()
    print("tatze: the games in the browser need a server: pip install 'tatze[serve]'", file=sys.stderr)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(f"tatze: in a terminal: tatze play {games[0]}", file=sys.stderr)
        return 1
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(games, 1))
    try:
        typed = input(f"Which game in this terminal? {listed} (Enter: 1, q: none) ").strip().lower()
    except EOFError:
        return 0
    if typed in ("q", "quit"):
        return 0
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 1 if not typed else 0
    name = games[number - 1] if 1 <= number <= len(games) else typed
    return main(["play", name])
