"""Reading records: from text to headers and entries, nothing replayed yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tatze.core.errors import RecordError
from tatze.core.game import LETTERS
from tatze.core.record.record import Record
from tatze.core.record.syntax import CHANCE_LETTER, FORMAT_VERSION, MAX_RECORD_LENGTH, digest

_HEADER = re.compile(r'\[([A-Za-z]+(?:\.[A-Za-z0-9_]+)?) "([^"]*)"\]')
_TURN_NUMBER = re.compile(r"\d+\.")


def read_records(text: str, name: str = "record") -> list[Record]:
    """Return all records of a text, in order: a series has one for each game. `name` is for messages."""
    if len(text) > MAX_RECORD_LENGTH:
        raise RecordError(f"{name}: too long for a record ({len(text)} characters)")
    starts = [match.start() for match in re.finditer(r'^\[Tatze "', text, re.MULTILINE)]
    if not starts or text[: starts[0]].strip():
        raise RecordError(f'{name}: not a record: its first line must be [Tatze "{FORMAT_VERSION}"]')
    ends = [*starts[1:], len(text)]
    records = []
    for start, end in zip(starts, ends, strict=True):
        records.append(_read_one(text[start:end].rstrip("\n") + "\n", name, text.count("\n", 0, start)))
    return records


def read_record(text: str, name: str = "record") -> Record:
    """Return the one record of a text."""
    records = read_records(text, name)
    if len(records) != 1:
        raise RecordError(f"{name}: {len(records)} records in one file, where one was expected")
    return records[0]


def _read_one(text: str, name: str, lines_above: int) -> Record:
    body, last = _split_last_line(text, name)
    lines = list(enumerate(body.splitlines(), lines_above + 1))
    headers = _read_headers([line for line in lines if line[1].startswith("[")], name)
    entries = tuple(_read_entries([line for line in lines if not line[1].startswith("[")], name))
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
            raise RecordError(f'{name}, line {number}: a header is written [Key "value"], not {line.strip()[:60]}')
        if match[1] in headers:
            raise RecordError(f"{name}, line {number}: the header {match[1]} stands there twice")
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
                raise RecordError(f'{name}, line {number}: "{word}" stands before anybody is named')


def _check_format(version: str, name: str) -> None:
    if version.isdecimal() and int(version) > FORMAT_VERSION:
        present = FORMAT_VERSION
        raise RecordError(f"{name}: a record of format {version}; this tatze reads up to {present}: please update it")
    if version != str(FORMAT_VERSION):
        raise RecordError(f'{name}: "{version}" is not a record format; the present one is {FORMAT_VERSION}')


def _check_last_line(body: str, last: str, entries: int, name: str) -> None:
    """Check the number of entries and the digest. A record written by hand may leave the digest out."""
    match = re.fullmatch(r"end (\d+)(?: ([0-9a-f]{16}))?\n", last)
    if not match:
        raise RecordError(f'{name}: the last line is "end", the number of entries and a digest, not "{last.strip()}"')
    if int(match[1]) != entries:
        raise RecordError(f"{name}: truncated or altered: {entries} entries where {match[1]} were written")
    if match[2] and match[2] != digest(body):
        raise RecordError(f"{name}: altered: the text does not fit the digest in its last line")
