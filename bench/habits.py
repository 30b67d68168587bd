"""What strong bots do, and how often, beside weaker ones: the figures of docs/strategy.md.

    python bench/habits.py [games]

Four bots of one kind play the base game on fixed seeds. Shares are shares of the chances to do something: of the layers
that could be taken, of the draws that were offered."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from statistics import mean
from typing import Any

from tatze.bots import bot_named
from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named
from tatze.games.linko import state as linko
from tatze.games.linko.bots import hits, loot_value
from tatze.games.linko.rules import play_jokers, play_numbers, play_value
from tatze.games.verflixxt.bots import standing_on
from tatze.games.verflixxt.state import LUCKY, MINUS, MOVE_GUARD, MOVE_PIECE
from tatze.study.intervals import proportion

BOTS = ("random", "thumb", "learned")
PLAYERS = 4
SEED = 24


class Habits:
    """Counts how often something happened, of how many chances."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.chances: Counter[str] = Counter()
        self.numbers: dict[str, list[int]] = defaultdict(list)
        """Numbers whose mean is told."""

    def count(self, what: str, happened: bool) -> None:
        self.chances[what] += 1
        self.done[what] += happened

    def decided(self, view: Any, legal: list[int], action: int, events: Any) -> None:
        """Count what a decision says."""

    def ended(self, table: Table[Any]) -> None:
        """Count what the end of a game says."""


class LinkoHabits(Habits):
    """Sizes of plays and how safe they are, whole sets, jokers, taking, drawing, and ending the game."""

    def __init__(self) -> None:
        super().__init__()
        self.displays: list[list[int]] = [[] for _ in range(PLAYERS)]

    def decided(self, view: Any, legal: list[int], action: int, events: Any) -> None:
        if view.phase == linko.PLAY:
            self.played(view, legal, action)
        elif view.phase == linko.TAKE:
            self.count(f"takes a layer that {fits(view)} the hand", action == linko.TAKE_IT)
        elif view.phase == linko.BACK:
            self.count(f"takes the own layer back that {fits(view)} the hand", action == linko.BACK_TO_HAND)
        elif view.phase == linko.MISS:
            self.count("draws after a miss", action != linko.NO_DRAW)
        if view.phase in (linko.MISS, linko.DRAW) and action != linko.NO_DRAW:
            self.count("draws from the pool", action != linko.FROM_DECK)
        for event in events:
            if event.name == "abluxxed":
                self.lost(self.displays[event.owner].pop(), True)

    def played(self, view: Any, legal: list[int], action: int) -> None:
        numbers, jokers = play_numbers(action), play_jokers(action)
        size = numbers + jokers
        self.displays[view.actor].append(size)
        if numbers:
            self.count("plays all cards of a value", numbers == view.hand[view.actor][play_value(action)])
        if view.hand[view.actor][linko.JOKER]:
            self.count("uses a joker while holding one", jokers > 0)
        if jokers:
            self.count("a play with a joker has 4 cards or empties the hand", size > 3 or size == view.held[view.actor])
        if any(hit(view, play) for play in legal):
            self.count("abluxxes when it can", hit(view, action))
        self.count(f"plays {size if size < 4 else '4 or more'}", True)
        for other in {1, 2, 3, 4} - {min(size, 4)}:
            self.count(f"plays {other if other < 4 else '4 or more'}", False)

    def lost(self, size: int, abluxxed: bool) -> None:
        self.count(f"a layer of {min(size, 5)}{' or more' if size > 4 else ''} is abluxxed", abluxxed)

    def ended(self, table: Table[Any]) -> None:
        for display in self.displays:
            while display:
                self.lost(display.pop(), False)
        assert table.outcome
        by_hand = table.outcome.reason == "hand-empty"
        self.count("the game ends by an empty hand", by_hand)
        if by_hand:
            self.count("whoever empties the hand wins", table.turn in table.outcome.winners)


def fits(view: Any) -> str:
    """Say whether the actor holds a card of the value of the abluxxed layer."""
    return "fits" if view.hand[view.actor][loot_value(view)] else "does not fit"


def hit(view: Any, action: int) -> bool:
    """Say whether a play abluxxes somebody."""
    return hits(view, play_value(action), play_numbers(action) + play_jokers(action)) > 0


class VerflixxtHabits(Habits):
    """Which piece moves, which tiles are left and taken, and what is in the winner's tower."""

    def decided(self, view: Any, legal: list[int], action: int, events: Any) -> None:
        moves = [choice for choice in legal if MOVE_PIECE <= choice <= MOVE_GUARD]
        if action not in moves or len(moves) < 2:
            return
        self.count("moves the rearmost of the own pieces", action == moves[0])
        self.count("moves the foremost of the own pieces", action == moves[-1])
        for what, choices in sorted(situations(view, moves).items()):
            self.count(what, action in choices)

    def ended(self, table: Table[Any]) -> None:
        assert table.outcome
        s = table.state
        for seat in range(PLAYERS):
            tower = s.tower[seat][: s.height[seat]]
            who = "the winner" if seat in table.outcome.winners else "others"
            self.numbers[f"lucky tiles in the tower of {who}"].append(tower.count(LUCKY))
            self.numbers[f"minus tiles in the tower of {who}"].append(sum(-MINUS <= tile < 0 for tile in tower))


def situations(view: Any, moves: list[int]) -> dict[str, list[int]]:
    """Return the moves away from a tile on which the piece is alone, or has company, by the kind of tile."""
    found: dict[str, list[int]] = {}
    for move in moves:
        tile = view.tile[move - MOVE_PIECE]
        kind = "minus" if -MINUS <= tile < 0 else "plus or lucky" if 0 < tile <= LUCKY else ""
        company = standing_on(view, move - MOVE_PIECE) - 1
        if kind and company < 2:
            what = "takes a {} tile on which it is alone" if not company else "leaves one other behind on a {} tile"
            found.setdefault(what.format(kind), []).append(move)
    return found


def watch(game: str, bot: str, games: int) -> Habits:
    """Return what a bot does in games against itself."""
    habits: Habits = LinkoHabits() if game == "linko" else VerflixxtHabits()
    known, player = game_named(game), bot_named(game, bot, seed=SEED)
    setup = make_setup(known, "base", PLAYERS)
    for number in range(games):
        table = Table.open(known, setup, Fairness.from_seed(SEED, number))
        while not table.over:
            view, legal = table.view(table.actor), table.legal_actions
            action = player.choose(view, legal)
            habits.decided(view, legal, action, table.play(action))
        habits.ended(table)
    return habits


def cell(what: str, habits: Habits) -> str:
    """Return a share in per cent with its 95 % interval, or a mean; a dash if there was no chance."""
    if not habits.chances[what] and what not in habits.numbers:
        return "–"
    if what in habits.numbers:
        return f"{mean(habits.numbers[what]):.1f}"
    share = proportion(habits.done[what], habits.chances[what])
    return f"{100 * share.value:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f}) %"


def main(games: int) -> None:
    for game in ("linko", "verflixxt"):
        habits = [watch(game, bot, games) for bot in BOTS]
        print(f"\n{game}, base game, {PLAYERS} players, {games} games of each bot\n\n| what | {' | '.join(BOTS)} |")
        print("|---|" + "---:|" * len(BOTS))
        for what in sorted({what for one in habits for what in (*one.chances, *one.numbers)}):
            print(f"| {what} | {' | '.join(cell(what, one) for one in habits)} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
