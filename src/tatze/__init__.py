"""Tatze: play, watch, study and automate two tabletop games, Linko/Abluxxen and Verflixxt.

>>> import tatze
>>> table = tatze.linko(players=4, rules="expert", seed=7)
>>> table.play(table.legal[0])  # doctest: +ELLIPSIS
(...)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tatze.core.version import __version__

if TYPE_CHECKING:
    from tatze.core.chance import Fairness
    from tatze.core.game import Game
    from tatze.core.record import Record
    from tatze.core.table import Table
    from tatze.games.linko.state import State as LinkoState
    from tatze.games.verflixxt.state import State as VerflixxtState
    from tatze.review.game import Report
    from tatze.review.results import Depth, Evaluation, GameReview


__all__ = ["__version__", "evaluate", "linko", "open_table", "register_game", "review_game", "verflixxt"]


def linko(
    players: int | None = None,
    rules: str | None = None,
    seed: int | None = None,
    start: int | None = None,
    names: Sequence[str] | None = None,
    position: str | None = None,
    **options: object,
) -> Table[LinkoState]:
    """Open a table of Linko. With a seed everything that chance decides can be repeated; without one nobody can
    foresee it.

    Rule sets: base, advanced, expert, duel, duel-advanced, duel-expert, first. Option of the duels: shadow_part."""
    return open_table("linko", players, rules, seed, start, names, position, **options)


def verflixxt(
    players: int | None = None,
    rules: str | None = None,
    seed: int | None = None,
    start: int | None = None,
    names: Sequence[str] | None = None,
    position: str | None = None,
    **options: object,
) -> Table[VerflixxtState]:
    """Open a table of Verflixxt. The die rolls by itself; with a seed its rolls and the track can be repeated.

    Rule sets: base, pro, combined. Options: luck_below, and track (shuffled, pro, swapped, lucky-last, or tiles)."""
    return open_table("verflixxt", players, rules, seed, start, names, position, **options)


def open_table(
    game: str,
    players: int | None = None,
    rules: str | None = None,
    seed: int | None = None,
    start: int | None = None,
    names: Sequence[str] | None = None,
    position: str | None = None,
    **options: object,
) -> Table[Any]:
    """Open a table of the game of this name: with a new deal, or in a position, whose text names rule set, players
    and start itself."""
    from tatze.core.chance import Fairness
    from tatze.core.setup import make_setup
    from tatze.core.table import Table
    from tatze.games import game_named

    known = game_named(game)
    fairness = Fairness.fresh() if seed is None else Fairness.from_seed(seed)
    if position is not None:
        return _set_up(
            known, position, fairness, names, {"players": players, "rules": rules, "start": start, **options}
        )
    setup = make_setup(known, "base" if rules is None else rules, players, start, options, names)
    return Table.open(known, setup, fairness)


def _set_up(
    game: Game[Any], text: str, fairness: Fairness, names: Sequence[str] | None, others: Mapping[str, object]
) -> Table[Any]:
    """A table in a position. What is hidden in a view follows from `fairness`, as rolls do."""
    from tatze.core.errors import SetupError
    from tatze.core.position import read_position
    from tatze.core.setup import make_setup
    from tatze.core.table import Table

    for name, value in others.items():
        if value is not None:
            raise SetupError(f"a position says {name} itself: leave {name}={value!r} out")
    state, setup = read_position(game, text)
    named = make_setup(game, setup.rules, setup.players, setup.start, setup.options, names)
    return Table.set_up(game, named, state, fairness)


def register_game(game: Game[Any]) -> None:
    """Add a game to this process, beside the built-in ones and those of installed packages (see `tatze.games`)."""
    from tatze.games import register_game as register

    register(game)


def review_game(
    record: Record | Table[Any] | str,
    depth: Depth = "instant",
    seats: Sequence[int] | None = None,
    progress: Report | None = None,
    seconds: float | None = None,
) -> GameReview:
    """Review a finished game: everybody's chances, luck, and the errors of decisions. See docs/review.md.

    `record` is a record, its text, or a table. At the depth "deep" the decisions of these seats are played on, at most
    for so many seconds. `progress` is called after every decision, and ends the review where it returns False."""
    from tatze.review.requirements import check_review_installed

    check_review_installed()
    from tatze.review.game import review_game as review

    return review(record, depth, seats, progress, seconds)


def evaluate(table: Table[Any], seat: int) -> Evaluation:
    """Evaluate a game as a seat sees it now: everybody's chances to win and, if it decides, its legal actions."""
    from tatze.review.requirements import check_review_installed

    check_review_installed()
    from tatze.review.evaluate import evaluate as evaluated

    return evaluated(table, seat)
