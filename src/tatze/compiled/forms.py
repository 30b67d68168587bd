"""One game in one form: its rules, views, observation and the drivers of batches, built together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from tatze.compiled import batch_drivers, drivers, playout_drivers, single_drivers
from tatze.compiled.builder import Form, build
from tatze.compiled.imports import simulated
from tatze.compiled.replacements import memory_copy
from tatze.core import threefry
from tatze.core.errors import MissingExtra
from tatze.core.game import Game
from tatze.core.layout import Layout
from tatze.games import game_named

GAME_FUNCTIONS = (
    *("stock", "begin", "legal", "apply", "refusal", "standing", "score"),
    *("hide", "unseen", "fill", "hidden_items"),
)
"""Names that drivers leave open and the record of a game fills."""


@cache
def form_of(name: str, form: str) -> Form:
    """Return the functions of a game and the drivers of batches in one form: "plain", "cpu" or "cuda"."""
    game = game_named(name)
    written = layout_module(game, unrolled=form != "cuda")
    names = {key: getattr(game, key) for key in GAME_FUNCTIONS}
    names |= {
        "observe": game.observation.observe,
        "fold": drivers.fold,
    }
    names |= {"winners": drivers.winners, "wins": drivers.wins}
    names |= {"copy_state": written.copy_state, "fold_state": written.fold_state}
    modules = [threefry, *game.modules, written, drivers, playout_drivers, batch_drivers, single_drivers]
    instead = {}
    if form == "cpu":
        instead[written.copy_state] = memory_copy()
    elif form == "cuda" and not simulated():
        instead[written.copy_state] = memory_copy(game)
    return build(form, modules, names, game.fingerprint, instead=instead)


def build_form(
    name: str,
    form: str,
    more: Sequence[ModuleType],
    given: Mapping[str, Callable[..., Any]] | None = None,
) -> Form:
    """Return a game's form with more modules built on top; `given` fills names that they leave open."""
    return build(form, more, given or {}, base=form_of(name, form))


def layout_module(game: Game[Any], unrolled: bool) -> ModuleType:
    """Return a module that is written from the layout, field by field, so that it compiles everywhere.

    It has `copy_state(s, out)`, and `fold_state(s, digest)`, which mixes every number of a state into a digest. The
    variable `none` is always 0. Where loops must not be unrolled, it is written so that the compiler cannot know that:
    on a GPU unrolled loops would cost hundreds of registers."""
    none = "0" if unrolled else "s.players >> 4"
    copy = ["def copy_state(s, out):", f"    none = {none}"]
    fold = ["def fold_state(s, digest):", f"    none = {none}"]
    for name, width in game.layout.fields.items():
        indent, index = "    ", ""
        for letter, length in zip("ij", width.shape, strict=False):
            loop = f"{indent}for {letter} in range({length} + none):"
            copy.append(loop)
            fold.append(loop)
            indent, index = indent + "    ", f"{index}[{letter}]"
        copy.append(f"{indent}out.{name}{index} = s.{name}{index}")
        fold.append(f"{indent}digest = fold(digest, s.{name}{index})")
    source = "\n".join([*copy, "", "", *fold, "    return digest", ""])
    module = ModuleType(f"tatze.compiled.layout_of_{game.name}")
    exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)
    module.__dict__["GENERATED"] = source
    sys.modules[module.__name__] = module
    return module


def dtype_of(layout: Layout[Any], wide: bool = False) -> Any:
    """Return the layout as a NumPy record type.

    The wide one has 64 bits for every number: CUDA's simulator uses NumPy's arithmetic, which would overflow in narrow
    fields where compiled code does not."""
    try:
        import numpy as np
    except ImportError:
        raise MissingExtra("this needs NumPy: pip install 'tatze[compiled]'") from None
    fields = [(name, f"i{8 if wide else width.bits // 8}", width.shape) for name, width in layout.fields.items()]
    return np.dtype(fields, align=True)
