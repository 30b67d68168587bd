"""Records: one game as a small text file that people can read and the rules can replay.

    [Tatze "1"]
    [Game "linko"]
    …
    1. B 7x3 take D deck pool:4 B leave A back
    2. C 13 pass
    end 8 5be7c3a1f04d9e62

A capital letter says whose actions follow, `*` that the dice fall. The last line counts the entries and carries a
digest of everything above it. docs/records.md describes the format in full.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tatze.core.chance import Fairness
from tatze.core.errors import IllegalAction, RecordError, TatzeError
from tatze.core.game import LETTERS, Game
from tatze.core.layout import CHANCE
from tatze.core.setup import Setup, agree
from tatze.core.table import Table, draw_deal, draw_roll, draw_start, stock
from tatze.core.version import __version__

FORMAT = 1
LONGEST = 4_000_000
"""A longer file is no record of a game that somebody played."""
_HEADER = re.compile(r'\[([A-Za-z]+(?:\.[A-Za-z0-9_]+)?) "([^"]*)"\]')
_UNDO = re.compile(r"undo(?::(\d{1,6}))?")
_LINE = 100


@dataclass(frozen=True)
class Record:
    """What a record's file says, as text, before anything is replayed."""

    headers: dict[str, str]
    entries: tuple[tuple[str, str, int], ...]
    """Who acted (a letter or `*`), the action's text, and the line it stands on."""
    name: str = field(default="record", compare=False)
    """The file, for messages."""

    @property
    def game(self) -> str:
        return self._header("Game")

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays each seat: "you" or a bot's name; empty if the record does not say."""
        return tuple(self.headers.get("Seats", "").split())

    def _header(self, key: str) -> str:
        try:
            return self.headers[key]
        except KeyError:
            raise RecordError(f"{self.name}: the header {key} is missing") from None

    def _number(self, key: str) -> int:
        text = self._header(key)
        if not re.fullmatch(r"\d{1,3}", text):
            raise RecordError(f'{self.name}: the header {key} is a number, not "{text}"')
        return int(text)

    def _seat(self, key: str) -> int:
        text = self._header(key)
        if len(text) != 1 or text not in LETTERS:
            raise RecordError(f'{self.name}: the header {key} is a seat, {LETTERS[0]} to {LETTERS[-1]}, not "{text}"')
        return LETTERS.index(text)

    def setup(self, game: Game[Any]) -> Setup:
        """What was agreed before the game."""
        players = self._number("Players")
        names = [self._header(letter) for letter in LETTERS[:players]]
        options = {key[7:]: text for key, text in self.headers.items() if key.startswith("Option.")}
        start = self._seat("Start") if self._header("StartBy") == "table" else None
        try:
            return agree(game, self._header("Rules"), players, start, options, names)
        except TatzeError as error:
            raise RecordError(f"{self.name}: {error}") from None

    def fairness(self) -> Fairness | None:
        """The secret and the players' words, if the record reveals them."""
        if "Secret" not in self.headers:
            return None
        count = sum(key.startswith("Word.") for key in self.headers)
        words = tuple(self._header(f"Word.{number}") for number in range(1, count + 1))
        try:
            return Fairness(bytes.fromhex(self.headers["Secret"]), words)
        except ValueError:
            raise RecordError(f"{self.name}: the header Secret is not hexadecimal") from None
        except TatzeError as error:
            raise RecordError(f"{self.name}: {error}") from None

    def deal(self, game: Game[Any], setup: Setup) -> list[int]:
        try:
            deal = [game.read_item(item) for item in self._header("Deal").split()]
        except ValueError as error:
            raise RecordError(f"{self.name}: in the deal, {error}") from None
        expected = stock(game, setup)
        if sorted(deal) != sorted(expected):
            raise RecordError(f"{self.name}: the deal is not a shuffle of the {len(expected)} things of this game")
        return deal

    def replay(self, game: Game[Any]) -> Table[Any]:
        """Play the game again. Everything the record claims is checked: legality, result, secret, dice."""
        setup = self.setup(game)
        fairness = self.fairness()
        table = Table(game, setup, self._start(setup), self.deal(game, setup))
        if fairness:
            self._check_promise(table, fairness)
        for entry in self.entries:
            self._replay_entry(table, fairness, *entry)
        self._check_result(table)
        table.fairness = fairness
        table.roll()
        return table

    def _start(self, setup: Setup) -> int:
        start = self._seat("Start")
        if start >= setup.players:
            raise RecordError(f"{self.name}: seat {LETTERS[start]} starts, but there are {setup.players} players")
        return start

    def _replay_entry(self, table: Table[Any], fairness: Fairness | None, who: str, text: str, line: int) -> None:
        where = f"{self.name}, line {line}"
        if undo := _UNDO.fullmatch(text):
            try:
                table.undo(CHANCE if who == "*" else LETTERS.index(who), int(undo[1] or 1))
            except TatzeError as error:
                raise RecordError(f"{where}: {error}") from None
            return
        if table.over:
            raise RecordError(f'{where}: "{text}" comes after the end of the game')
        actor = _letter(table.actor)
        if who != actor:
            raise RecordError(f'{where}: "{text}" is given to {who}, but {actor} decides')
        roll = draw_roll(fairness, table.rolls, table.legal_actions) if fairness and table.actor == CHANCE else None
        try:
            table.play(text)
        except IllegalAction as error:
            raise RecordError(f"{where}: {error}") from None
        if roll is not None and table.entries[-1].action != roll:
            raise RecordError(f"{where}: the roll {text} is not the one that follows from the secret")

    def _check_result(self, table: Table[Any]) -> None:
        claimed = {key: self.headers.get(key) for key in ("Winners", "Scores", "Reason")}
        played = _result(table)
        if claimed != {key: played.get(key) for key in claimed}:
            said = " ".join(str(text) for text in claimed.values() if text) or "unfinished"
            found = " ".join(played.values()) or "unfinished"
            raise RecordError(f"{self.name}: the record says the result is {said}, but the actions give {found}")

    def _check_promise(self, table: Table[Any], fairness: Fairness) -> None:
        """Derive commitment, start and deal from the secret again."""
        if self.headers.get("Commitment", fairness.commitment) != fairness.commitment:
            raise RecordError(f"{self.name}: the secret is not the one that was promised")
        if table.setup.start is None and table.start != draw_start(table.setup, fairness):
            raise RecordError(f"{self.name}: the start is not the one that follows from the secret")
        if list(table.deal) != draw_deal(table.game, table.setup, fairness):
            raise RecordError(f"{self.name}: the deal is not the one that follows from the secret")


