"""A bot from outside in a few lines: it looks one action ahead and takes what seems to bring the most.

    tatze arena linko --bots thumb "greedy=run:python3 examples/outside_bot.py"

docs/bot-protocol.md describes the lines that it reads and writes."""

import json
import sys


def worth(text, seen):
    """What an action seems to bring: in Linko hits and big sets, in Verflixxt good tiles."""
    if "abluxxes" in seen:
        numbers, _, jokers = text.partition("+")
        count = int(numbers.partition("x")[2] or 1) if numbers[0].isdigit() else 0
        return 2 * len(seen["abluxxes"]) + count - 2 * len(jokers) + (text == "take")
    return points(seen.get("takes")) + points(seen.get("on")) / 2 - points(seen.get("gives"))


def points(tile):
    """A tile's points; a lucky one (L) turns a minus tile into plus."""
    return 6 if tile == "L" else int(tile) if tile and tile[0] in "+-" else 0


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"protocol": 1, "name": "greedy"}
    elif message["type"] == "decide":
        best = max(message["legal"], key=lambda action: worth(action["text"], action["foresight"]))
        answer = {"number": message["number"], "action": best["text"]}
    else:
        break
    print(json.dumps(answer), flush=True)
