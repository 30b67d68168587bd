"""Nobody learns a hidden card: everything that a seat or a spectator is sent in whole random games stays byte for byte
the same when what it may not see is drawn anew. The rules' own part of this is in tests/test_contract.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tatze.core.layout import EVERYONE, Event
from tatze.core.sample import sample
from tatze.games import game_named
from tatze.server.live.connection import Connection
from tatze.server.live.live_table import LiveTable
from tatze.server.table.fold import apply, fold
from tatze.server.table.opening import opening_for
from tatze.server.table.rows import NO_SEAT, LogRow
from tatze.server.table.state import Change, TableState
from tatze.wire import NewTable, SeatPlan
from tests.helpers import every_setting
from tests.server.site import Site, turn

FEWEST = [game_named(name).rule_set(rules).players[0] == players for name, rules, players in every_setting()]
SETTINGS = [(*setting, "live") for setting, fewest in zip(every_setting(), FEWEST, strict=True) if fewest]
SETTINGS += [("linko", "base", 4, "delayed"), ("linko", "duel", 2, "delayed")]


def game_log(name: str, rules: str, players: int, seed: int, watching: str = "live") -> list[LogRow]:
    """The log of a whole random game, with undos, somebody who leaves, and a pause."""
    random = Random(seed)
    plans = [SeatPlan("host"), *[SeatPlan("open")] * (players - 1)]
    opening = opening_for(NewTable(name, "Ada", rules, seats=plans, seed=seed, watching=watching))  # type: ignore[arg-type]  # one of its words
    rows = [LogRow("t", 0, "opened", 0, msgspec.json.encode(opening).decode(), None, 0.0)]
    state = fold(rows)

    def add(kind: str, seat: int, data: str = "") -> None:
        rows.append(LogRow("t", len(rows), kind, seat, data, None, float(len(rows))))
        apply(state, rows[-1])

    for seat in range(1, players):
        add("joined", seat, f"P{seat}")
    add("started", NO_SEAT)
    while state.status != "over":
        assert state.current_game
        seat = state.actor
        add(random.choice(["action", "action", "bot"]), seat, random.choice(state.current_game.legal))
        if state.may_undo(seat) and random.random() < 0.3:
            add("undo", seat)
        if state.status == "playing" and random.random() < 0.05:
            add("away", seat, "left")
            add("returned", seat)
            add("paused", seat)
            add("resumed", seat)
    return rows


class Ear:
    """A table with one listener, who hears what a seat or a spectator hears."""

    def __init__(self, rows: list[LogRow], viewer: int) -> None:
        self.live = LiveTable(fold(rows))
        self.viewer = viewer
        self.connection = Connection(viewer, False, 10**6)
        self.live.connections.add(self.connection)

    def heard(self) -> list[bytes]:
        """Every way in which the present moment is sent, and what waited to be sent."""
        self.live.publish()
        asked = [self.live.welcome(self.viewer, False, -1), self.live.resync(self.viewer, False)]
        frames = [*self.connection.queue, *asked]
        self.connection.queue.clear()
        return frames


@pytest.mark.parametrize(("name", "rules", "players", "watching"), SETTINGS)
def test_frames_stay_the_same_when_everything_hidden_is_drawn_anew(
    name: str, rules: str, players: int, watching: str
) -> None:
    rows = game_log(name, rules, players, seed=players, watching=watching)
    random = Random(1)
    for viewer in range(EVERYONE, players):
        true, twin = Ear(rows[:1], viewer), Ear(rows[:1], viewer)
        for row in rows[1:]:
            for ear in (true, twin):
                apply(ear.live.state, row)
            redraw(twin.live.state, viewer, random)
            if row.version % 5 == 0 or row.version == len(rows) - 1:
                assert true.heard() == twin.heard()
            restore(true.live.state, twin.live.state)


def redraw(state: TableState, viewer: int, random: Random) -> None:
    """Change all that a viewer may not know: the state, and the secret numbers of what happened to others."""
    if state.current_game is None:
        return
    state.current_game.state = sample(state.game, state.game.view(state.current_game.state, viewer), random)
    last = state.changes[-1]
    state.changes[-1] = Change(last.by, tuple(disguise(state, event, viewer) for event in last.events), last.table)


def restore(true: TableState, twin: TableState) -> None:
    """The game goes on as it really was."""
    if true.current_game and twin.current_game:
        twin.current_game.state = true.game.layout.copy(true.current_game.state)


def disguise(state: TableState, event: Event, viewer: int) -> Event:
    kind = state.game.events[event[0]]
    if not kind.secret or event[1] == viewer:
        return event
    at = 1 + kind.fields.index(kind.secret)
    return (*event[:at], event[at] % 13 + 1, *event[at + 1 :])  # type: ignore[return-value]  # as long as it was


def test_the_disguise_would_be_seen_if_it_were_sent() -> None:
    """The test above can fail: a seat that hears what another one may hear tells the difference."""
    rows = game_log("linko", "base", 3, seed=5)
    random = Random(2)
    different = 0
    true, twin = Ear(rows[:1], 0), Ear(rows[:1], 0)
    for row in rows[1:]:
        for ear in (true, twin):
            apply(ear.live.state, row)
        redraw(twin.live.state, 1, random)
        different += true.heard() != twin.heard()
        restore(true.live.state, twin.live.state)
    assert different > len(rows) / 2


# --- A real server: answers over HTTP and sockets, refusals included ---


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("secrecy"))) as site:
        yield site


@pytest.mark.parametrize(("name", "rules"), [("linko", "duel"), ("linko", "duel-expert"), ("verflixxt", "base")])
def test_answers_of_a_server_stay_the_same_when_everything_hidden_is_drawn_anew(
    site: Site, name: str, rules: str
) -> None:
    first, second = site.two(name, rules, public=True)
    random = Random(3)
    viewers = ((0, first), (1, second), (EVERYONE, {"table": first["table"]}))
    with site.talk(first) as ada, site.talk(second) as ben:
        acted = 0
        while not ada.moment["outcome"]:
            if acted % 6 == 0:
                for viewer, seated in viewers:
                    compare(site, seated, viewer, random)
            talk = turn(ada, ben)
            version = talk.act(random.choice(talk.legal))["version"]
            for each in (ada, ben):
                each.reach(version)
            acted += 1


def compare(site: Site, seated: Any, viewer: int, random: Random) -> None:
    """Ask everything before and after the hidden part is drawn anew."""
    state = site.services.hub.tables[seated["table"]["id"]].state
    assert state.current_game
    truth = state.current_game.state
    refused = [
        state.game.write(a) for a in range(0, state.game.actions, 9) if a not in state.current_game.legal_actions
    ]
    before = answers(site, seated, state.version, refused)
    site.inside(put(state, sample(state.game, state.game.view(truth, viewer), random)))
    after = answers(site, seated, state.version, refused)
    site.inside(put(state, truth))
    assert after == before


def put(state: TableState, position: Any) -> Callable[[], None]:
    def work() -> None:
        assert state.current_game
        state.current_game.state = position

    return work


def answers(site: Site, seated: Any, version: int, refused: list[str]) -> list[str]:
    """Everything that can be asked without changing anything, and a few things that are refused."""
    table, token = seated["table"]["id"], seated.get("token", "")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    paths = [f"/api/tables/{table}{what}" for what in ("", "/record/1", "/replay/1")]
    given = [site.http.get(path, headers=headers).text for path in paths]
    with site.talk(seated) as talk:
        for number, action in enumerate(refused):
            talk.ask("ask", f"q{number}", action=action)
            talk.ask("act", f"a{number}", on=version, action=action)
        talk.ask("undo", "u", on=version - 1)
        talk.send("resync")
        talk.hear("now")
        given += [text for text in talk.heard if json.loads(text)["t"] != "presence"]
    for action in refused[:5]:
        body = {"t": "act", "key": "h", "on": version, "action": action}
        given.append(site.http.post(f"/api/tables/{table}/act", json=body, headers=headers).text)
    return given
