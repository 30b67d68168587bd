"""Tatze: play, watch, study and automate two tabletop games, Linko/Abluxxen and Verflixxt.

>>> import tatze
>>> table = tatze.linko(players=4, rules="expert", seed=7)
>>> table.play(table.legal[0])  # doctest: +ELLIPSIS
(...)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tatze.core.version import __version__

if TYPE_CHECKING:
    from tatze.core.game import Game
    from tatze.core.table import Table
    from tatze.games.linko.state import State as LinkoState
    from tatze.games.verflixxt.state import State as VerflixxtState


__all__ = ["__version__", "linko", "open_table", "register_game", "verflixxt"]


def linko(
    players: int | None = None,
    rules: str = "base",
    seed: int | None = None,
    start: int | None = None,
    names: list[str] | None = None,
    **options: object,
) -> Table[LinkoState]:
    """A table of Linko. With a seed everything that chance decides can be repeated; without, nobody knows it before.

    Rule sets: base, advanced, expert, duel, duel-advanced, duel-expert, first. Option of the duels: shadow_part."""
    return open_table("linko", players, rules, seed, start, names, **options)


def verflixxt(
    players: int | None = None,
    rules: str = "base",
    seed: int | None = None,
    start: int | None = None,
    names: list[str] | None = None,
    **options: object,
) -> Table[VerflixxtState]:
    """A table of Verflixxt. The dice fall by themselves, from the seed like everything that chance decides.

    Rule sets: base, pro, combined. Options: luck_below, and track (shuffled, pro, swapped, lucky-last, or tiles)."""
    return open_table("verflixxt", players, rules, seed, start, names, **options)


def open_table(
    game: str,
    players: int | None = None,
    rules: str = "base",
    seed: int | None = None,
    start: int | None = None,
    names: list[str] | None = None,
    **options: object,
) -> Table[Any]:
    """A table of the game of this name."""
    from tatze.core.chance import Fairness
    from tatze.core.setup import agree
    from tatze.core.table import Table
    from tatze.games import game_named

    record = game_named(game)
    setup = agree(record, rules, players, start, options, names)
    return Table.open(record, setup, Fairness.fresh() if seed is None else Fairness.from_seed(seed))


def register_game(game: Game[Any]) -> None:
    """Add a game to this process, beside the built-in ones and those of installed packages (see `tatze.games`)."""
    from tatze.games import register_game as register

    register(game)
