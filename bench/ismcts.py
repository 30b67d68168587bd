"""How many playouts a second and core a search makes: ours in the middle of Linko games, and OpenSpiel's own ISMCTS
bot (in C++) in games of similar length, with the same number of playouts for a decision.

    python bench/ismcts.py --rounds 9 --write docs/research/search.md

Everything takes its turn in every round, so that a slow moment of the machine meets all; a ratio is made within a
round. Seconds are the thread's own, so that waiting for a busy core does not count. Needs tatze[compiled] and
open_spiel."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

from tatze.bench.machine import machine
from tatze.bench.measure import Work, as_data, interleave, ratios
from tatze.bench.page import number, spread, write_between
from tatze.bots import bot_named
from tatze.bots.search.searcher import PlayoutSearcher
from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named

PEERS = ("hearts", "gin_rummy", "euchre")
SEED = 31
UCT = 2.0
"""OpenSpiel's exploration constant, as in its examples."""
MARK = "ismcts"
"""The name of the page's markers that the table goes between."""


@dataclass
class Middle:
    """Positions from the middle of games, in turn; one decision is searched at each."""

    positions: list[Any]
    length: float
    """Mean number of decisions of a whole game."""
    at: int = field(default=0)

    def next(self) -> Any:
        self.at += 1
        return self.positions[self.at % len(self.positions)]


def linko_middle(games: int, bot: str = "thumb") -> Middle:
    """Views half-way through games of four players, where there is a choice."""
    game, player = game_named("linko"), bot_named("linko", bot, SEED)
    found, lengths = [], []
    for deal in range(games):
        table = Table.open(game, make_setup(game, "base", 4), Fairness.from_seed(SEED, deal))
        views = []
        while not table.over:
            view, legal = table.view(table.actor), table.legal_actions
            views.append((view, len(legal)))
            table.play(player.choose(view, legal))
        found.append(next(view for view, choices in views[len(views) // 2 :] if choices > 1))
        lengths.append(len(views))
    return Middle(found, statistics.fmean(lengths))


def peer_middle(name: str, games: int) -> Middle:
    """States of an OpenSpiel game half-way through random games, where there is a choice."""
    game, random = pyspiel.load_game(name), Random(SEED)
    found, lengths = [], []
    for _ in range(games):
        state, states = game.new_initial_state(), []
        while not state.is_terminal():
            if not state.is_chance_node():
                states.append(state.clone())
            state.apply_action(random.choice(state.legal_actions()))
        found.append(next(one for one in states[len(states) // 2 :] if len(one.legal_actions()) > 1))
        lengths.append(len(states))
    return Middle(found, statistics.fmean(lengths))


def our_work(name: str, middle: Middle, budget: int, random_rate: float) -> Work:
    searcher = PlayoutSearcher("linko")
    searcher.parameters["random_rate"] = random_rate

    def decide() -> None:
        searcher.set_root(middle.next(), SEED)
        searcher.search(0, budget)
        searcher.most_visited_action()

    return work(name, middle, budget, decide)


def peer_work(name: str, middle: Middle, budget: int) -> Work:
    def decide() -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(SEED, evaluator, UCT, budget, -1, final, False, False)
        bot.step(middle.next())

    return work(f"OpenSpiel ISMCTS, {name}", middle, budget, decide)


def work(name: str, middle: Middle, budget: int, decide: Any) -> Work:
    def run(seconds: float) -> float:
        decisions, begun = 0, time.thread_time()
        while time.thread_time() - begun < seconds or not decisions:
            decide()
            decisions += 1
        return decisions * budget / (time.thread_time() - begun)

    return Work(name, f"{middle.length:.0f}", "playouts/s", run)


def table(works: list[Work], budget: int) -> str:
    """Return the page's table. A playout from the middle of a game counts as half of the game's decisions."""
    about = machine()
    lines = [f"- {name}: {about[name]}" for name in ("day", "processor", "system", "versions", "load")]
    lines += [f"- {budget:,} playouts for each decision, one thread, its own seconds; {len(works[0].runs)} rounds", ""]
    lines += ["| search | decisions a game | playouts/s, median | lowest to highest | decisions/s | ours makes |"]
    lines += ["|---|---:|---:|---:|---:|---:|"]
    for one in works:
        times = ratios(works[0], one)
        ratio = f"{number(statistics.median(times))} × ({number(min(times))} to {number(max(times))})"
        ratio = "" if one.name.startswith("Tatze") else ratio
        inside = number(one.median * int(one.group) / 2)
        lines.append(f"| {one.name} | {one.group} | {number(one.median)} | {spread(one)} | {inside} | {ratio} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each search in a round (%(default)s)")
    parser.add_argument("--budget", type=int, default=1000, help="playouts for a decision (%(default)s)")
    parser.add_argument("--games", type=int, default=40, help="games whose middles are searched (%(default)s)")
    parser.add_argument("--out", type=Path, help="a file for the JSON")
    parser.add_argument("--write", type=Path, metavar="PAGE", help=f"write the table between the {MARK} markers")
    args = parser.parse_args()
    middle = linko_middle(args.games)
    works = [
        our_work("Tatze, Linko", middle, args.budget, 0),
        our_work("Tatze, Linko, random playouts", linko_middle(args.games, "random"), args.budget, 1),
        *(peer_work(name, peer_middle(name, args.games), args.budget) for name in PEERS),
    ]
    interleave(works, args.rounds, args.seconds, lambda _: None)
    text = table(works, args.budget)
    print(text)
    if args.out:
        data = {"machine": machine(), "budget": args.budget, "figures": as_data(works)}
        args.out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if args.write:
        write_between(args.write, text, MARK)


if __name__ == "__main__":
    main()
