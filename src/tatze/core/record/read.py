"""Reading records: from text to headers and entries, nothing replayed yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from tatze.core.arguments import text_of
from tatze.core.errors import RecordError
from tatze.core.game import LETTERS
from tatze.core.record.record import Record
from tatze.core.record.syntax import (
    CHANCE_LETTER,
    FORMAT_VERSION,
    MAX_ENTRIES,
    MAX_RECORD_LENGTH,
    MAX_RECORDS,
    digest,
)
from tatze.core.text import shown

_HEADER = re.compile(r'\[([A-Za-z]+(?:\.[A-Za-z0-9_]+)?) "([^"]*)"\]')
_TURN_NUMBER = re.compile(r"[0-9]+\.")
_FORMAT = re.compile(r"[0-9]{1,9}")


def read_records(text: str, name: str = "record") -> list[Record]:
    """Return all records of a text, in order: a series has one for each game. `name` is for messages."""
    if len(text_of(text, "text", RecordError)) > MAX_RECORD_LENGTH:
        raise RecordError(f"{name}: too long for a record ({len(text)} characters)")
    starts = [match.start() for match in re.finditer(r'^\[Tatze "', text, re.MULTILINE)]
    if not starts or text[: starts[0]].strip():
        raise RecordError(f'{name}: not a record: its first line must be [Tatze "{FORMAT_VERSION}"]')
    if len(starts) > MAX_RECORDS:
        raise RecordError(f"{name}: {len(starts)} records in one file: at most {MAX_RECORDS} are possible")
    ends = [*starts[1:], len(text)]
    records = []
    lines_above = text.count("\n", 0, starts[0])
    for start, end in zip(starts, ends, strict=True):
        one = text[start:end]
        _check_characters(one, name, lines_above)
        records.append(_read_one(one.rstrip("\n") + "\n", name, lines_above))
        lines_above += one.count("\n")
    return records


def _check_characters(text: str, name: str, lines_above: int) -> None:
    """Refuse characters that are not printable, such as those that move the cursor of a terminal."""
    for number, line in enumerate(text.split("\n"), lines_above + 1):
        if not line.isprintable() and not line.replace("\t", " ").rstrip("\r").isprintable():
            raise RecordError(f"{name}, line {number}: a character that is not printable: {shown(line)}")


def read_record(text: str, name: str = "record") -> Record:
    """Return the one record of a text."""
    records = read_records(text, name)
    if len(records) != 1:
        raise RecordError(f"{name}: {len(records)} records in one file, where one was expected")
    return records[0]


def _read_one(text: str, name: str, lines_above: int) -> Record:
    body, last = _split_last_line(text, name)
    lines = list(enumerate(body.split("\n"), lines_above + 1))
    headers = _read_headers([line for line in lines if line[1].startswith("[")], name)
    entries = tuple(
        islice(_read_entries([line for line in lines if not line[1].startswith("[")], name), MAX_ENTRIES + 1)
    )
    if len(entries) > MAX_ENTRIES:
        raise RecordError(f"{name}: more than {MAX_ENTRIES} entries")
    _check_last_line(body, last, len(entries), name)
    return Record(headers, entries, name)


def _split_last_line(text: str, name: str) -> tuple[str, str]:
    """Separate the last line, which begins with "end", from everything above it."""
    match = re.search(r"^end [^\n]*\n\Z", text, re.MULTILINE)
    if not match:
        first = re.match(r'\[Tatze "([^"]*)"\]', text)
        if first:
            _check_format(first[1], name)
        raise RecordError(f'{name}: truncated: the last line, which begins with "end", is missing')
    return text[: match.start()], match[0]


def _read_headers(lines: list[tuple[int, str]], name: str) -> dict[str, str]:
    """Read the numbered lines that are headers, the format's version first."""
    headers: dict[str, str] = {}
    for number, line in lines:
        match = _HEADER.fullmatch(line.rstrip())
        if not match:
            raise RecordError(f'{name}, line {number}: a header is written [Key "value"], not {shown(line.strip())}')
        if match[1] in headers:
            raise RecordError(f"{name}, line {number}: the header {shown(match[1])} stands there twice")
        headers[match[1]] = match[2]
        _check_format(headers.get("Tatze", ""), name)
    return headers


def _read_entries(lines: list[tuple[int, str]], name: str) -> Iterator[tuple[str, str, int]]:
    """Yield who acts, the text of the entry and the number of its line, from the numbered lines of the body."""
    who = ""
    for number, line in lines:
        for word in line.split():
            if _TURN_NUMBER.fullmatch(word):
                continue
            if word == CHANCE_LETTER or (len(word) == 1 and word in LETTERS):
                who = word
            elif who:
                yield who, word, number
            else:
                raise RecordError(f'{name}, line {number}: "{shown(word)}" stands before anybody is named')


def _check_format(version: str, name: str) -> None:
    if _FORMAT.fullmatch(version) and int(version) > FORMAT_VERSION:
        present = FORMAT_VERSION
        raise RecordError(f"{name}: a record of format {version}; this tatze reads up to {present}: please update it")
    if version != str(FORMAT_VERSION):
        raise RecordError(f'{name}: "{shown(version)}" is not a record format; the present one is {FORMAT_VERSION}')


def _check_last_line(body: str, last: str, entries: int, name: str) -> None:
    """Check the number of entries and the digest. A record written by hand may leave the digest out."""
    match = re.fullmatch(r"end ([0-9]{1,9})(?: ([0-9a-f]{16}))?[ \r]*\n", last)
    if not match:
        found = shown(last.strip())
        raise RecordError(f'{name}: the last line is "end", the number of entries and a digest, not "{found}"')
    if int(match[1]) != entries:
        raise RecordError(f"{name}: truncated or altered: {entries} entries where {match[1]} were written")
    if match[2] and match[2] != digest(body):
        raise RecordError(f"{name}: altered: the text does not fit the digest in its last line")
