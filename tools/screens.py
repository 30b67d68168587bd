"""Draws the pictures of the README: a table of each game in mid-game, as it shows itself in a notebook.

    python tools/screens.py [folder]

Games and names are fixed, so the pictures change only with the rules, the bots or the drawings."""

from __future__ import annotations

import sys
from pathlib import Path

import tatze
from tatze.bots import bot_named

SCREENS = {"linko": ("base", 26), "verflixxt": ("combined", 50)}
"""The rule set of each picture, and after how many entries it is drawn."""
NAMES = ["Mira", "Ole", "Kim", "Tariq"]


def picture(name: str, rules: str, entries: int) -> str:
    """What everybody may see of a game between bots that play by rules of thumb."""
    table = tatze.open_table(name, len(NAMES), rules, seed=7, start=0, names=NAMES)
    bot = bot_named(name, "thumb")
    while table.version < entries and not table.over:
        table.play(bot.choose(table.view(table.actor), table.legal_actions))
    return table.game.picture(table.view(), table.setup.names)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "docs" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (rules, entries) in SCREENS.items():
        (folder / f"{name}.svg").write_text(picture(name, rules, entries) + "\n", encoding="utf-8")
        print(folder / f"{name}.svg")


if __name__ == "__main__":
    main()
