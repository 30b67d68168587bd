"""How a table follows from its log: what each kind of row does to a room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named
from tatze.lessons import LessonTable, lesson_named
from tatze.server.room import Change, Made, Opening, Reseat, Room, Seat
from tatze.server.spelling import read
from tatze.server.store import NO_SEAT, Row
from tatze.wire import Cause


def fold(rows: Iterable[Row]) -> Room:
    """The table that a log tells of."""
    rows = iter(rows)
    first = next(rows)
    opening = msgspec.json.decode(first.data, type=Opening)
    room = Room(first.table_id, opening, first.at, game_named(opening.game), [], opening.secret, host=opening.host)
    for plan in opening.seats:
        room.seats.append(Seat(plan.kind, plan.name or (room.bot_name() if plan.kind == "bot" else ""), plan.level))
    apply(room, first)
    for row in rows:
        apply(room, row)
    return room


def apply(room: Room, row: Row) -> Change:
    """Move a room on by one version."""
    if row.version != room.version + 1:
        raise ValueError(f"version {row.version} cannot follow version {room.version}")
    change = KINDS[row.kind](room, row)
    room.version = row.version
    room.at = row.at
    if row.key is not None:
        asker = NO_SEAT if row.kind == "joined" else row.seat  # who joins has no seat yet
        room.keys[asker, row.key] = row.version
    room.changes.append(change)
    return change


def _opened(_: Room, row: Row) -> Change:
    return Change(Cause("opened", _seat(row)))


def _joined(room: Room, row: Row) -> Change:
    room.seats[row.seat] = Seat("person", row.data)
    return Change(Cause("joined", row.seat))


def _came(room: Room, row: Row) -> Change:
    room.came.add(row.seat)
    return _joined(room, row)


def _left(room: Room, row: Row) -> Change:
    room.free(row.seat)
    return Change(Cause("left", row.seat))


def _reseated(room: Room, row: Row) -> Change:
    asked = msgspec.json.decode(row.data, type=Reseat)
    room.free(asked.seat)
    if asked.kind == "bot":
        room.put_bot(asked.seat, asked.level)
    return Change(Cause("seat", asked.seat))


def _word(room: Room, row: Row) -> Change:
    room.words.append(row.data)
    room.spoken.append(row.seat)
    return Change(Cause("word", row.seat))


def _started(room: Room, row: Row) -> Change:
    for number, seat in enumerate(room.seats):
        if seat.kind == "open":
            room.put_bot(number, room.opening.substitute)
    room.table = _table(room)
    room.status, room.asked, room.position = "playing", row.at, row.version
    room.made.clear()
    room.days.append(row.at)
    events = tuple(event for happened in room.table.happened for event in happened)
    return Change(Cause("started", _seat(row)), events)


def _table(room: Room) -> Table[Any]:
    """The game that starts now."""
    agreed, names = room.opening, [seat.name for seat in room.seats]
    fairness = Fairness(bytes.fromhex(room.secret), tuple(room.words))
    if agreed.lesson:
        return LessonTable(lesson_named(agreed.lesson), names, fairness)
    first = (room.finished[-1].start + 1) % len(names) if room.finished else None  # L-29
    return Table.open(
        room.game, make_setup(room.game, agreed.rules, len(names), first, agreed.options, names), fairness
    )


def _action(room: Room, row: Row, bot: bool = False) -> Change:
    table, kinds = _game(room), room.game.events
    events = table.play(read(room.game, row.data))
    over = table.over
    final = bot or over or any(kinds[event[0]].reveals for event in events)
    room.made.append(Made(row.seat, room.asked, final))
    room.asked, room.position = row.at, row.version
    if over:
        room.status = "over"
        room.finished.append(table)
    return Change(Cause("action", row.seat, row.data, bot), events, info=over)


def _bot(room: Room, row: Row) -> Change:
    return _action(room, row, bot=True)


def _undo(room: Room, row: Row) -> Change:
    table = _game(room)
    table.undo(row.seat, table.undo_to(row.seat) if isinstance(table, LessonTable) else 1)
    while (made := room.made.pop()).seat != row.seat:
        pass
    room.asked, room.position = made.asked, row.version
    return Change(Cause("undo", row.seat), info=False)


def _away(room: Room, row: Row) -> Change:
    room.seats[row.seat].away = True
    return Change(Cause("left" if row.data == "left" else "away", row.seat))


def _returned(room: Room, row: Row) -> Change:
    room.seats[row.seat].away = False
    if room.actor == row.seat:
        room.asked = row.at
    return Change(Cause("returned", row.seat))


def _paused(room: Room, row: Row) -> Change:
    room.status = "paused"
    return Change(Cause("paused", _seat(row)))


def _resumed(room: Room, row: Row) -> Change:
    room.status, room.asked = "playing", row.at
    return Change(Cause("resumed", _seat(row)))


def _next(room: Room, row: Row) -> Change:
    room.status, room.secret, room.number = "waiting", row.data, room.number + 1
    room.words.clear()
    room.spoken.clear()
    return Change(Cause("next", _seat(row)))


def _rematch(room: Room, row: Row) -> Change:
    room.next = row.data
    return Change(Cause("rematch", _seat(row)))


def _removed(room: Room, row: Row) -> Change:
    room.removed = True
    return Change(Cause("removed", _seat(row)))


def _seat(row: Row) -> int | None:
    return None if row.seat == NO_SEAT else row.seat


def _game(room: Room) -> Table[Any]:
    if room.table is None:
        raise ValueError("no game has started")
    return room.table


KINDS: dict[str, Callable[[Room, Row], Change]] = {
    "opened": _opened,
    "joined": _joined,
    "came": _came,
    "left": _left,
    "seat": _reseated,
    "word": _word,
    "started": _started,
    "action": _action,
    "bot": _bot,
    "undo": _undo,
    "away": _away,
    "returned": _returned,
    "paused": _paused,
    "resumed": _resumed,
    "next": _next,
    "rematch": _rematch,
    "removed": _removed,
}
