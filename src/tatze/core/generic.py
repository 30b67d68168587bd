"""Generic parts of a game: what stands in the fields that its record leaves out.

A game has to give its rules, its views and its notation. Everything here is good enough to play, search, measure and
learn with, and each part can be replaced by one of the game's own."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tatze.core import svg
from tatze.core.generated import Number, for_each_number, generated_module
from tatze.core.generic_position import layout_positions
from tatze.core.layout import EVERYONE, OMNISCIENT, Layout
from tatze.core.observation import layout_observation
from tatze.core.outline import Outline, entries
from tatze.core.strategy import RuleBots, SearchParameters
from tatze.core.text import shown
from tatze.core.words import game_words, load_words

if TYPE_CHECKING:
    from tatze.core.game import Detail, Game

COMPILED = (
    *("stock", "begin", "legal", "apply", "refusal", "score", "standing", "hide", "unseen", "fill"),
    *("hidden_items", "undrawn", "redraw"),
)
"""The fields of a record whose functions are compiled."""
HASH_MODULUS = 65521
LINE_HEIGHT = 18
CHARACTER_WIDTH = 8


def missing_parts(game: Game[Any]) -> dict[str, Any]:
    """The generic parts for the fields of a record that are None or empty, by the name of the field."""
    makers: dict[str, Callable[[], Any]] = {
        "letter": lambda: game.name[:1].upper(),
        "legal": lambda: legal_of(game),
        "standing": lambda: game.score,
        "hide": lambda: hide_of(game),
        "unseen": lambda: open_views(game.name).unseen,
        "hidden_items": lambda: no_items(game.name).hidden_items,
        "fill": lambda: open_views(game.name).fill,
        "undrawn": lambda: without_deck(game.name).undrawn,
        "redraw": lambda: without_deck(game.name).redraw,
        "own": lambda: partial(own, game),
        "why": lambda: partial(why, game),
        "caption": lambda: partial(caption, game),
        "draw": lambda: partial(draw, game),
        "picture": lambda: partial(picture, game),
        "search": lambda: search_parameters(game),
        "position": lambda: layout_positions(game.layout),
        "observation": lambda: layout_observation(game.name, game.layout),
        "bots": lambda: arbitrary_bots(game.name, game.layout),
    }
    return {name: make() for name, make in makers.items() if not getattr(game, name)}


def search_parameters(game: Game[Any]) -> SearchParameters:
    """The usual parameters; without rule-of-thumb bots priors are equal and playouts are random."""
    if getattr(game, "bots", None) is None:
        return SearchParameters(uniform_prior=1.0, random_rate=1.0)
    return SearchParameters()


def modules_of(game: Game[Any]) -> tuple[ModuleType, ...]:
    """The modules in which the rules, the views and the observation are written, each once."""
    functions = [*(getattr(game, name) for name in COMPILED), game.observation.observe]
    return tuple(sys.modules[name] for name in dict.fromkeys(function.__module__ for function in functions))


def legal_of(game: Game[Any]) -> Any:
    """A `legal` that asks `refusal` for every action."""
    lines = ["def legal(s, out):", "    n = 0", f"    for action in range({game.actions}):"]
    lines += [
        "        if refusal(s, action) == 0:",
        "            out[n] = action",
        "            n += 1",
        "    return n",
    ]
    return generated_module(f"tatze.core.legal_of_{game.name}", lines, refusal=game.refusal).legal


def hide_of(game: Game[Any]) -> Any:
    """A `hide` that copies all but the private rows of other seats and the secret fields."""

    def copied(number: Number) -> list[str]:
        value = number.of("s")
        if number.field in game.private:
            value += " if i == viewer else 0"
        return [f"{number.of('out')} = {'0' if number.field in game.secret else value}"]

    lines = ["def hide(s, viewer, out):", *for_each_number(game.layout, copied), "    out.viewer = viewer"]
    return generated_module(f"tatze.core.hide_of_{game.name}", lines).hide


def open_views(name: str) -> Any:
    """The module of `unseen` and `fill` for a game in which nothing is hidden."""
    lines = ["def unseen(v, out):", "    return 0", "def fill(v, shuffled):", f"    v.viewer = {OMNISCIENT}"]
    return generated_module(f"tatze.core.open_views_of_{name}", lines)


@cache
def no_items(name: str) -> Any:
    """The module of `hidden_items` for a game in which nothing is hidden."""
    lines = ["def hidden_items(s, v, items, seats):", "    return 0"]
    return generated_module(f"tatze.core.no_items_of_{name}", lines)


@cache
def without_deck(name: str) -> Any:
    """The module of `undrawn` and `redraw` for a game in which no items are drawn after the deal."""
    lines = ["def undrawn(s, out):", "    return 0", "def redraw(s, order):", "    pass"]
    return generated_module(f"tatze.core.without_deck_of_{name}", lines)


def foresee(s: Any, action: int) -> int:  # noqa: ARG001  # the signature of Game.foresee
    """A `foresee` that says nothing of what an action brings about."""
    return 0


def describe_foresight(s: Any, action: int, seen: int) -> Mapping[str, Any]:  # noqa: ARG001  # the same
    """The data of a `foresee` that says nothing."""
    return {}


def read_number(text: str) -> int:
    """The dealt item of a text where items are written as their numbers."""
    if not re.fullmatch(r" *-?[0-9]{1,9} *", text):
        raise ValueError(f'"{shown(text)}" is not a number')
    return int(text)


def own(game: Game[Any], s: Any, seat: int) -> Mapping[str, Any]:
    """The entries of a seat's view that differ from everybody's. Put over everybody's view they make it the seat's."""
    everybody = dict(entries(game.show(game.view(s, EVERYONE))))
    mine = entries(game.show(game.view(s, seat)))
    return {name: value for name, value in mine if name != "seat" and value != everybody[name]}


def why(game: Game[Any], s: Any, action: int, rule: int) -> Detail:  # noqa: ARG001  # the signature of Game.why
    """The sentence `why.RULE` of the game's words, or one that names the rule."""
    from tatze.core.game import Detail  # the record is made with this module

    if s.reason:
        return Detail("why.over")
    key = f"why.{rule}" if f"why.{rule}" in load_words(game.package, "en") else "why.rule"
    return Detail(key, {"rule": game.rule(rule)})


