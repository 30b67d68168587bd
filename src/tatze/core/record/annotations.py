"""Annotations: what somebody, or a review, says about the entries of a record.

They are headers that stand below the turn they belong to. A tatze that does not know them skips them, as it skips every
header that it does not know, and reads, verifies and replays the game as ever."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from tatze.core.errors import IllegalAction, RecordError, TatzeError
from tatze.core.game import LETTERS, Game
from tatze.core.layout import State
from tatze.core.record.syntax import CHANCE_LETTER, actor_letter
from tatze.core.text import is_printable, shown

if TYPE_CHECKING:
    from tatze.core.record.record import Record

MAX_COMMENT_LENGTH = 500
"""Maximum number of characters of a comment."""
MAX_VARIATION_ACTIONS = 10_000
"""Maximum number of actions in all variations of a record together."""
KINDS = ("Comment", "Chances", "Error", "Variation")
"""The kinds of headers, in the order in which they are written."""
OTHER = "|"
"""The word that separates two variations of one entry."""
_KEY = re.compile(rf"({'|'.join(KINDS)})\.(.+)")
_ENTRY = re.compile(r"0|[1-9][0-9]{0,5}")
_PERCENT = re.compile(r"(?:0|[1-9][0-9]?)\.[0-9]|100\.0")
_ROUNDING = 0.05
"""The largest error of a number that was rounded to one decimal."""


class VariationAction(NamedTuple):
    """An action of a variation, and who takes it."""

    actor: str
    """The letter of a seat, or `*` for chance."""
    action: str
    """The action in its notation."""


Variation = tuple[VariationAction, ...]


class EntryError(NamedTuple):
    """What a decision cost, in percentage points."""

    points: float
    """How much the chance to win was below that of the best action."""
    low: float
    """The lower end of the 95 % interval."""
    high: float
    """The upper end of the 95 % interval."""
    best: float
    """The chance to win with the best action, in percent."""


@dataclass(frozen=True)
class Annotation:
    """What is said about one entry."""

    entry: int
    """The number of the entry, counted from 1; 0 is the moment before the first."""
    comment: str = ""
    """What somebody says about it, in any language."""
    chances: tuple[float, ...] = ()
    """Everybody's chance to win after the entry in percent, from seat A on; empty if nothing is said."""
    error: EntryError | None = None
    """What the decision cost; None if nothing is said."""
    variations: tuple[Variation, ...] = ()
    """What could have been done in place of the entry."""


def is_annotation(key: str) -> bool:
    """Return whether a header's key is that of an annotation."""
    return _KEY.fullmatch(key) is not None


# --- Reading ---


def read_annotations(headers: Mapping[str, str], entries: int, players: int, name: str) -> tuple[Annotation, ...]:
    """Return what the headers of a record with so many entries say, by entry; `name` is for messages."""
    found: dict[int, dict[str, str]] = defaultdict(dict)
    for key, text in headers.items():
        match = _KEY.fullmatch(key)
        if not match:
            continue
        if not _ENTRY.fullmatch(match[2]) or int(match[2]) > entries:
            raise RecordError(f"{name}: the header {shown(key)} is of no entry: there are {entries}")
        found[int(match[2])][match[1]] = text
    annotations = tuple(_annotation(entry, texts, players, name) for entry, texts in sorted(found.items()))
    if sum(len(one) for annotation in annotations for one in annotation.variations) > MAX_VARIATION_ACTIONS:
        raise RecordError(f"{name}: more than {MAX_VARIATION_ACTIONS} actions in variations")
    return annotations


def _annotation(entry: int, texts: Mapping[str, str], players: int, name: str) -> Annotation:
    """Return the annotation that the texts of an entry's headers, by kind, make."""
    for kind in ("Error", "Variation"):
        if kind in texts and not entry:
            raise RecordError(f"{name}: the header {kind}.0 is of no entry")
    comment = texts.get("Comment", "")
    if "Comment" in texts and not is_printable(comment, MAX_COMMENT_LENGTH):
        raise RecordError(f"{name}: the header Comment.{entry} has 1 to {MAX_COMMENT_LENGTH} printable characters")
    return Annotation(
        entry,
        comment,
        _chances(texts["Chances"], entry, players, name) if "Chances" in texts else (),
        _error(texts["Error"], entry, name) if "Error" in texts else None,
        _variations(texts["Variation"], entry, name) if "Variation" in texts else (),
    )


