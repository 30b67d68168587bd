"""Write the tables of modules in docs/architecture.md from the first sentence of each module's docstring.

    python tools/module_tables.py          # write them
    python tools/module_tables.py --check  # say whether they are true

A table stands between `<!-- modules of tatze.core -->` and `<!-- end of modules -->`."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
TABLE = re.compile(r"(<!-- modules of ([\w.]+) -->\n).*?(<!-- end of modules -->)", re.DOTALL)
SENTENCE = re.compile(r"(.+?[.!?])(?=\s|$)|(.+)", re.DOTALL)


def first_sentence(path: Path) -> str:
    """The first sentence of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(text.partition("\n\n")[0].split()).removesuffix(":")
    found = SENTENCE.match(paragraph)
    return found[0].removesuffix(".") if found else ""


def modules(package: str) -> dict[str, Path]:
    """The modules and sub-packages of a package, with the files that describe them."""
    folder = ROOT / "src" / Path(*package.split("."))
    here = {path.stem: path for path in folder.glob("*.py") if path.stem != "__init__"}
    return dict(sorted((here | {path.parent.name: path for path in folder.glob("*/__init__.py")}).items()))


def table(package: str) -> str:
    """The Markdown table of a package's modules."""
    rows = [f"| `{name}` | {first_sentence(path)} |" for name, path in modules(package).items()]
    return "\n".join(["| module | what is in it |", "|---|---|", *rows]) + "\n"


def written(text: str) -> str:
    """The page with all its tables made anew."""
    return TABLE.sub(lambda found: found[1] + table(found[2]) + found[3], text)


def main() -> int:
    text = PAGE.read_text(encoding="utf-8")
    if written(text) == text:
        return 0
    if "--check" in sys.argv:
        print("docs/architecture.md: the tables of modules have drifted; run python tools/module_tables.py")
        return 1
    PAGE.write_text(written(text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
