"""Adds the project's addresses to the package's metadata, from the one setting `home` in pyproject.toml.

While `home` is empty the metadata has no addresses. With one, the metadata gets the links that package indexes show,
and the relative links and pictures of the README become absolute, so that they work on an index's page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")
PAGES = {"Documentation": "docs/index.md", "Changelog": "CHANGELOG.md", "Security": "SECURITY.md"}


class ProjectAddresses(MetadataHookInterface):
    """Writes the dynamic fields `urls` and `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses and the README to the metadata."""
        home = str(self.config.get("home", "")).rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, home)}
        metadata["urls"] = addresses(home)


def addresses(home: str) -> dict[str, str]:
    """Return the project's links; none if it has no home."""
    if not home:
        return {}
    pages = {name: f"{home}/blob/HEAD/{path}" for name, path in PAGES.items()}
    return {"Homepage": home, "Issues": f"{home}/issues", **pages}


def absolute(text: str, home: str) -> str:
    """Return a page whose relative links begin with the project's home; unchanged if it has none."""
    if not home:
        return text
    return LINK.sub(lambda m: f"{m[1]}[{m[2]}]({home}/{'raw' if m[1] else 'blob'}/HEAD/{m[3]})", text)
