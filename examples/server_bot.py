"""A bot for a Tatze server in a few lines: it joins a table by its code and takes what seems to bring the most.

    python examples/server_bot.py http://127.0.0.1:8000 CODE [NAME]

docs/protocol.md describes what the client sends and receives."""

import sys

from tatze.client import RequestRefused, Server


def worth(legal):
    """What an action seems to bring: in Linko hits and big sets, in Verflixxt good tiles."""
    seen, text = legal.foresight, legal.action
    if "abluxxes" in seen:
        numbers, _, jokers = text.partition("+")
        count = int(numbers.partition("x")[2] or 1) if numbers[0].isdigit() else 0
        return 2 * len(seen["abluxxes"]) + count - 2 * len(jokers) + (text == "take")
    return points(seen.get("takes")) + points(seen.get("on")) / 2 - points(seen.get("gives"))


def points(tile):
    """A tile's points; a lucky one (L) turns a minus tile into plus."""
    return 6 if tile == "L" else int(tile) if tile and tile[0] in "+-" else 0


url, code, *name = sys.argv[1:]
with Server(url).join(code, *name or ["Robo"]) as seat:
    print(f"sitting on seat {seat.number}; to come back: {seat.table.id} {seat.token}", flush=True)
    for turn in seat.turns():
        try:
            seat.act(max(turn.own.legal, key=worth).action)
        except RequestRefused as refusal:
            print(refusal, flush=True)
    print(seat.record())