def caption(game: Game[Any], view: Any, names: tuple[str, ...]) -> str:
    """A view in words: the lines of its outline as one sentence after another."""
    return f"{game_words(game, 'en')['title']}. " + " ".join(f"{line.strip()}." for line in _lines(game, view, names))


def draw(game: Game[Any], view: Any, names: tuple[str, ...]) -> str:
    """A view as lines of text: its title and its outline."""
    return "\n".join([game_words(game, "en")["title"], *(f"  {line}" for line in _lines(game, view, names))])


def picture(game: Game[Any], view: Any, names: tuple[str, ...]) -> str:
    """A view as an SVG drawing of its outline, line by line."""
    lines = [game_words(game, "en")["title"], *_lines(game, view, names)]
    width = CHARACTER_WIDTH * (4 + max(map(len, lines)))
    height = LINE_HEIGHT * (len(lines) + 1)
    style: dict[str, str | float] = {"font_family": "monospace", "font_size": 13, "fill": "#222"}
    drawn = [
        svg.text(2 * CHARACTER_WIDTH, LINE_HEIGHT * number, line.replace(" ", "\u00a0"), **style)
        for number, line in enumerate(lines, 1)
    ]
    paper = svg.rect(0, 0, width, height, fill="#fffdf8", rx=8)
    return svg.picture(width, height, caption(game, view, names), paper, *drawn)


def _lines(game: Game[Any], view: Any, names: tuple[str, ...]) -> list[str]:
    outline = Outline(names, game_words(game, "en"))
    return [f"{'  ' * line.depth}{line.label}: {line.value}".rstrip() for line in outline.lines(game.show(view))]


def arbitrary_bots(name: str, layout: Layout[Any]) -> RuleBots:
    """Rule-of-thumb bots for a game that has none: they take an arbitrary action, the same one in equal views.

    The choice follows from a hash of the whole view, so that games of such bots do not run in circles."""
    numbers = for_each_number(layout, lambda number: [f"digest = (digest * 31 + {number.of('v')}) % {HASH_MODULUS}"])
    mix = ["def mix_view(v):", "    digest = 7", *numbers, "    return digest"]
    thumb = ["def thumb(v, legal, n):", "    return legal[mix_view(v) % n]"]
    worth = ["def thumb_worth(v, action):", "    return 0"]
    yardstick = ["def yardstick(v, legal, n):", "    return thumb(v, legal, n)"]
    module = generated_module(f"tatze.core.bots_of_{name}", [*mix, *thumb, *worth, *yardstick])
    return RuleBots(module, module.thumb, module.thumb_worth, module.yardstick)