def record_text(table: Table[Any], seats: Sequence[str] = (), series: str = "", day: str | None = None) -> str:
    """The whole record of a table, hidden cards and secret included: for finished games and local saves."""
    headers = {
        "Tatze": str(FORMAT),
        "Software": f"tatze {__version__}",
        "Date": date.today().isoformat() if day is None else day,  # noqa: DTZ011  # the players' own day
        "Game": table.game.name,
        "Rules": table.setup.rules,
        **{f"Option.{name}": text for name, text in table.setup.options.items()},
        "Players": str(table.setup.players),
        **dict(zip(LETTERS, table.setup.names, strict=False)),
        **({"Seats": " ".join(seats)} if seats else {}),
        **({"Series": series} if series else {}),
        "Start": LETTERS[table.start],
        "StartBy": "chance" if table.setup.start is None else "table",
        **_fairness_headers(table.fairness),
        "Deal": " ".join(table.game.write_item(item) for item in table.deal),
        **_result(table),
    }
    lines = [f'[{key} "{text}"]' for key, text in headers.items() if text or key == "Deal"]
    body = "\n".join([*lines, "", *_turns(table)]) + "\n"
    return f"{body}end {len(table.entries)} {_digest(body)}\n"


def _fairness_headers(fairness: Fairness | None) -> dict[str, str]:
    if fairness is None:
        return {}
    words = {f"Word.{number}": word for number, word in enumerate(fairness.words, 1)}
    return {"Commitment": fairness.commitment, **words, "Secret": fairness.secret.hex()}


def _result(table: Table[Any]) -> dict[str, str]:
    outcome = table.outcome
    if outcome is None:
        return {}
    return {
        "Winners": "".join(LETTERS[seat] for seat in outcome.winners),
        "Scores": " ".join(str(score) for score in outcome.scores),
        "Reason": outcome.reason,
    }


def _turns(table: Table[Any]) -> Iterator[str]:
    """The entries, a numbered line for each turn, folded where they are long."""
    replayed = Table(table.game, table.setup, table.start, table.deal)
    number, line, who, turn = 0, "", "", -1
    for entry in table.entries:
        words = []
        if replayed.turn != turn or not line:
            if line:
                yield line
            number, line, who, turn = number + 1, f"{number + 1}.", "", replayed.turn
        if _letter(entry.actor) != who:
            who = _letter(entry.actor)
            words.append(who)
        if entry.action < 0:
            words.append("undo" if entry.action == -1 else f"undo:{-entry.action}")
            replayed.undo(entry.actor, -entry.action)
        else:
            words.append(table.game.write(entry.action))
            replayed.play(entry.action)
        for word in words:
            if len(line) + 1 + len(word) > _LINE:
                yield line
                line = "  "
            line += f" {word}"
    if line:
        yield line


