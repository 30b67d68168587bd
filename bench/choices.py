"""Is another bot's choice better than the policy's? Compares choices by playouts, which needs fewer games than matches.

    python -m bench.choices verflixxt --players 2 --bots search:8000 guided:8000 --positions 320
    python -m bench.choices linko --bots guided:128 --set policy_lead=0.05

Positions are taken from games among learned bots. Where the other bot chooses something else, both choices are played
out many times with the same dice and the same decks. Decks are shuffled for each playout, hands stay what they really
were, and the policy plays on for all seats. The gain is the difference in victories. Needs the extra `train`."""

from __future__ import annotations

import argparse
import os
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from tatze.arena.compiled.network_seat import NetworkSeat
from tatze.bots.guided.rollouts import RolloutSearcher
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of
from tatze.bots.search.drivers import VIEW
from tatze.bots.search.searcher import PlayoutSearcher
from tatze.compiled.batch import scratch_of
from tatze.compiled.forms import dtype_of
from tatze.compiled.templates import template_of
from tatze.core.setup import make_setup
from tatze.core.strategy import RolloutParameters
from tatze.games import game_named
from tatze.study.intervals import Z
from tatze.train.vector.forms import numpy_arrays, training_form

SEED = 4242
GAMES_AT_ONCE = 64
POSITIONS_PER_STEP = 8
"""The largest number of positions that are taken from the games after each step."""


class Policy:
    """Many games of one setting at once, in which all seats take the policy's best choice."""

    def __init__(self, game: str, rules: str, players: int) -> None:
        self.game, self.functions, self.module = game_named(game), training_form(game, "cpu"), features_of(game)
        self.template = template_of(self.game, make_setup(self.game, rules, players))
        self.dtype = dtype_of(self.game.layout)
        self.views, self.scratch = np.zeros(1, self.dtype), scratch_of(self.game)

    def choices(self, states: Any) -> tuple[Any, Any]:
        """Return the policy's best choice in each game, and the number of legal choices."""
        features = np.zeros((len(states), self.module.length), np.int8)
        masks = np.zeros((len(states), self.module.choices), np.int8)
        actors = np.zeros(len(states), np.int64)
        self.functions.encode_actors(states, self.views, self.scratch.actions, actors, features, masks)
        policy, _ = network_of(self.game.name).evaluate(features)
        return np.where(masks, policy, -np.inf).argmax(1), masks.sum(1)

    def step(self, states: Any, numbers: Any, rolls: Any, chosen: Any) -> tuple[Any, Any]:
        """Make a choice in each game. Return whether it ended, and each seat's share of the victory; a finished game
        begins anew."""
        arrays = numpy_arrays(self.game.name, np.zeros(len(states), np.int64))
        arrays = arrays._replace(numbers=numbers, rolls=rolls, chosen=chosen)
        self.functions.step_vector(states, self.views, self.template, self.scratch, SEED, arrays)
        return arrays.done != 0, arrays.shares

    def positions(self, count: int) -> Any:
        """Return positions where a seat has a choice, a few from each step of the games."""
        states, random = np.zeros(GAMES_AT_ONCE, self.dtype), np.random.default_rng(SEED)
        found: list[Any] = []
        arrays = numpy_arrays(self.game.name, np.zeros(GAMES_AT_ONCE, np.int64))
        self.functions.deal_vector(states, self.views, self.template, self.scratch, SEED, arrays)
        while len(found) < count:
            chosen, legal = self.choices(states)
            found += [states[i].copy() for i in random.permutation(GAMES_AT_ONCE)[:POSITIONS_PER_STEP] if legal[i] > 1]
            self.step(states, arrays.numbers, arrays.rolls, chosen)
        return np.array(found[:count], self.dtype)

    def worth(self, position: Any, choice: int, playouts: int) -> float:
        """Return the mean share of the victory that a choice brings the seat that makes it."""
        seat, random = int(position["actor"]), np.random.default_rng(SEED)
        states = np.repeat(np.array([position], self.dtype), playouts)
        if "deck" in self.dtype.names:
            for state in states:
                random.shuffle(state["deck"][state["top"] : state["cards"]])
        numbers, rolls = np.arange(playouts), np.zeros(playouts, np.int64)
        chosen, won = np.full(playouts, choice), 0.0
        while len(states):
            done, shares = self.step(states, numbers, rolls, chosen)
            won += float(shares[done, seat].sum())
            states, numbers, rolls = states[~done], numbers[~done], rolls[~done]
            if len(states):
                chosen, _ = self.choices(states)
        return won / playouts


class OtherBot:
    """The bot that is compared with the policy."""

    def __init__(self, game: str, bot: str, parameters: dict[str, float]) -> None:
        """`parameters` replaces some of the `RolloutParameters` of a search by rollouts."""
        self.functions, self.module = training_form(game, "cpu"), features_of(game)
        name, _, playouts = bot.partition(":")
        self.playouts = int(playouts or 0)
        self.searcher = PlayoutSearcher(game) if name == "search" else None
        self.seat = NetworkSeat(game, self.playouts) if name != "search" else None
        if self.seat and isinstance(self.seat.searcher, RolloutSearcher):
            self.seat.searcher.parameters = self.seat.searcher.parameters._replace(**parameters)

    def choice(self, position: Any, policy: Policy) -> int:
        """Return the bot's choice in a position."""
        states = np.array([position, position], policy.dtype)
        self.functions.hide_game(states, 0, int(position["actor"]), 1)
        view = states[1]
        if self.seat:
            count = self.functions.list_legal(states, 0, policy.scratch.actions)
            action = self.seat.choose(view, policy.scratch.actions.copy(), count, SEED)
        else:
            action = self._search(view)
        return int(self.functions.choice_of(view, action))

    def _search(self, view: Any) -> int:
        assert self.searcher
        self.searcher.states[VIEW] = view
        self.searcher.begin(SEED)
        self.searcher.search(0, self.playouts)
        return self.searcher.most_visited_action()


def compare(policy: Policy, bot: str, parameters: dict[str, float], positions: Any, playouts: int) -> str:
    """Return the gains of a bot's choices over the policy's, as a line of text."""
    best, _ = policy.choices(positions)
    other = OtherBot(policy.game.name, bot, parameters)
    gains = []
    for position, mine in zip(positions, best, strict=True):
        theirs = other.choice(position, policy)
        if theirs != mine:
            gains.append(policy.worth(position, theirs, playouts) - policy.worth(position, int(mine), playouts))
    found, count = 100 * np.array(gains), len(positions)
    half = Z * found.std(ddof=1) / np.sqrt(len(found)) if len(found) > 1 else float("nan")
    mean = found.mean() if len(found) else 0.0
    each = f"{len(found)} of {count} differ, each {mean:+.2f} ± {half:.2f} %"
    return f"{bot}: {each}; {found.sum() / count:+.3f} % a decision"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rules", default="base")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", nargs="+", required=True, metavar="BOT", help="search:N or guided:N")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--playouts", type=int, default=96, help="of each choice (%(default)s)")
    names = ", ".join(RolloutParameters._fields)
    parser.add_argument(
        "--set", nargs="+", default=[], metavar="NAME=FIGURE", help=f"parameters of a search by rollouts: {names}"
    )
    args = parser.parse_args()
    policy = Policy(args.game, args.rules, args.players)
    positions = policy.positions(args.positions)
    parameters = {name: float(figure) for name, _, figure in (text.partition("=") for text in args.set)}
    for bot in args.bots:
        found = compare(policy, bot, parameters, positions, args.playouts)
        print(args.game, args.rules, args.players, found, flush=True)


if __name__ == "__main__":
    main()
