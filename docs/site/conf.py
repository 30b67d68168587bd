"""How Sphinx makes a site of docs/: the shelves of index.md are its menu, and German pages say that they are German."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from examples import with_drawings  # found by the line above

project = "Tatze"
author = "The Tatze authors"
html_title = "Tatze"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["site"]
html_theme = "furo"
html_copy_source = False
html_favicon = "../../web/public/icon.svg"
html_logo = "../../web/public/icon.svg"
html_show_sourcelink = False
html_show_copyright = False
html_permalinks_icon = "#"
html_static_path = ["static"]
html_js_files = ["search_form.js"]
html_css_files = ["site.css"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
maximum_signature_line_length = 90
add_module_names = False
default_role = "code"  # docstrings write names in single backticks, as Markdown does
toc_object_entries_show_parents = "hide"

LINK = re.compile(r"\]\(([\w./-]+)\.md\)")
SHELVES = ("Play", "Host", "Build", "Inside")
FOLDERS = {
    "decisions/README": "0*",
    "reference/README": "library\nbots\ncompiled\nenvironments\nclient",
    "research/README": "*",
    "index.de": "rules/linko.de\nrules/verflixxt.de\ninstalling.de\nstrategy.de\nterminal.de\nfairness.de",
}
"""Pages that list others below them in the menu, with the patterns of what they list."""


def menu(text: str) -> str:
    """Return hidden tables of contents with the pages that each shelf of the first page links to."""
    parts = []
    for shelf in SHELVES:
        section = text.partition(f"\n## {shelf}\n")[2].partition("\n## ")[0]
        pages = "\n".join(dict.fromkeys(LINK.findall(section)))
        parts.append(f"\n```{{toctree}}\n:hidden:\n:caption: {shelf}\n\n{pages}\n```\n")
    return "".join(parts)


def read_source(app: Any, name: str, source: list[str]) -> None:  # noqa: ARG001  # Sphinx's signature
    """Add the menu to the first page, and what is below them to the pages that list others."""
    if name == "index":
        source[0] += menu(source[0])
    if name.startswith("rules/"):
        source[0] = with_picture(source[0], name.removeprefix("rules/").removesuffix(".de"))
    if name in FOLDERS:
        source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n\n{FOLDERS[name]}\n```\n"


def with_picture(text: str, game: str) -> str:
    """Return a rules page with a picture of its game above the first section, as light or dark as the site is."""
    looks = ""
    for look in ("light", "dark"):
        picture = f"../screens/web/{game}-desktop-{look}.webp"
        looks += f"```{{image}} {picture}\n:class: only-{look}\n:alt: {game.capitalize()}\n```\n\n"
    return text.replace("\n## ", f"\n{looks}## ", 1)


def finish_page(app: Any, name: str, template: str, context: dict[str, Any], tree: Any) -> None:  # noqa: ARG001
    """Say that a German page is German, and draw the examples of a rules page."""
    if name.endswith(".de"):
        context["language"] = "de"
    if name.startswith("rules/"):
        context["body"] = with_drawings(context["body"])


def example_blocks(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:  # noqa: ARG001
    """Make indented lines of a docstring a block of code, as Markdown does."""
    marked = []
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("    ") and not before.strip() and not (marked and inside(marked)):
            marked += ["::", ""]
        marked.append(line)
    lines[:] = marked


def inside(lines: list[str]) -> bool:
    """Say whether the last line that is not empty is indented: then a block goes on."""
    return next((line for line in reversed(lines) if line.strip()), "").startswith("    ")


def setup(app: Any) -> None:
    """Connect the functions above."""
    app.connect("autodoc-process-docstring", example_blocks)
    app.connect("source-read", read_source)
    app.connect("html-page-context", finish_page)
