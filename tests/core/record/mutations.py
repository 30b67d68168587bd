"""Records that somebody tampered with: headers, entries and characters are changed, and most are signed anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from tatze.core.record import Annotation, EntryError, VariationAction, record_text
from tatze.core.record.syntax import actor_letter
from tatze.core.table import Table
from tests.core.record.examples import resigned
from tests.helpers import random_table

HOSTILE = (
    "",
    "²",
    "٣",
    "-1",
    "0",
    "1.5",
    "9" * 5000,
    "\x1b[2J",
    "\u202e",
    "\x00",
    "a" * 5000,
    "None",
    "1/many",
    "nobody",
    "../../etc/passwd",
    "j " * 3000,
    "L L",
    "+8",
    "you you",
    "{}",
    "%s",
)
"""Texts that a header or an entry may be replaced by."""
ENTRIES = (
    "undo",
    "undo:2",
    "undo:999999",
    "pass",
    "take",
    "deck",
    "7x3",
    "j",
    "m1",
    "d6",
    "g1",
    "steal:A",
    "place:9",
    "A",
    "*",
)
SETTINGS = (("linko", "duel", 2), ("linko", "expert", 3), ("verflixxt", "base", 2), ("verflixxt", "combined", 3))


ANNOTATIONS = (
    '[Comment.1 ""]',
    '[Comment.3 "a\x1b[2Jb"]',
    f'[Comment.2 "{"x" * 501}"]',
    '[Comment.99999999999999 "x"]',
    '[Chances.1 "100.0 100.0"]',
    f'[Chances.1 "{"0.0 " * 9999}100.0"]',
    '[Error.1 "1.0 2.0 3.0 4.0"]',
    '[Variation.1 "A 7x3 | B 9"]',
    f'[Variation.1 "{"A 7 | " * 9999}A 7"]',
    '[Variation.2 "| | |"]',
    '[Variation.0 "A 7"]',
    '[Variation.5 "* d6"]',
)
"""Annotations that may be put anywhere; most of them cannot be."""


def samples() -> list[str]:
    """Return records of finished and unfinished games to tamper with, with and without annotations."""
    tables = [
        (random_table(*setting, seed=seed, stop=stop), seats)
        for seed, setting in enumerate(SETTINGS)
        for stop, seats in ((10**6, ()), (25, ["you"] * setting[2]))
    ]
    plain = [record_text(table, seats, day="2026-01-31") for table, seats in tables]
    return plain + [
        record_text(table, seats, day="2026-01-31", annotations=annotations_for(table)) for table, seats in tables
    ]


def annotations_for(table: Table[Any]) -> tuple[Annotation, ...]:
    """Return annotations of all kinds: of the deal and of every entry, with every legal action as a variation."""
    players = table.setup.players
    chances = (*[10.0] * (players - 1), 110.0 - 10 * players)
    said = [Annotation(0, "The deal", chances)]
    told = table.restarted()
    for number, entry in enumerate(table.entries, 1):
        if entry.action < 0:
            said.append(Annotation(number, "Taken back"))
            told.undo(entry.actor, -entry.action)
            continue
        others = [((VariationAction(actor_letter(told.actor), text)),) for text in told.legal[:3]]
        said.append(Annotation(number, f"Entry {number}", chances, EntryError(5.0, 2.5, 7.5, 60.0), tuple(others)))
        told.play(entry.action)
    return tuple(said)


def tampered(text: str, random: Random) -> str:
    """Return a record with one to three changes; nine in ten have the right count and digest for what they say."""
    for _ in range(random.randint(1, 3)):
        text = random.choice(CHANGES)(text, random)
    return resigned(text) if random.random() < 0.9 else text


def change_header(text: str, random: Random) -> str:
    """Replace the value of a header."""
    headers = re.findall(r"^\[.*\]$", text, re.MULTILINE)
    if not headers:
        return text
    old = random.choice(headers)
    return text.replace(old, f'{old.partition(chr(34))[0]}"{random.choice(HOSTILE)}"]', 1)


def move_line(text: str, random: Random) -> str:
    """Drop a line, double it, or put it somewhere else."""
    lines = text.split("\n")
    line = lines.pop(random.randrange(len(lines)))
    for _ in range(random.randint(0, 2)):
        lines.insert(random.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def change_entry(text: str, random: Random) -> str:
    """Replace, drop or insert a word of the body."""
    head, gap, body = text.partition("\n\n")
    words = re.split(r"(\s+)", body)
    place = 2 * random.randrange((len(words) + 1) // 2)
    new = random.choice((*ENTRIES, *HOSTILE)) if random.random() < 0.5 else random.choice(words[::2])
    words[place] = random.choice((new, "", f"{words[place]} {new}"))
    return head + gap + "".join(words)


def add_undos(text: str, random: Random) -> str:
    """Insert undos of a seat, or of nobody, somewhere in the body."""
    head, gap, body = text.partition("\n\n")
    words = body.split(" ")
    undos = f"{random.choice('ABCF*')} " + "undo " * random.choice((1, 3, 40))
    words.insert(random.randrange(len(words) + 1), undos.strip())
    return head + gap + " ".join(words)


def change_character(text: str, random: Random) -> str:
    """Replace one character by any other."""
    place = random.randrange(len(text)) if text else 0
    return text[:place] + chr(random.choice((random.randrange(256), random.randrange(0xD800)))) + text[place + 1 :]


def change_annotation(text: str, random: Random) -> str:
    """Put a hostile annotation somewhere, or change what one says or whose it is."""
    lines = text.split("\n")
    there = [place for place, line in enumerate(lines) if re.match(r"\[(Comment|Chances|Error|Variation)\.", line)]
    if not there or random.random() < 0.5:
        lines.insert(random.randrange(len(lines) + 1), random.choice(ANNOTATIONS))
    else:
        place = random.choice(there)
        kind, number, value = re.match(r"\[(\w+)\.(\w*)(.*)", lines[place]).groups()  # type: ignore[union-attr]
        number = random.choice((number, "0", "1", str(random.randrange(300)), "x"))
        lines[place] = f"[{random.choice((kind, 'Variation', 'Error'))}.{number}{value}"
    return "\n".join(lines)


def cut(text: str, random: Random) -> str:
    """Cut the text off, or let another record follow."""
    return text[: random.randrange(len(text) + 1)] if random.random() < 0.5 else f"{text}\n{text}"


CHANGES: tuple[Callable[[str, Random], str], ...] = (
    change_header,
    move_line,
    *[change_entry] * 5,
    *[add_undos] * 3,
    *[change_annotation] * 2,
    change_character,
    cut,
)
"""The kinds of changes; those of the body are more frequent, because they come past the headers."""
