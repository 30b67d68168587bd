"""Sentences in German and English. The house passes keys and parameters around; only screens and errors turn them
into words, with the templates that lie beside the code as words.en.json and words.de.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de")


@cache
def load_words(package: str, lang: str) -> Mapping[str, str]:
    """The templates of one package in one language."""
    text = files(package).joinpath(f"words.{lang}.json").read_text(encoding="utf-8")
    words: dict[str, str] = json.loads(text)
    return words


def say(package: str, lang: str, key: str, params: Mapping[str, Any]) -> str:
    """The sentence for a key."""
    return load_words(package, lang)[key].format_map(params)
