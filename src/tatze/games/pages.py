"""The rules pages: Markdown in English and German with one heading for each numbered rule.

A game may have its pages as `rules.md` and `rules.de.md` in its own folder. Those of the built-in games are written in
`docs/rules` and shipped with the package."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
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
def rules_page(game: Game[Any], lang: str) -> str:
    """The rules page of a game as Markdown; empty where the game has none."""
    suffix = ".md" if lang == "en" else f".{lang}.md"
    package = Path(__file__).parents[1]
    places = (
        files(game.package).joinpath(f"rules{suffix}"),
        package / "rules" / f"{game.name}{suffix}",
        package.parents[1] / "docs" / "rules" / f"{game.name}{suffix}",
    )
    return next((place.read_text(encoding="utf-8") for place in places if place.is_file()), "")


def rule_text(game: Game[Any], number: int, lang: str) -> RuleText | None:
    """A rule's title, sentences and source; None where the page has no such rule."""
    heading = rf"^### {game.letter}-{number} · (.+)\n\n((?:.+\n)+)\n(\*.+\*)$"
    match = re.search(heading, rules_page(game, lang), re.MULTILINE)
    return RuleText(match[1], match[2].strip().replace("\n", " "), match[3]) if match else None
