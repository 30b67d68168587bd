"""Random play in the plain form: moves per second for every game, setting up and choosing included.

    python bench/plain.py [--seconds 2] [--rounds 5]

The median of several rounds and their spread; machines are noisy, so compare ratios within one run."""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random
from typing import Any

from tatze.core.game import Game
from tatze.core.setup import make_setup, write_rules
from tatze.games import game_named, game_names


def moves_per_second(game: Game[Any], rules: str, players: int, seconds: float, seed: int) -> float:
    random = Random(seed)
    setup = make_setup(game, rules, players)
    out = [0] * game.actions
    legal, apply = game.legal, game.apply
    moves, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        s = game.layout.new()
        write_rules(game, setup, s)
        deal = [0] * game.deal_size
        deal = deal[: game.stock(s, deal)]
        random.shuffle(deal)
        game.begin(s, deal, len(deal))
        while not s.reason:
            apply(s, out[int(random.random() * legal(s, out))])
            moves += 1
        s.events.clear()
    return moves / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    for name in game_names():
        game = game_named(name)
        for rule_set in game.rule_sets.values():
            players = 4 if 4 in rule_set.players else rule_set.usual
            runs = [moves_per_second(game, rule_set.name, players, args.seconds, n) for n in range(args.rounds)]
            spread = f"{min(runs):,.0f} to {max(runs):,.0f}"
            print(f"{name} {rule_set.name}, {players} players: {statistics.median(runs):,.0f} moves/s ({spread})")


if __name__ == "__main__":
    main()
