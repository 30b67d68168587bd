"""The rules pages, as the wheel ships them and as a checkout has them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tatze.core.game import Game


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule as its page has it."""

    title: str
    text: str
    source: str


@cache
def rules_page(game: str, lang: str) -> str:
    """The rules page of a game, as Markdown."""
    name = f"{game}.md" if lang == "en" else f"{game}.{lang}.md"
    package = Path(__file__).parents[1]
    shipped = package / "rules" / name
    path = shipped if shipped.exists() else package.parents[1] / "docs" / "rules" / name
    return path.read_text(encoding="utf-8")


def rule_text(game: Game[Any], number: int, lang: str) -> RuleText | None:
    """A rule's title, sentences and source."""
    heading = rf"^### {game.letter}-{number} · (.+)\n\n((?:.+\n)+)\n(\*.+\*)$"
    match = re.search(heading, rules_page(game.name, lang), re.MULTILINE)
    return RuleText(match[1], match[2].strip().replace("\n", " "), match[3]) if match else None
