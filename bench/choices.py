"""Is what another bot would do better than what the policy likes best? A sharper eye than whole matches.

    python -m bench.choices verflixxt --players 2 --bots search:8000 guided:8000 --positions 320
    python -m bench.choices linko --bots guided:600 --set played=0 explore=0.7

Positions are taken from games among learned bots. Where the other bot would do something else, both choices are made
many times over, with the same dice and the same decks, which are shuffled anew each time, while the hands are what they
really were; the policy plays on for everybody. The gain is the difference in victories. Needs the extra `train`."""

from __future__ import annotations

import argparse
import os
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from tatze.bots.guided.drivers import EVEN
from tatze.bots.guided.match import LearnedGuest
from tatze.bots.guided.searcher import GuidedDesk
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of
from tatze.bots.search.drivers import EXPLORE, VIEW
from tatze.bots.search.searcher import Desk
from tatze.compiled.batch import scratch_of
from tatze.compiled.forms import dtype_of
from tatze.compiled.templates import template_of
from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.study.intervals import Z
from tatze.train.vector.forms import numpy_arrays, training_form

SEED = 4242
SIDE_BY_SIDE = 64
KNOBS = ("explore", "even", "played")


class Policy:
    """Many games of one setting at once, in which everybody does what the policy likes best."""

    def __init__(self, game: str, rules: str, players: int) -> None:
        self.game, self.functions, self.module = game_named(game), training_form(game, "cpu"), features_of(game)
        self.template = template_of(self.game, make_setup(self.game, rules, players))
        self.dtype = dtype_of(self.game.layout)
        self.views, self.scratch = np.zeros(1, self.dtype), scratch_of(self.game)

    def choices(self, states: Any) -> tuple[Any, Any]:
        """What the policy likes best, and how many choices there are."""
        features = np.zeros((len(states), self.module.length), np.int8)
        masks = np.zeros((len(states), self.module.choices), np.int8)
        actors = np.zeros(len(states), np.int64)
        self.functions.encode_actors(states, self.views, self.scratch.actions, actors, features, masks)
        policy, _ = network_of(self.game.name).think(features)
        return np.where(masks, policy, -np.inf).argmax(1), masks.sum(1)

    def step(self, states: Any, numbers: Any, rolls: Any, chosen: Any) -> tuple[Any, Any]:
        """Whether each game ended, and what it brought each seat; a finished one begins anew."""
        arrays = numpy_arrays(self.game.name, np.zeros(len(states), np.int64))
        arrays = arrays._replace(numbers=numbers, rolls=rolls, chosen=chosen)
        self.functions.step_vector(states, self.views, self.template, self.scratch, SEED, arrays)
        return arrays.done != 0, arrays.shares

    def positions(self, count: int) -> Any:
        """Decisions from games side by side, a few of each step."""
        states, random = np.zeros(SIDE_BY_SIDE, self.dtype), np.random.default_rng(SEED)
        found: list[Any] = []
        arrays = numpy_arrays(self.game.name, np.zeros(SIDE_BY_SIDE, np.int64))
        self.functions.deal_vector(states, self.views, self.template, self.scratch, SEED, arrays)
        while len(found) < count:
            chosen, legal = self.choices(states)
            found += [states[i].copy() for i in random.permutation(SIDE_BY_SIDE)[:8] if legal[i] > 1]
            self.step(states, arrays.numbers, arrays.rolls, chosen)
        return np.array(found[:count], self.dtype)

    def worth(self, position: Any, choice: int, playouts: int) -> float:
        """The share of the victory that a choice brings the seat that makes it."""
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


class Other:
    """The bot that is compared, as it would play the positions."""

    def __init__(self, game: str, bot: str, knobs: dict[str, float]) -> None:
        self.functions, self.module, self.playouts = training_form(game, "cpu"), features_of(game), 0
        if bot.startswith("search:"):
            self.playouts, self.desk = int(bot.removeprefix("search:")), Desk(game)
        else:
            self.guest = LearnedGuest(game, bot)
            desk = self.guest.desk
            if isinstance(desk, GuidedDesk):
                desk.knobs[EXPLORE] = knobs.get("explore", desk.knobs[EXPLORE])
                desk.knobs[EVEN] = knobs.get("even", desk.knobs[EVEN])
                desk.played = knobs.get("played", desk.played)

    def choice(self, position: Any, policy: Policy) -> int:
        states = np.array([position, position], policy.dtype)
        self.functions.hide_game(states, 0, int(position["actor"]), 1)
        view = states[1]
        if self.playouts:
            desk = self.desk
            desk.states[VIEW] = view
            desk.begin(SEED)
            desk.search(0, self.playouts)
            action = desk.favourite()
        else:
            count = self.functions.list_legal(states, 0, policy.scratch.actions)
            action = self.guest.choose(view, policy.scratch.actions.copy(), count, SEED)
        return int(self.functions.choice_of(view, action))


def compare(policy: Policy, bot: str, knobs: dict[str, float], positions: Any, playouts: int) -> str:
    liked, _ = policy.choices(positions)
    other = Other(policy.game.name, bot, knobs)
    gains = []
    for position, mine in zip(positions, liked, strict=True):
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
    parser.add_argument(
        "--set", nargs="+", default=[], metavar="KNOB=FIGURE", help=f"of Linko's guided search: {KNOBS}"
    )
    args = parser.parse_args()
    policy = Policy(args.game, args.rules, args.players)
    positions = policy.positions(args.positions)
    knobs = {name: float(figure) for name, _, figure in (text.partition("=") for text in args.set)}
    for bot in args.bots:
        print(args.game, args.rules, args.players, compare(policy, bot, knobs, positions, args.playouts), flush=True)


if __name__ == "__main__":
    main()
