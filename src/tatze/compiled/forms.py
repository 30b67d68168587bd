"""One game in one form: its rules, views and the drivers, built together."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

from tatze.compiled import drivers
from tatze.compiled.builder import MissingExtra, build
from tatze.core import threefry
from tatze.core.game import Game
from tatze.core.layout import Layout
from tatze.games import game_named

OPEN = ("stock", "begin", "legal", "apply", "refusal", "wins", "score", "hide", "unseen", "fill")
"""What drivers leave open and a game's record fills."""


@cache
def form_of(name: str, form: str) -> SimpleNamespace:
    """The functions of a game, its observation and the drivers: "plain", "cpu" or "cuda"."""
    game = game_named(name)
    rooms = [import_module(f"tatze.games.{name}.{room}") for room in ("rules", "views", "observe")]
    copying = copying_module(game)
    given = {key: getattr(game, key) for key in OPEN}
    given["observe"] = rooms[2].observe
    given["copy_state"] = copying.copy_state
    modules = [threefry, *rooms, copying, drivers]
    return build(form, modules, given, repr(sorted(game.layout.fields.items())))


def copying_module(game: Game[Any]) -> ModuleType:
    """A module with `copy_state(s, out)`, written from the layout: field by field, so that it compiles everywhere."""
    lines = ["def copy_state(s, out):", '    """Copy every field of a state into another."""']
    for name, width in game.layout.fields.items():
        if not width.shape:
            lines.append(f"    out.{name} = s.{name}")
        elif len(width.shape) == 1:
            lines += [f"    for i in range({width.shape[0]}):", f"        out.{name}[i] = s.{name}[i]"]
        else:
            lines += [
                f"    for i in range({width.shape[0]}):",
                f"        for j in range({width.shape[1]}):",
                f"            out.{name}[i][j] = s.{name}[i][j]",
            ]
    module = ModuleType(f"tatze.compiled.copying_{game.name}")
    source = "\n".join(lines) + "\n"
    exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)
    module.__dict__["GENERATED"] = source
    sys.modules[module.__name__] = module
    return module


def dtype_of(layout: Layout[Any]) -> Any:
    """The layout as a NumPy record type."""
    try:
        import numpy as np
    except ImportError:
        raise MissingExtra("this needs NumPy: pip install 'tatze[compiled]'") from None
    return np.dtype([(name, f"i{width.bits // 8}", width.shape) for name, width in layout.fields.items()], align=True)
