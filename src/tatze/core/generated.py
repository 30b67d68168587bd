"""Functions in the rules' style whose source is written from a layout, so that every form can be built of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from tatze.core.layout import Layout


class Number(NamedTuple):
    """One number of a state, as generated source names it."""

    field: str
    place: str
    """Nothing for a single number, otherwise `[i]` or `[i][j]`."""
    bits: int

    def of(self, state: str) -> str:
        """The expression for it, such as `s.hand[i][j]`."""
        return f"{state}.{self.field}{self.place}"


def generated_module(name: str, lines: Sequence[str], **given: Any) -> Any:
    """The module of a generated source, which may use what is `given`. `GENERATED` in it is that source, for the cache
    of compiled code."""
    source = "\n".join([*lines, ""])
    module = ModuleType(name)
    module.__dict__.update(given)
    exec(compile(source, f"<{name}>", "exec"), module.__dict__)
    module.__dict__["GENERATED"] = source
    sys.modules[name] = module
    return module


def for_each_number(layout: Layout[Any], write: Callable[[Number], Sequence[str]]) -> Iterator[str]:
    """The lines of a function body that does the same with each number of a state; `write` returns the statements."""
    for field, width in layout.fields.items():
        indent, place = "    ", ""
        for letter, length in zip("ij", width.shape, strict=False):
            yield f"{indent}for {letter} in range({length}):"
            indent, place = indent + "    ", f"{place}[{letter}]"
        yield from (indent + line for line in write(Number(field, place, width.bits)))
