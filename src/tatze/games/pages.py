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


def rules_page(game: Game[Any], lang: str, rules: str = "") -> str:
    """The rules page of a game as Markdown, or what of it holds in one rule set; empty where the game has none."""
    page = _whole_page(game, lang)
    if not rules:
        return page
    sections = [section for section in re.split(r"^(?=##+ )", page, flags=re.MULTILINE) if _holds(game, section, rules)]
    # A heading whose rules are all gone has nothing to say.
    followed = zip(sections, [*sections[1:], "## "], strict=True)
    return "".join(one for one, after in followed if not (_is_bare(one) and after.startswith("## ")))


def _holds(game: Game[Any], section: str, rules: str) -> bool:
    """Whether a section of the page is not a rule that holds only in other rule sets."""
    rule = re.match(rf"### {game.letter}-(\d+) · ", section)
    return rule is None or rules in game.limited_rules.get(int(rule[1]), game.rule_sets)


def _is_bare(section: str) -> bool:
    """Whether a section is a heading over rules without a text of its own."""
    return re.fullmatch(r"## .+\s*", section) is not None


@cache
def _whole_page(game: Game[Any], lang: str) -> str:
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
    example = r"(?:```text\n(?:.*\n)*?```\n\n)?"
    heading = rf"^### {game.letter}-{number} · (.+)\n\n((?:.+\n)+)\n{example}(\*.+\*)$"
    match = re.search(heading, rules_page(game, lang), re.MULTILINE)
    return RuleText(match[1], match[2].strip().replace("\n", " "), match[3]) if match else None
