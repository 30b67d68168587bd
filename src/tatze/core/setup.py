"""What is agreed before a game: rule set, players, options, names, who starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tatze.core.errors import SetupError
from tatze.core.game import LETTERS, Game
from tatze.core.text import MAX_RECORDED_NAME_LENGTH, is_printable


@dataclass(frozen=True)
class Setup:
    """A checked agreement. `start` is None when chance shall choose."""

    rules: str
    players: int
    start: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    """Only what differs from the default, in canonical spelling."""
    names: tuple[str, ...] = ()


def agree(
    game: Game[Any],
    rules: str = "base",
    players: int | None = None,
    start: int | None = None,
    options: Mapping[str, object] | None = None,
    names: Sequence[str] | None = None,
) -> Setup:
    """Check what was asked for; a SetupError says what is wrong and what would be right."""
    rule_set = game.rule_set(rules)
    if players is None:
        players = len(names) if names else rule_set.usual
    if players not in rule_set.players:
        low, high = rule_set.players[0], rule_set.players[-1]
        fits = f"{low}" if low == high else f"{low} to {high}"
        raise SetupError(f"{game.name} with the rule set {rules} is for {fits} players, not {players}")
    if start is not None and not 0 <= start < players:
        seats = f"0 ({LETTERS[0]}) to {players - 1} ({LETTERS[players - 1]})"
        raise SetupError(f"seat {start} cannot start: with {players} players the seats are {seats}")
    names = tuple(names) if names else tuple(f"Seat {LETTERS[seat]}" for seat in range(players))
    if len(names) != players:
        raise SetupError(f"{len(names)} names for {players} players")
    for name in names:
        if not is_printable(name, MAX_RECORDED_NAME_LENGTH):
            limit = MAX_RECORDED_NAME_LENGTH
            raise SetupError(f"a name has 1 to {limit} printable characters and no quotation mark: {name!r}")
    return Setup(rules, players, start, _check_options(game, rules, players, options or {}), names)


def _check_options(game: Game[Any], rules: str, players: int, options: Mapping[str, object]) -> dict[str, str]:
    rule_set = game.rule_sets[rules]
    scratch = game.layout.new()
    write_rules(game, Setup(rules, players), scratch)
    checked = {}
    for name, value in options.items():
        if name not in rule_set.options:
            known = ", ".join(rule_set.options) or "none"
            raise SetupError(f'{game.name} {rules} has no option "{name}"; it has {known}')
        text = game.options[name].write(scratch, spell(value))
        if text != game.default(rules, name):
            checked[name] = text
    return checked


def spell(value: object) -> str:
    """An option's value as text: what Python callers pass becomes what a person would type."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    return str(value)


def yes_or_no(name: str, text: str) -> int:
    """1 or 0 of an option that is on or off."""
    if text in ("yes", "1", "on", "true"):
        return 1
    if text in ("no", "0", "off", "false"):
        return 0
    raise SetupError(f'{name} is "yes" or "no", not "{text}"')


def write_rules(game: Game[Any], setup: Setup, s: Any) -> None:
    """Write players, rule set and options into a state, before `begin`."""
    s.players = setup.players
    s.start = setup.start or 0
    rule_set = game.rule_sets[setup.rules]
    for name, value in rule_set.writes.items():
        setattr(s, name, value)
    for name in rule_set.options:
        game.options[name].write(s, setup.options.get(name, game.default(setup.rules, name)))