def read_records(text: str, name: str = "record") -> list[Record]:
    """All records of a text, in order: a series has one for each game."""
    if len(text) > LONGEST:
        raise RecordError(f"{name}: too long for a record ({len(text)} characters)")
    starts = [match.start() for match in re.finditer(r'^\[Tatze "', text, re.MULTILINE)]
    if not starts or text[: starts[0]].strip():
        raise RecordError(f'{name}: not a record: its first line must be [Tatze "{FORMAT}"]')
    ends = [*starts[1:], len(text)]
    records = []
    for start, end in zip(starts, ends, strict=True):
        records.append(_read_one(text[start:end].rstrip("\n") + "\n", name, text.count("\n", 0, start)))
    return records


def read_record(text: str, name: str = "record") -> Record:
    """The one record of a text."""
    records = read_records(text, name)
    if len(records) != 1:
        raise RecordError(f"{name}: {len(records)} records in one file, where one was expected")
    return records[0]


def _read_one(text: str, name: str, above: int) -> Record:
    headers: dict[str, str] = {}
    entries: list[tuple[str, str, int]] = []
    who = ""
    body, last = _split_end(text, name)
    for number, line in enumerate(body.splitlines(), above + 1):
        where = f"{name}, line {number}"
        if line.startswith("["):
            key, value = _read_header(line, where)
            if key in headers:
                raise RecordError(f"{where}: the header {key} stands there twice")
            headers[key] = value
            _check_format(headers, name)
            continue
        for word in line.split():
            if re.fullmatch(r"\d+\.", word):
                continue
            if word == "*" or (len(word) == 1 and word in LETTERS):
                who = word
            elif who:
                entries.append((who, word, number))
            else:
                raise RecordError(f'{where}: "{word}" stands before anybody is named')
    _check_end(body, last, len(entries), name)
    return Record(headers, tuple(entries), name)


def _split_end(text: str, name: str) -> tuple[str, str]:
    match = re.search(r"^end [^\n]*\n\Z", text, re.MULTILINE)
    if not match:
        first = re.match(r'\[Tatze "([^"]*)"\]', text)
        if first:
            _check_format({"Tatze": first[1]}, name)
        raise RecordError(f'{name}: truncated: the last line, which begins with "end", is missing')
    return text[: match.start()], match[0]


def _read_header(line: str, where: str) -> tuple[str, str]:
    match = _HEADER.fullmatch(line.rstrip())
    if not match:
        raise RecordError(f'{where}: a header is written [Key "value"], not {line.strip()[:60]}')
    return match[1], match[2]


def _check_format(headers: dict[str, str], name: str) -> None:
    version = headers.get("Tatze", "")
    if version.isdigit() and int(version) > FORMAT:
        raise RecordError(f"{name}: a record of format {version}; this tatze reads up to {FORMAT}: please update it")
    if version != str(FORMAT):
        raise RecordError(f'{name}: "{version}" is not a record format; the present one is {FORMAT}')


def _check_end(body: str, last: str, entries: int, name: str) -> None:
    """A record written by hand may leave the digest out; the count must be there."""
    match = re.fullmatch(r"end (\d+)(?: ([0-9a-f]{16}))?\n", last)
    if not match:
        raise RecordError(f'{name}: the last line is "end", the number of entries and a digest, not "{last.strip()}"')
    if int(match[1]) != entries:
        raise RecordError(f"{name}: truncated or altered: {entries} entries where {match[1]} were written")
    if match[2] and match[2] != _digest(body):
        raise RecordError(f"{name}: altered: the text does not fit the digest in its last line")


def record_data(table: Table[Any]) -> dict[str, Any]:
    """A record as plain data for JSON."""
    outcome = table.outcome
    fairness = table.fairness
    return {
        "format": FORMAT,
        "game": table.game.name,
        "rules": table.setup.rules,
        "options": dict(table.setup.options),
        "players": table.setup.players,
        "names": list(table.setup.names),
        "start": table.start,
        "deal": [table.game.write_item(item) for item in table.deal],
        "actions": [
            {
                "seat": entry.actor if entry.actor >= 0 else None,
                "action": table.game.write(entry.action) if entry.action >= 0 else f"undo:{-entry.action}",
                "legal": entry.legal,
            }
            for entry in table.entries
        ],
        "scores": list(outcome.scores) if outcome else None,
        "winners": list(outcome.winners) if outcome else None,
        "reason": outcome.reason if outcome else None,
        "commitment": fairness.commitment if fairness else None,
        "secret": fairness.secret.hex() if fairness else None,
        "words": list(fairness.words) if fairness else [],
    }


def read_file(path: Path) -> list[Record]:
    """The records of a file."""
    try:
        if path.stat().st_size > LONGEST:
            raise RecordError(f"{path}: too long for a record")
        return read_records(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not a record: not text in UTF-8") from None
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None


def save(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror}") from None


def _letter(actor: int) -> str:
    return "*" if actor == CHANCE else LETTERS[actor]


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]
