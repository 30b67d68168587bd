"""What can be guarded in the sentences that people read: both languages complete, one word per thing, German quotes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGLISH = sorted(
    path
    for folder in ("src/tatze", "web/src")
    for path in (ROOT / folder).rglob("*en.json")
    if "static" not in path.parts and "node_modules" not in path.parts
)
RULES = sorted((ROOT / "docs/rules").glob("*.de.md"))

AVOIDED = {
    r"Spielart": "Variante",
    r"\bam Zug\b": "dran",
    r"\bGegner": "die anderen, dein Gegenüber",
    r"Gastgeber|Betreiber|Inhaber|Mitspieler|\bSpieler\b": "a neutral word, as in the glossary",
    r"\bSiegel\b": "Fingerabdruck",
    r"Partie ist vorbei|Partie vorbei": "zu Ende",
    r"bekanntlich": "Alle wissen: …",
    r"Nimm .* zurück\b.*\bEntscheidung|nimmt .*Entscheidung zurück": "rückgängig machen",
}
"""Words that are not used in German, with what is said instead."""


def german(path: Path) -> Path:
    return path.with_name(path.name.replace("en.json", "de.json"))


def words(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: str(path.relative_to(ROOT)))
def test_both_languages_have_the_same_sentences_in_the_same_order(path: Path) -> None:
    assert list(words(german(path))) == list(words(path))


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: str(path.relative_to(ROOT)))
def test_german_sentences_have_german_quotation_marks(path: Path) -> None:
    wrong = {key: text for key, text in words(german(path)).items() if re.search(r'["”]|(?<![„\w.…}!?])“', text)}
    assert not wrong


@pytest.mark.parametrize("path", [*map(german, ENGLISH), *RULES], ids=lambda path: str(path.relative_to(ROOT)))
def test_german_has_one_word_for_each_thing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = {match[0]: better for word, better in AVOIDED.items() for match in re.finditer(word, text)}
    assert not found


def test_undo_is_not_called_like_taking_cards_back() -> None:
    shell = ROOT / "web/src/words"
    for lang, taking in (("de", "urücknehm"), ("en", "ake back")):
        said = words(shell / f"{lang}.json")
        assert not [key for key in ("undo", "lesson.back", "problem.undo/refused") if taking in said[key]]
