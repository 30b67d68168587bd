"""One game in one form: its rules, views and the drivers, built together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from tatze.compiled import drivers, single_drivers
from tatze.compiled.builder import Form, build, memory_copy
from tatze.core import threefry
from tatze.core.errors import MissingExtra
from tatze.core.game import Game
from tatze.core.layout import Layout
from tatze.games import game_named

OPEN = ("stock", "begin", "legal", "apply", "refusal", "standing", "score", "hide", "unseen", "fill")
"""What drivers leave open and a game's record fills."""


@cache
def form_of(name: str, form: str) -> Form:
    """The functions of a game, its observation and the drivers: "plain", "cpu" or "cuda"."""
    game = game_named(name)
    written = layout_module(game, unrolled=form != "cuda")
    names = {key: getattr(game, key) for key in OPEN} | {"observe": game.observation.observe, "fold": drivers.fold}
    names |= {"winners": drivers.winners, "wins": drivers.wins}
    names |= {"copy_state": written.copy_state, "fold_state": written.fold_state}
    modules = [threefry, *game.modules, written, drivers, single_drivers]
    native = form == "cpu" or (form == "cuda" and not simulated())
    instead = {written.copy_state: memory_copy()} if native else {}
    return build(form, modules, names, repr(sorted(game.layout.fields.items())), instead=instead)


def build_form(
    name: str,
    form: str,
    more: Sequence[ModuleType],
    given: Mapping[str, Callable[..., Any]] | None = None,
) -> Form:
    """The same with more modules on top, and with more names given to what they leave open."""
    return build(form, more, given or {}, base=form_of(name, form))


def simulated() -> bool:
    """Whether CUDA is only simulated (NUMBA_ENABLE_CUDASIM=1): then its functions are plain Python."""
    from numba import config

    return bool(getattr(config, "ENABLE_CUDASIM", 0))


def layout_module(game: Game[Any], unrolled: bool) -> ModuleType:
    """A module written from the layout, field by field, so that it compiles everywhere: `copy_state(s, out)`, and
    `fold_state(s, digest)`, which mixes every number of a state into a digest.

    `none` is always 0. Where the loops shall not be unrolled it is so that the compiler cannot know: on a GPU they
    would cost hundreds of registers."""
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
    """The layout as a NumPy record type. The wide one has 64 bits for every number: there NumPy's own arithmetic,
    which CUDA's simulator uses, cannot overflow where the compiled forms do not."""
    try:
        import numpy as np
    except ImportError:
        raise MissingExtra("this needs NumPy: pip install 'tatze[compiled]'") from None
    fields = [(name, f"i{8 if wide else width.bits // 8}", width.shape) for name, width in layout.fields.items()]
    return np.dtype(fields, align=True)
