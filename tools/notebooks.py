"""Runs the notebooks in examples/notebooks, writes what they print into them, and makes a page of each for the site.

    python tools/notebooks.py

The cells run in this interpreter, one after the other, as Jupyter would run them; nothing else is needed."""

from __future__ import annotations

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "examples" / "notebooks"
PAGES = ROOT / "docs" / "notebooks"
VARIES = "varies"
"""The tag of a cell whose output is not the same on every machine."""


def read(path: Path) -> dict[str, Any]:
    """Return a notebook."""
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]  # a dict, by the format


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def text_of(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def stored_output(cell: dict[str, Any]) -> str:
    """Return the text that a cell printed when the notebook was written."""
    return "".join(text_of(output["text"]) for output in cell["outputs"])


def run(notebook: dict[str, Any]) -> list[str]:
    """Run all cells; return what each code cell printed, with the value of its last expression."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [run_cell(text_of(cell["source"]), names) for cell in code_cells(notebook)]


def run_cell(source: str, names: dict[str, Any]) -> str:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
            if value is not None:
                print(repr(value))
    return printed.getvalue()


def with_outputs(notebook: dict[str, Any], printed: list[str]) -> dict[str, Any]:
    """Return the notebook with these outputs."""
    texts = iter(printed)
    cells = []
    for number, cell in enumerate(notebook["cells"]):
        cell = {**cell, "id": f"cell-{number}", "source": text_of(cell["source"]).splitlines(keepends=True)}
        if cell["cell_type"] == "code":
            lines = next(texts).splitlines(keepends=True)
            cell["execution_count"] = None
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": lines}] if lines else []
        cells.append(cell)
    return {**notebook, "cells": cells}


def page(path: Path, notebook: dict[str, Any]) -> str:
    """Return the page of a notebook for the site, in Markdown."""
    parts = []
    for cell in notebook["cells"]:
        text = text_of(cell["source"]).rstrip()
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        if output := stored_output(cell).rstrip():
            parts.append(f"```text\n{output}\n```")
    parts.append(f"This page is the notebook `examples/notebooks/{path.name}`; the tests run it.")
    return "\n\n".join(parts) + "\n"


def write(path: Path) -> None:
    """Run a notebook, and write it and its page."""
    notebook = read(path)
    notebook = with_outputs(notebook, run(notebook))
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (PAGES / f"{path.stem}.md").write_text(page(path, notebook), encoding="utf-8")


def main() -> None:
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        write(path)
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
