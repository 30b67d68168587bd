"""The setup of a game: rule set, players, options, names and who starts, checked before the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tatze.core.arguments import text_of, whole_number
from tatze.core.errors import SetupError
from tatze.core.game import LETTERS, Game, RuleSet
from tatze.core.text import MAX_NAME_LENGTH, is_printable, shown


@dataclass(frozen=True)
class Setup:
    """A setup that was checked for its game."""

    rules: str
    """The name of the rule set."""
    players: int
    """How many play."""
    start: int | None = None
    """The seat that starts; None if it is drawn."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that differ from their defaults, in canonical spelling."""
    names: tuple[str, ...] = ()
    """A name for each seat."""


def make_setup(
    game: Game[Any],
    rules: str = "base",
    players: int | None = None,
    start: int | None = None,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
    max_name_length: int = MAX_NAME_LENGTH,
) -> Setup:
    """Check the wishes for a game and return its setup; a SetupError says what is wrong and what would be right.

    Without `players` there are as many as names or, without names, the usual number of the rule set. Without `start`
    the start is drawn. Seats without names are called "Seat A" and so on."""
    if not isinstance(game, Game):
        raise SetupError(f"game is the record of a game, not {shown(repr(game))}")
    rule_set = game.rule_set(text_of(rules, "rules", SetupError))
    names = _texts(names)
    if players is None:
        players = len(names) if names else rule_set.usual
    players = whole_number(players, "players", SetupError)
    start = None if start is None else whole_number(start, "start", SetupError)
    if options is not None and not isinstance(options, Mapping):
        raise SetupError(f"options is a mapping of names to values, not {shown(repr(options))}")
    _check_players(game, rule_set, players)
    _check_start(start, players)
    names = tuple(names) if names else tuple(f"Seat {LETTERS[seat]}" for seat in range(players))
    _check_names(names, players, max_name_length)
    return Setup(rules, players, start, _check_options(game, rules, players, options or {}), names)


def _texts(names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names; refuse one text in the place of several."""
    if names is None:
        return ()
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise SetupError(f"names is a list with a name for each seat, not {shown(repr(names))}")
    return tuple(text_of(name, "a name of names", SetupError) for name in names)


def check_setup(game: Game[Any], setup: Setup) -> None:
    """Refuse a setup that was not made for this game."""
    if not isinstance(game, Game):
        raise SetupError(f"game is the record of a game, not {shown(repr(game))}")
    if not isinstance(setup, Setup):
        raise SetupError(f"setup is what make_setup returns, not {shown(repr(setup))}")
    _check_players(game, game.rule_set(setup.rules), setup.players)
    _check_start(setup.start, setup.players)


def _check_players(game: Game[Any], rule_set: RuleSet, players: int) -> None:
    if players not in rule_set.players:
        low, high = rule_set.players[0], rule_set.players[-1]
        fits = f"{low}" if low == high else f"{low} to {high}"
        raise SetupError(f"{game.name} with the rule set {rule_set.name} is for {fits} players, not {players}")


def _check_start(start: int | None, players: int) -> None:
    if start is not None and not 0 <= start < players:
        seats = f"0 ({LETTERS[0]}) to {players - 1} ({LETTERS[players - 1]})"
        raise SetupError(f"seat {start} cannot start: with {players} players the seats are {seats}")


def _check_names(names: Sequence[str], players: int, max_length: int) -> None:
    if len(names) != players:
        raise SetupError(f"{len(names)} names for {players} players")
    for name in names:
        if not is_printable(name, max_length):
            raise SetupError(f"a name has 1 to {max_length} printable characters and no quotation mark: {shown(name)}")


def _check_options(game: Game[Any], rules: str, players: int, options: Mapping[str, object]) -> dict[str, str]:
    """Return the options that differ from their defaults, in canonical spelling."""
    rule_set = game.rule_sets[rules]
    scratch = game.layout.new()
    write_rules(game, Setup(rules, players), scratch)
    checked = {}
    for name, value in options.items():
        if name not in rule_set.options:
            known = ", ".join(rule_set.options) or "none"
            raise SetupError(f'{game.name} {rules} has no option "{shown(name)}"; it has {known}')
        text = game.options[name].write(scratch, option_text(value))
        if text != game.default(rules, name):
            checked[name] = text
    return checked


def option_text(value: object) -> str:
    """Return the value of an option as a person would type it, given what a Python caller passed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    return str(value)


def yes_or_no(name: str, text: str) -> int:
    """Return 1 or 0 for the text of an option that is on or off."""
    if text in ("yes", "1", "on", "true"):
        return 1
    if text in ("no", "0", "off", "false"):
        return 0
    raise SetupError(f'{name} is "yes" or "no", not "{shown(text)}"')


def write_rules(game: Game[Any], setup: Setup, s: Any) -> None:
    """Write players, rule set and options into a state, before `begin`."""
    s.players = setup.players
    s.start = setup.start or 0
    rule_set = game.rule_sets[setup.rules]
    for name, value in rule_set.writes.items():
        setattr(s, name, value)
    for name in rule_set.options:
        game.options[name].write(s, setup.options.get(name, game.default(setup.rules, name)))
