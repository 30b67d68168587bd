"""Sentences in German and English.

The package passes keys and parameters around. Only screens and errors turn them into sentences, with the templates in
the files words.en.json and words.de.json that lie beside the code. A game may leave out any template: `game_words`
has a generic one for each of its keys."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tatze.core.game import EventKind, Game

LANGUAGES = ("en", "de")


@cache
def load_words(package: str, lang: str) -> Mapping[str, str]:
    """The templates of one package in one language by key; none where the package has no such file."""
    path = files(package).joinpath(f"words.{lang}.json")
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return words


def say(package: str, lang: str, key: str, params: Mapping[str, Any]) -> str:
    """The sentence of a key in a package's words."""
    return load_words(package, lang)[key].format_map(params)


def decimal(number: float, lang: str, sign: str = "-") -> str:
    """Return a number with one decimal as the language writes it; "+" gives positive numbers their sign too."""
    text = f"{number:{sign}.1f}"
    return text.replace(".", ",") if lang == "de" else text


@cache
def game_words(game: Game[Any], lang: str) -> Mapping[str, str]:
    """All templates of a game by key: its own, and for keys that its words files leave out generic ones."""
    return {**dict(_generic_words(game, lang)), **load_words(game.package, lang)}


def _generic_words(game: Game[Any], lang: str) -> Iterator[tuple[str, str]]:
    generic = load_words("tatze.core", lang)
    yield from generic.items()
    yield "title", game.name.replace("_", " ").capitalize()
    for rules in game.rule_sets:
        yield f"ruleset.{rules}", rules
        yield f"ruleset.{rules}.name", rules
    for name in (*(f"option.{option}" for option in game.options), *(f"reason.{x}" for x in game.reasons.values())):
        yield name, name.partition(".")[2].replace("-", " ").replace("_", " ")
    for kind in game.events.values():
        yield from _event_words(kind, generic)


def _event_words(kind: EventKind, generic: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A sentence of the event's name and fields. Only the one to the seat of the event has the secret field."""
    if kind.name == "ended" and kind.fields == ("reason",):
        yield "event.ended", generic["event.ended"]
        return
    open_fields = tuple(field for field in kind.fields if field != kind.secret)
    if kind.fields[:1] != ("seat",):
        yield f"event.{kind.name}", generic["event.table"].replace("{event}", _told(kind, open_fields).capitalize())
        return
    yield f"event.{kind.name}", generic["event"].replace("{event}", _told(kind, open_fields[1:]))
    yield f"event.{kind.name}.you", generic["event.you"].replace("{event}", _told(kind, kind.fields[1:]))


def _told(kind: EventKind, fields: tuple[str, ...]) -> str:
    return ", ".join([kind.name.replace("_", " "), *(f"{field.replace('_', ' ')} {{{field}}}" for field in fields)])
