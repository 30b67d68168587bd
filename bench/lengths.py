"""How long random games are and how much there is to choose, as the cards in docs/games/ have it.

    python bench/lengths.py [games]

Games are drawn from fixed seeds, so the figures can be repeated."""

from __future__ import annotations

import sys
from random import Random
from statistics import mean

from tatze.core.chance import Fairness
from tatze.core.layout import CHANCE
from tatze.core.setup import make_setup
from tatze.core.table import draw_deal, opening_state
from tatze.games import game_named, game_names


def lengths(name: str, rules: str, players: int, games: int) -> tuple[list[int], list[int]]:
    """The decisions of each game, rolls not counted, and the number of legal actions of each decision."""
    game = game_named(name)
    setup = make_setup(game, rules, players)
    random = Random(f"{name} {rules} {players}")
    decisions, choices = [], []
    for number in range(games):
        s = opening_state(game, setup, number % players, draw_deal(game, setup, Fairness.from_seed(0, number)))
        count = 0
        while not s.reason:
            legal = game.legal_actions(s)
            if s.actor != CHANCE:
                count += 1
                choices.append(len(legal))
            game.apply(s, random.choice(legal))
        decisions.append(count)
    return decisions, choices


def main(games: int) -> None:
    for name in game_names():
        print(f"\n{name}\n\n| rule set | players | decisions | 5 % to 95 % | choices | most | one choice |")
        print("|---|---|---|---|---|---|---|")
        for rule_set in game_named(name).rule_sets.values():
            for players in rule_set.players:
                decisions, choices = lengths(name, rule_set.name, players, games)
                spread = sorted(decisions)
                low, high = spread[games // 20], spread[games - 1 - games // 20]
                forced = choices.count(1) / len(choices)
                print(
                    f"| `{rule_set.name}` | {players} | {mean(decisions):.0f} | {low}–{high} | {mean(choices):.1f} "
                    f"| {max(choices)} | {forced:.0%} |".replace("%", " %")
                )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
