"""Builds the site of the documentation into the package, where the server finds it at /docs: `make docs`.

    python tools/docs_site.py [--fresh]

With --fresh nothing is kept of an earlier build, so that equal sources give equal files; a release is built like that.
A link or an anchor that leads nowhere is an error. The server's content security policy allows no inline scripts and
styles, so all of them become files beside the pages."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "src" / "tatze" / "web" / "docs"
BUILD = ROOT / "build" / "docs"
OTHERS = ("sphinx", "furo", "pygments", "snowballstemmer")
"""Packages whose scripts and styles are part of the site."""
INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
PROGRAM = re.compile(r'(_downloads/\w+/[\w.-]+\.py)"')
ATTRIBUTE = re.compile(r'(<[^<>]*?) style="([^"]*)"([^<>]*>)')


def build() -> None:
    """Run Sphinx. It keeps what it knows of unchanged pages, and writes all of them: each names digests of styles."""
    command = [sys.executable, "-m", "sphinx", "--write-all", "--fail-on-warning", "--keep-going", "--quiet"]
    done = subprocess.run([*command, "-c", ROOT / "docs" / "site", ROOT / "docs", BUILD], check=False)
    if done.returncode:
        sys.exit("The documentation has faults, see above.")


class Outsourced:
    """Turns the inline scripts and styles of pages into files of their folder `_static`."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.rules: dict[str, str] = {}
        """The style of each class that replaces a style attribute."""

    def page(self, page: Path) -> None:
        """Rewrite a page."""
        up = "../" * len(page.relative_to(self.site).parent.parts)
        text = INLINE.sub(lambda found: self._file(found[1], found[2], up), page.read_text(encoding="utf-8"))
        text = ATTRIBUTE.sub(self._class, PROGRAM.sub(r'\1.txt"', text))
        link = f'<link rel="stylesheet" href="{up}_static/attributes.css">\n</head>'
        page.write_text(text.replace("</head>", link, 1), encoding="utf-8")

    def write_rules(self) -> None:
        """Write the classes that pages use."""
        lines = [f".{name} {{ {style} }}\n" for name, style in sorted(self.rules.items())]
        (self.site / "_static" / "attributes.css").write_text("".join(lines), encoding="utf-8")

    def _file(self, tag: str, content: str, up: str) -> str:
        name = f"inline-{digest(content)}.{'js' if tag == 'script' else 'css'}"
        (self.site / "_static" / name).write_text(content, encoding="utf-8")
        if tag == "script":
            return f'<script src="{up}_static/{name}"></script>'
        return f'<link rel="stylesheet" href="{up}_static/{name}">'

    def _class(self, found: re.Match[str]) -> str:
        name = f"s{digest(found[2])}"
        self.rules[name] = found[2]
        before, after = found[1], found[3]
        for part in (before, after):
            if 'class="' in part:
                return f"{before}{after}".replace('class="', f'class="{name} ', 1)
        return f'{before} class="{name}"{after}'


def licences() -> str:
    """Return the licence texts of everything in the site that others made."""
    texts = []
    for name in OTHERS:
        about = distribution(name)
        files = [file for file in about.files or () if re.search(r"licen[cs]e|copying", file.name, re.IGNORECASE)]
        if not files:
            sys.exit(f"{name} brings no licence text for the site.")
        text = "\n".join(str(file.read_text(encoding="utf-8")).strip() for file in sorted(files))
        texts.append(f"== {name} {about.version} ==\n\n{text}\n")
    return "\n".join(texts)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def main() -> None:
    if "--fresh" in sys.argv:
        shutil.rmtree(BUILD, ignore_errors=True)
    build()
    shutil.rmtree(SITE, ignore_errors=True)
    unwanted = shutil.ignore_patterns(".doctrees", ".buildinfo*", "*.map", "objects.inv")
    shutil.copytree(BUILD, SITE, ignore=unwanted)
    for program in SITE.glob("_downloads/*/*.py"):
        program.rename(program.with_name(f"{program.name}.txt"))  # it is no module of the package
    outsourced = Outsourced(SITE)
    for page in sorted(SITE.rglob("*.html")):
        outsourced.page(page)
    outsourced.write_rules()
    (SITE / "licences.txt").write_text(licences(), encoding="utf-8")
    print(f"{SITE.relative_to(ROOT)}: {sum(1 for _ in SITE.rglob('*.html'))} pages")


if __name__ == "__main__":
    main()
