"""Records that somebody tampered with: headers, entries and characters are changed, and most are signed anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tatze.core.record import record_text
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


def samples() -> list[str]:
    """Return records of finished and unfinished games to tamper with."""
    return [
        record_text(random_table(*setting, seed=seed, stop=stop), seats, day="2026-01-31")
        for seed, setting in enumerate(SETTINGS)
        for stop, seats in ((10**6, ()), (25, ["you"] * setting[2]))
    ]


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


def cut(text: str, random: Random) -> str:
    """Cut the text off, or let another record follow."""
    return text[: random.randrange(len(text) + 1)] if random.random() < 0.5 else f"{text}\n{text}"


CHANGES: tuple[Callable[[str, Random], str], ...] = (
    change_header,
    move_line,
    *[change_entry] * 5,
    *[add_undos] * 3,
    change_character,
    cut,
)
"""The kinds of changes; those of the body are more frequent, because they come past the headers."""
