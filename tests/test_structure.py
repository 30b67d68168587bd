"""The code keeps to limits that make it readable: short signatures, one class per name, pages that know the tree."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tatze.games import BUILT_IN

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tatze"

MOST_PARAMETERS = 8
FLAT_ENTRY_POINTS = {
    "compiled.kernels.step_kernel",
    "train.vector.kernels.step_kernel",
    "train.vector.kernels.yardsticks_kernel",
}
"""Compiled entry points that take flat arrays, as "module.function". With named tuples a CUDA kernel's launch and a
single step cost about twice as much, so these functions build the tuples inside."""

EVERY_GAME_HAS = {"State"}
"""Class names that stand in the folder of every game."""


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax trees of all modules, by dotted name below the package."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of a function's parameters, without `self` and `cls`."""
    given = function.args
    names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def wide_functions() -> dict[str, int]:
    """The functions with more parameters than a person can read, and how many they have."""
    found = {}
    for module, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and len(parameters(node)) > MOST_PARAMETERS:
                found[f"{module}.{node.name}"] = len(parameters(node))
    return found


def test_no_function_has_more_parameters_than_a_person_can_read() -> None:
    assert set(wide_functions()) == FLAT_ENTRY_POINTS


def test_a_public_class_name_is_used_once() -> None:
    homes = defaultdict(list)
    for module, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(module)
    twice = {name: modules for name, modules in homes.items() if len(modules) > 1 and name not in EVERY_GAME_HAS}
    assert not twice


def folders(page: str, heading: str) -> set[str]:
    """The packages and modules in the first column of the first table below a heading of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    table = re.search(rf"^#+ {re.escape(heading)}\n.*?(^\|.*?)(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    assert table, f"{page} has no table below “{heading}”"
    rows = table[1].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def packages() -> set[str]:
    """The package's own folders that hold code."""
    return {path.name for path in SOURCE.iterdir() if path.is_dir() and list(path.glob("*.py"))}


def test_the_architecture_page_lists_every_layer() -> None:
    assert {name.removeprefix("tatze.") for name in folders("docs/architecture.md", "Layers")} == packages()


def test_the_contributors_map_lists_every_package() -> None:
    listed = folders("CONTRIBUTING.md", "Where things are")
    assert {name.removeprefix("src/tatze/") for name in listed if name.startswith("src/tatze/")} == packages()
    for name in listed:
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_architecture_page_lists_every_file_of_a_games_folder(game: str) -> None:
    there = {path.name for path in (SOURCE / "games" / game).iterdir() if path.name != "__pycache__"}
    listed = {name.rstrip("/") for name in folders("docs/architecture.md", "A game's folder")}
    assert there <= listed


def described() -> set[str]:
    """The packages whose modules have a table on the architecture page."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    return set(re.findall(r"<!-- modules of tatze\.([\w.]+) -->", text))


def test_the_architecture_page_has_a_table_of_modules_for_every_package() -> None:
    below = {
        str(path.parent.relative_to(SOURCE)).replace("/", ".")
        for path in SOURCE.rglob("__init__.py")
        if path.parent != SOURCE and len(list(path.parent.glob("*.py"))) > 1
    }
    games = {name for name in below if re.fullmatch(r"(games|terminal)\.\w+", name)}
    assert described() == below - games | {"games", "terminal"}


def test_the_tables_of_modules_are_true() -> None:
    subprocess.run([sys.executable, "tools/module_tables.py", "--check"], cwd=ROOT, check=True)
