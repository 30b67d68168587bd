"""Positions as text: a whole position, or what one seat sees of it, on one line. docs/positions.md has the format.

    linko base; start A; turn B play; A: 1x2 5 (j) [8x3 6+j]; B: …; pool 4 7 1 12 1 2; deck 3 5 6; discard 9

The first section names the game, the rule set and the options that are not the default. Each game says what its other
sections are; a game that says nothing has one for every field of its layout that is not zero."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from tatze.core.errors import PositionError, SetupError
from tatze.core.game import Game
from tatze.core.layout import EVERYONE, NOBODY, OMNISCIENT, State
from tatze.core.position_format import SEAT_LETTERS, Sections, check, read_seat
from tatze.core.setup import Setup, make_setup, write_rules
from tatze.core.text import shown

S = TypeVar("S", bound=State)

MAX_POSITION_LENGTH = 20_000
"""The number of characters above which a position is refused unread."""
ALL = "all"
"""What the section `view` says of what everybody may see."""


class Position(NamedTuple):
    """A position that was read and checked."""

    state: Any
    """The state of the game, or a view if the position has a section `view`."""
    setup: Setup
    """The setup of a table in this position; names are the usual ones."""


def write_position(game: Game[S], s: S) -> str:
    """Return a state or a view as the text of a position."""
    options = game.position.options(s)
    rules = rule_set_of(game, s)
    named = [f"{name}={text}" for name, text in options.items() if text != game.default(rules, name)]
    view = [] if s.viewer == OMNISCIENT else [f"view {ALL if s.viewer == EVERYONE else SEAT_LETTERS[s.viewer]}"]
    return "; ".join([" ".join([game.name, rules, *named]), *view, *game.position.write(s)])


def rule_set_of(game: Game[S], s: S) -> str:
    """Return the name of the rule set whose switches stand in a state."""
    switches = {name for rule_set in game.rule_sets.values() for name in rule_set.writes}
    for rule_set in game.rule_sets.values():
        found = all(getattr(s, name) == rule_set.writes.get(name, 0) for name in switches)
        if found and s.players in rule_set.players:
            return rule_set.name
    raise PositionError(f"this state of {game.name} follows none of its rule sets")


def game_of_position(text: str) -> str:
    """Return the name of the game that a position is of."""
    words = sections_of(text)[0].split()
    return words[0]


def sections_of(text: str) -> list[str]:
    """Split the text of a position into sections, at semicolons and line ends."""
    if not isinstance(text, str):
        raise PositionError(f"a position is a text, not {text!r:.60}")
    if len(text) > MAX_POSITION_LENGTH:
        raise PositionError(f"too long for a position ({len(text)} characters)")
    if not text.replace("\n", ";").replace("\t", " ").isprintable():
        raise PositionError(f"a position has printable characters only: {shown(text)}")
    found = [section.strip() for section in re.split(r"[;\n]", text) if section.strip()]
    if not found:
        raise PositionError("a position begins with the game and the rule set; this text is empty")
    return found


def read_position(game: Game[S], text: str) -> Position:
    """Return the position of a text, checked; a PositionError says what is wrong with it."""
    head, *rest = sections_of(text)
    name, *words = head.split()
    if name != game.name:
        raise PositionError(f'this is a position of "{shown(name)}", not of {game.name}')
    try:
        return _read(game, words, Sections(rest))
    except SetupError as error:
        raise PositionError(f"the position cannot be set up: {error}") from None
    except ValueError as error:
        raise PositionError(f"the position cannot be set up: {shown(error, 300)}") from None


def _read(game: Game[S], words: list[str], sections: Sections) -> Position:
    check(bool(words), f"the rule set is missing after {game.name}; there are {', '.join(game.rule_sets)}")
    rules, *named = words
    options: dict[str, object] = {}
    for word in named:
        name, equals, value = word.partition("=")
        check(bool(equals) and name not in options, f'an option is written NAME=VALUE, once, not "{shown(word)}"')
        options[name] = value
    setup = make_setup(game, rules, game.position.players(sections), None, options)
    s = game.layout.new()
    write_rules(game, setup, s)
    s.viewer = _viewer(sections.take("view"), setup.players)
    game.position.read(s, sections)
    sections.refuse_rest()
    _check_frame(game, s)
    return Position(s, make_setup(game, rules, setup.players, s.start, options))


def _viewer(text: str | None, players: int) -> int:
    if text is None:
        return OMNISCIENT
    return EVERYONE if text == ALL else read_seat(text, players, "view")


def _check_frame(game: Game[Any], s: Any) -> None:
    """Check what holds in every game: who decides is there, and has something to decide."""
    check(0 <= s.start < s.players and 0 <= s.turn < s.players, "start and turn are seats of players")
    check(s.reason == 0 or s.reason in game.reasons, f"{s.reason} is no reason for an end")
    check((s.actor == NOBODY) == (s.reason != 0), "exactly in a finished game nobody decides")
    check(s.actor < s.players, "the actor is a seat of a player")
    if s.viewer in (OMNISCIENT, s.actor) and not s.reason:
        check(bool(game.legal_actions(s)), "nobody has a legal action, but the game is not over")


def fill_hidden(game: Game[S], s: S, shuffle: Callable[[list[int]], None]) -> S:
    """Return a whole state that fits a view: the hidden items are shuffled and put where they could be."""
    whole = game.layout.copy(s)
    if s.viewer != OMNISCIENT:
        hidden = [0] * game.deal_size
        hidden = hidden[: game.unseen(whole, hidden)]
        shuffle(hidden)
        game.fill(whole, hidden)
    return whole


def no_options(s: Any) -> Mapping[str, object]:  # noqa: ARG001  # the signature of PositionFormat.options
    """The options of a position in a game that has none."""
    return {}