def _percents(text: str) -> tuple[float, ...] | None:
    words = text.split(" ")
    return tuple(float(word) for word in words) if all(_PERCENT.fullmatch(word) for word in words) else None


def _chances(text: str, entry: int, players: int, name: str) -> tuple[float, ...]:
    found = _percents(text)
    if found is None or len(found) != players or abs(sum(found) - 100) > players * _ROUNDING + 1e-9:
        wanted = f"{players} percentages with one decimal that add up to 100"
        raise RecordError(f'{name}: the header Chances.{entry} has {wanted}, not "{shown(text)}"')
    return found


def _error(text: str, entry: int, name: str) -> EntryError:
    found = _percents(text)
    if found is None or len(found) != len(EntryError._fields) or not found[1] <= found[0] <= found[2]:
        wanted = "the error, the two ends of its interval and the best chance, with one decimal"
        raise RecordError(f'{name}: the header Error.{entry} has {wanted}, not "{shown(text)}"')
    return EntryError(*found)


def _variations(text: str, entry: int, name: str) -> tuple[Variation, ...]:
    parts = [list(words) for other, words in groupby(text.split(), lambda word: word == OTHER) if not other]
    found = tuple(tuple(_variation_actions(words)) for words in parts)
    if not found or not all(found) or _variation_text(found) != text:
        raise RecordError(f'{name}: the header Variation.{entry} is written B 7x3 | B 9 A take, not "{shown(text)}"')
    return found


def _variation_actions(words: Iterable[str]) -> Iterator[VariationAction]:
    """Yield the actions of a variation. Words before anybody is named are left out."""
    who = ""
    for word in words:
        if word == CHANCE_LETTER or (len(word) == 1 and word in LETTERS):
            who = word
        elif who:
            yield VariationAction(who, word)


# --- Replaying ---


def check_variations(record: Record, number: int, game: Game[Any], state: State) -> None:
    """Refuse variations of an entry that break the rules; `state` is the state before the entry."""
    for variation in record.variations_of(number):
        s = game.layout.copy(state)
        try:
            for step in variation:
                _check_step(game, s, step)
        except (TatzeError, ValueError) as error:
            raise RecordError(f"{record.name}: the header Variation.{number}: {error}") from None


def _check_step(game: Game[Any], s: State, step: VariationAction) -> None:
    """Carry out an action of a variation; an error says why that is not possible."""
    action = game.read(step.action)
    if s.reason or step.actor != actor_letter(s.actor) or game.refusal(s, action):
        raise IllegalAction(f'"{shown(step.action)}" of {step.actor} is not legal there')
    game.apply(s, action)
    s.events.clear()


# --- Writing ---


def by_entry(annotations: Iterable[Annotation], entries: int, players: int) -> dict[int, Annotation]:
    """Return annotations by their entries; a RecordError says what a record could not hold."""
    found = {one.entry: one for one in annotations}
    headers = {key: text for one in found.values() for key, text in annotation_headers(one).items()}
    if any(not is_printable(text, MAX_COMMENT_LENGTH) or '"' in text for text in headers.values()):
        raise RecordError(f"a comment has at most {MAX_COMMENT_LENGTH} printable characters and no quotation mark")
    read_annotations(headers, entries, players, "annotations")
    return found


def annotation_headers(annotation: Annotation) -> dict[str, str]:
    """Return the headers of an annotation, in the order in which they are written."""
    texts = {
        "Comment": annotation.comment,
        "Chances": _percent_text(annotation.chances),
        "Error": _percent_text(annotation.error or ()),
        "Variation": _variation_text(annotation.variations),
    }
    return {f"{kind}.{annotation.entry}": texts[kind] for kind in KINDS if texts[kind]}


def _percent_text(numbers: Sequence[float]) -> str:
    return " ".join(f"{number:.1f}" for number in numbers)


def _variation_text(variations: Iterable[Variation]) -> str:
    """Return variations as the header has them: an actor is named where it changes."""
    return f" {OTHER} ".join(" ".join(_words(variation)) for variation in variations)


def _words(variation: Variation) -> Iterator[str]:
    for actor, steps in groupby(variation, lambda step: step.actor):
        yield actor
        yield from (step.action for step in steps)
