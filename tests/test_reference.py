"""Every public name of the reference has a docstring, and so have its methods, properties and fields."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sphinx.pycode import ModuleAnalyzer

PAGES = sorted((Path(__file__).parents[1] / "docs" / "reference").glob("*.md"))
MODULE = re.compile(r"^\.\. automodule:: (\S+)\n   :members:(.*)$", re.MULTILINE)


def listed() -> list[tuple[str, list[str]]]:
    """The modules of the reference, with the names that are shown of each; all of `__all__` if none is named."""
    found = [entry for page in PAGES for entry in MODULE.findall(page.read_text(encoding="utf-8"))]
    return [(module, names.replace(",", " ").split()) for module, names in found]


def public_names(module: ModuleType) -> list[str]:
    """What a module exports: `__all__`, or what is defined in it."""
    own = [name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
    return list(getattr(module, "__all__", None) or [name for name in own if not name.startswith("_")])


def members(kind: type) -> Iterator[str]:
    """The public methods and properties of a class, and the fields of a dataclass or named tuple."""
    for name, value in vars(kind).items():
        if inspect.isfunction(value) or isinstance(value, property | classmethod | staticmethod):
            yield name
    yield from (field.name for field in fields(kind)) if is_dataclass(kind) else getattr(kind, "_fields", ())


def undocumented(module: str, name: str) -> list[str]:
    """The name and its members that have no docstring."""
    thing: Any = getattr(import_module(module), name)
    home = getattr(thing, "__module__", module)
    notes = set(ModuleAnalyzer.for_module(home).find_attr_docs()) if str(home).startswith("tatze") else set()
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return []  # a constant; what it holds has a docstring of its own
    missing = [] if thing.__doc__ and not thing.__doc__.startswith(f"{name}(") else [name]
    for member in members(thing) if inspect.isclass(thing) else ():
        if not member.startswith("_") and (name, member) not in notes and not inspect.getdoc(getattr(thing, member)):
            missing.append(f"{name}.{member}")
    return missing


@pytest.mark.parametrize(("module", "names"), listed(), ids=lambda value: value if isinstance(value, str) else "")
def test_every_public_name_is_documented(module: str, names: list[str]) -> None:
    shown = names or public_names(import_module(module))
    assert shown
    assert [name for one in shown for name in undocumented(module, one)] == []


def test_the_reference_covers_library_environments_and_client() -> None:
    modules = {module for module, _ in listed()}
    assert {"tatze", "tatze.bots", "tatze.client", "tatze.core.table", "tatze.core.record"} <= modules
    environments = Path(import_module("tatze.envs").__path__[0])
    helpers = {"__init__", "explicit", "observer", "rendering"}
    assert {f"tatze.envs.{path.stem}" for path in environments.glob("*.py") if path.stem not in helpers} <= modules
