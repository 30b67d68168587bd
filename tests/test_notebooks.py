"""The notebooks run, print what they say they print, and are shown on the site."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.notebooks import NOTEBOOKS, PAGES, VARIES, code_cells, page, read, run, stored_output

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))


def test_there_are_three_notebooks_and_the_first_page_of_the_site_names_them() -> None:
    index = (PAGES.parent / "index.md").read_text(encoding="utf-8")
    assert [path.stem for path in PATHS] == ["game", "study", "training"]
    for path in PATHS:
        assert f"(notebooks/{path.stem}.md)" in index


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the libraries that notebooks use
def test_a_notebook_prints_what_it_says(path: Path) -> None:
    notebook = read(path)
    for cell, printed in zip(code_cells(notebook), run(notebook), strict=True):
        assert bool(printed) == bool(stored_output(cell))
        if VARIES not in cell["metadata"].get("tags", ()):
            assert printed == stored_output(cell)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_page_of_a_notebook_is_the_notebook(path: Path) -> None:
    """`python tools/notebooks.py` writes both."""
    assert (PAGES / f"{path.stem}.md").read_text(encoding="utf-8") == page(path, read(path))
