"""Writing a record. Nothing is replayed: the entries of a table say all that is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tatze.core.chance import Fairness
from tatze.core.errors import RecordError
from tatze.core.game import LETTERS, Game
from tatze.core.record.annotations import Annotation, annotation_headers, by_entry, is_annotation
from tatze.core.record.substitutes import SubstituteEntries, substitute_headers
from tatze.core.record.syntax import FORMAT_VERSION, MAX_LINE_LENGTH, actor_letter, digest, result_headers
from tatze.core.table import Entry, Table
from tatze.core.text import is_printable
from tatze.core.version import __version__

if TYPE_CHECKING:
    from tatze.core.record.record import Record

MAX_FACT_LENGTH = 200
"""Maximum number of characters of what a record says beside the game."""


def record_text(
    table: Table[Any],
    seats: Sequence[str] = (),
    series: str = "",
    day: str | None = None,
    stand_ins: Mapping[int, int] | None = None,
    substitutes: Sequence[SubstituteEntries] = (),
    annotations: Sequence[Annotation] = (),
) -> str:
    """Return the whole record of a table, hidden cards and secret included: for finished games and local saves.

    `seats` says who plays each seat, `series` which game of a series this is, such as "2/3", and `day` when it was
    played; without it, today. `stand_ins` counts the decisions that another bot made in the place of a seat's own, and
    `substitutes` says which entries bots decided on in a person's place, `annotations` what is said about them."""
    _check_facts(table, seats, series, day)
    headers = {
        "Tatze": str(FORMAT_VERSION),
        "Software": f"tatze {__version__}",
        "Date": date.today().isoformat() if day is None else day,  # noqa: DTZ011  # the players' own day
        **_setup_headers(table),
        **({"Seats": " ".join(seats)} if seats else {}),
        **({"StandIns": write_stand_ins(stand_ins)} if stand_ins else {}),
        **substitute_headers(substitutes),
        **({"Series": series} if series else {}),
        "Start": LETTERS[table.start],
        "StartBy": "chance" if table.setup.start is None else "table",
        **_fairness_headers(table.fairness),
        **_opening_headers(table),
        **result_headers(table),
    }
    return _assembled({key: text for key, text in headers.items() if text or key == "Deal"}, table, annotations)


def annotated_text(record: Record, table: Table[Any], annotations: Sequence[Annotation] | None = None) -> str:
    """Return a record that was read and replayed as text again, every header as it was, with these annotations in place
    of its own; with its own if none are given. A record that tatze wrote comes back letter for letter."""
    headers = {key: text for key, text in record.headers.items() if not is_annotation(key)}
    return _assembled(headers, table, record.annotations if annotations is None else annotations)


def _assembled(headers: Mapping[str, str], table: Table[Any], annotations: Sequence[Annotation]) -> str:
    """Return the record that has these headers, the entries of the table and what is said about them."""
    said = by_entry(annotations, table.version, table.setup.players)
    lines = [*_header_lines(headers), "", *_turn_lines(table, said)]
    body = "\n".join(lines) + "\n"
    return f"{body}end {table.version} {digest(body)}\n"


def _header_lines(headers: Mapping[str, str]) -> list[str]:
    return [f'[{key} "{text}"]' for key, text in headers.items()]


def _check_facts(table: Table[Any], seats: Sequence[str], series: str, day: str | None) -> None:
    """Refuse what a record could not hold, or could not be read back with."""
    if isinstance(seats, str) or (seats and len(seats) != table.setup.players):
        raise RecordError(f"seats names who plays each of the {table.setup.players} seats, not {seats!r}")
    facts: list[tuple[str, Any]] = [("a name of seats", seat) for seat in seats]
    for name, text in [*facts, ("series", series), ("day", day or "")]:
        if not isinstance(text, str) or (text and not is_printable(text, MAX_FACT_LENGTH)):
            raise RecordError(f"{name} has at most {MAX_FACT_LENGTH} printable characters, not {text!r}")


def write_stand_ins(stand_ins: Mapping[int, int]) -> str:
    """Return the numbers of decisions that stand-ins made, by seat, as the header StandIns has them: B:3 C:1."""
    return " ".join(f"{LETTERS[seat]}:{count}" for seat, count in sorted(stand_ins.items()))


def _setup_headers(table: Table[Any]) -> dict[str, str]:
    return {
        "Game": table.game.name,
        "Rules": table.setup.rules,
        **{f"Option.{name}": text for name, text in table.setup.options.items()},
        "Players": str(table.setup.players),
        **dict(zip(LETTERS, table.setup.names, strict=False)),
    }


def _opening_headers(table: Table[Any]) -> dict[str, str]:
    """Return the deal, or the position that the table was set up with."""
    if table.position:
        return {"Position": table.position}
    return {"Deal": " ".join(table.game.write_item(item) for item in table.deal)}


def _fairness_headers(fairness: Fairness | None) -> dict[str, str]:
    if fairness is None:
        return {}
    words = {f"Word.{number}": word for number, word in enumerate(fairness.words, 1)}
    return {"Commitment": fairness.commitment, **words, "Secret": fairness.secret.hex()}


def _turn_lines(table: Table[Any], said: Mapping[int, Annotation]) -> Iterator[str]:
    """Yield the entries: a numbered line for each turn, folded where it is long, and below it what is said about it."""
    yield from _header_lines(annotation_headers(said[0])) if 0 in said else ()
    done = 0
    for number, (_, turn) in enumerate(groupby(table.entries, key=lambda entry: entry.turn), 1):
        entries = list(turn)
        yield from _fold(f"{number}.", _turn_words(table.game, entries))
        for entry in range(done + 1, done + len(entries) + 1):
            yield from _header_lines(annotation_headers(said[entry])) if entry in said else ()
        done += len(entries)


def _turn_words(game: Game[Any], entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the words of one turn: its entries, each change of the actor announced by a letter."""
    letter = ""
    for entry in entries:
        if actor_letter(entry.actor) != letter:
            letter = actor_letter(entry.actor)
            yield letter
        yield game.write(entry.action) if entry.action >= 0 else _undo_word(-entry.action)


def _undo_word(actions: int) -> str:
    return "undo" if actions == 1 else f"undo:{actions}"


def _fold(line: str, words: Iterable[str]) -> Iterator[str]:
    """Yield the line with the words appended, and further lines where it would be too long."""
    for word in words:
        if len(line) + 1 + len(word) > MAX_LINE_LENGTH:
            yield line
            line = "  "
        line += f" {word}"
    yield line
