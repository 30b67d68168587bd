"""The fold: how a table's state follows from its event log. Each kind of row has a function that applies it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tatze.core.chance import Fairness
from tatze.core.position import read_position
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named
from tatze.lessons import LessonTable, lesson_named
from tatze.server.table.info import seat_or_none
from tatze.server.table.notation import read_action
from tatze.server.table.rows import NO_SEAT, LogRow, Opening, SeatChange, SettingsChange, read_newcomer
from tatze.server.table.state import BotEntry, Change, Decision, SeatState, TableState, give_face
from tatze.wire import AwayReason, Cause


def fold(rows: Iterable[LogRow]) -> TableState:
    """Return the state that an event log leads to."""
    rows = iter(rows)
    first = next(rows)
    opening = msgspec.json.decode(first.data, type=Opening)
    state = TableState(
        id=first.table_id,
        opening=opening,
        created=first.at,
        game=game_named(opening.game),
        seats=[],
        secret=opening.secret,
        host=opening.host,
        hints=opening.hints,
        messages=opening.messages,
    )
    for seat in opening.seats:
        name = seat.name or (state.unused_bot_name() if seat.kind == "bot" else "")
        state.seats.append(SeatState(seat.kind, name, seat.level, animal=seat.animal, colour=seat.colour))
        if name:
            give_face(state.seats, len(state.seats) - 1)
    apply(state, first)
    for row in rows:
        apply(state, row)
    return state


def apply(state: TableState, row: LogRow) -> Change:
    """Advance a state by one row, and return what the row changed."""
    if row.version != state.version + 1:
        raise ValueError(f"version {row.version} cannot follow version {state.version}")
    change = APPLY[row.kind](state, row)
    state.version = row.version
    state.at = row.at
    if row.key is not None:
        asker = NO_SEAT if row.kind == "joined" else row.seat  # who joins has no seat yet
        state.keys[asker, row.key] = row.version
    state.changes.append(change)
    return change


def _opened(_: TableState, row: LogRow) -> Change:
    return Change(Cause("opened", seat_or_none(row.seat)))


def _joined(state: TableState, row: LogRow) -> Change:
    newcomer = read_newcomer(row.data)
    state.seats[row.seat] = SeatState(
        "person", newcomer.name, animal=newcomer.animal, colour=newcomer.colour, owner=row.version
    )
    give_face(state.seats, row.seat)
    if state.actor == row.seat:
        _ask(state, row.at)
    return Change(Cause("joined", row.seat, name=newcomer.name))


def _came_back(state: TableState, row: LogRow) -> Change:
    """A person takes the seat that was reserved after a rematch."""
    state.came_back.add(row.seat)
    return _joined(state, row)


def _left(state: TableState, row: LogRow) -> Change:
    name = state.seats[row.seat].name
    state.free_seat(row.seat, row.version)
    return Change(Cause("left", row.seat, name=name))


def _seat_changed(state: TableState, row: LogRow) -> Change:
    """The host frees a seat, gives it to a bot, or removes its person, whose invitation is worth nothing any more."""
    change = msgspec.json.decode(row.data, type=SeatChange)
    before = state.seats[change.seat]
    state.free_seat(change.seat, row.version)
    if change.kind == "bot":
        state.seat_bot(change.seat, change.level, row.version)
    if change.reason == "removed":
        state.invitation += 1
    name = before.name if before.kind == "person" else ""
    return Change(Cause("seat", change.seat, name=name, reason=change.reason))


def _word(state: TableState, row: LogRow) -> Change:
    state.words.append(row.data)
    state.word_seats.append(row.seat)
    return Change(Cause("word", row.seat))


def _settings(state: TableState, row: LogRow) -> Change:
    change = msgspec.json.decode(row.data, type=SettingsChange)
    state.hints = change.hints or state.hints
    state.messages = state.messages if change.messages is None else change.messages
    state.invitation += change.code
    return Change(Cause("settings", seat_or_none(row.seat)))


def _started(state: TableState, row: LogRow) -> Change:
    for number, seat in enumerate(state.seats):
        if seat.kind == "open" and not seat.substituted:
            state.seat_bot(number, state.opening.substitute, row.version)
    state.current_game = _new_game(state)
    state.status = "playing"
    _ask(state, row.at)
    state.game_version = row.version
    state.decisions.clear()
    state.bot_entries.append([])
    state.undo_count = 0
    state.start_times.append(row.at)
    events = tuple(event for happened in state.current_game.happened for event in happened)
    return Change(Cause("started", seat_or_none(row.seat)), events)


def _new_game(state: TableState) -> Table[Any]:
    agreed, names = state.opening, [seat.name for seat in state.seats]
    fairness = Fairness(bytes.fromhex(state.secret), tuple(state.words))
    if agreed.lesson:
        return LessonTable(lesson_named(agreed.lesson), names, fairness)
    if agreed.position:
        position, setup = read_position(state.game, agreed.position)
        named = make_setup(state.game, setup.rules, setup.players, setup.start, setup.options, names)
        return Table.set_up(state.game, named, position, fairness)
    first = (state.finished_games[-1].start + 1) % len(names) if state.finished_games else None  # L-29
    return Table.open(
        state.game, make_setup(state.game, agreed.rules, len(names), first, agreed.options, names), fairness
    )


def _action(state: TableState, row: LogRow) -> Change:
    game, seat = _running_game(state), state.seats[row.seat]
    by_bot, stand_in = row.kind != "action", row.kind == "stand-in"
    events = game.play(read_action(state.game, row.data))
    over = game.over
    state.decisions.append(Decision(row.seat, state.asked, by_bot))
    state.game_version = row.version
    if over:
        state.status = "over"
        state.finished_games.append(game)
    _ask(state, row.at)
    substitute = seat.level or state.opening.substitute if seat.substituted else ""
    changed, seat.stand_in = stand_in != seat.stand_in, stand_in
    cause = Cause("action", row.seat, row.data, by_bot, substitute=substitute, stand_in=stand_in)
    return Change(cause, events, table=over or changed)


def _bot(state: TableState, row: LogRow) -> Change:
    game, level = _running_game(state), state.seats[row.seat].level or state.opening.substitute
    state.bot_entries[-1].append(BotEntry(game.version, row.seat, level, row.kind == "stand-in"))
    return _action(state, row)


def _undo(state: TableState, row: LogRow) -> Change:
    game = _running_game(state)
    game.undo(row.seat, game.undo_to(row.seat) if isinstance(game, LessonTable) else 1)
    while (decision := state.decisions.pop()).seat != row.seat:
        pass
    state.asked = decision.asked
    state.clock_stopped = None
    state.undo_count += 1
    state.game_version = row.version
    return Change(Cause("undo", row.seat), table=False)


def _away(state: TableState, row: LogRow) -> Change:
    """A person leaves a game that has begun, or runs out of time."""
    return _substitute_from_now(state, row.seat, "left" if row.data == "left" else "clock", row.at)


def _substituted(state: TableState, row: LogRow) -> Change:
    """Somebody lets the substitute play for a person who is absent."""
    return _substitute_from_now(state, int(row.data), "absent", row.at)


def _substitute_from_now(state: TableState, seat: int, reason: AwayReason, at: float) -> Change:
    state.seats[seat].away = True
    state.seats[seat].reason = reason
    if state.actor == seat:
        _stop_clock(state, at)
    return Change(Cause("left" if reason == "left" else "away", seat, reason=reason))


def _returned(state: TableState, row: LogRow) -> Change:
    state.seats[row.seat].away = False
    state.seats[row.seat].reason = ""
    if state.actor == row.seat:
        _start_clock(state, row.at)
    return Change(Cause("returned", row.seat))


def _ask(state: TableState, at: float) -> None:
    """Ask the seat that decides now. The clock of a person who is away stands still."""
    state.asked = at
    state.clock_stopped = at if state.actor != NO_SEAT and state.seats[state.actor].away else None


def _stop_clock(state: TableState, at: float) -> None:
    """Let the clock of the present decision stand still, unless it does."""
    if state.clock_stopped is None:
        state.clock_stopped = at


def _start_clock(state: TableState, at: float) -> None:
    """Let the clock of the present decision run on with the time that was left."""
    state.asked += 0.0 if state.clock_stopped is None else at - state.clock_stopped
    state.clock_stopped = None


def _paused(state: TableState, row: LogRow) -> Change:
    _stop_clock(state, row.at)
    state.status = "paused"
    return Change(Cause("paused", seat_or_none(row.seat)))


def _resumed(state: TableState, row: LogRow) -> Change:
    state.status = "playing"
    if not state.seats[state.actor].by_bot:
        _start_clock(state, row.at)
    return Change(Cause("resumed", seat_or_none(row.seat)))


def _next(state: TableState, row: LogRow) -> Change:
    state.status = "waiting"
    state.secret = row.data
    state.number += 1
    state.words.clear()
    state.word_seats.clear()
    return Change(Cause("next", seat_or_none(row.seat)))


def _rematch(state: TableState, row: LogRow) -> Change:
    state.next = row.data
    if row.seat != NO_SEAT:
        state.wants_rematch.add(row.seat)
    return Change(Cause("rematch", seat_or_none(row.seat)))


def _removed(state: TableState, row: LogRow) -> Change:
    state.removed = True
    return Change(Cause("removed", seat_or_none(row.seat)))


def _running_game(state: TableState) -> Table[Any]:
    if state.current_game is None:
        raise ValueError("no game has started")
    return state.current_game


APPLY: dict[str, Callable[[TableState, LogRow], Change]] = {
    "opened": _opened,
    "joined": _joined,
    "came": _came_back,
    "left": _left,
    "seat": _seat_changed,
    "word": _word,
    "settings": _settings,
    "started": _started,
    "action": _action,
    "bot": _bot,
    "stand-in": _bot,
    "undo": _undo,
    "away": _away,
    "substitute": _substituted,
    "returned": _returned,
    "paused": _paused,
    "resumed": _resumed,
    "next": _next,
    "rematch": _rematch,
    "removed": _removed,
}
"""The function that applies each kind of row. The kinds are stored in databases, so they keep their names."""
