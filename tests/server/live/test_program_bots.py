"""Programs of the operator as bots: people name them, and never say what is run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tatze.bots import bot_named
from tatze.server.bot_offer import offer_of
from tatze.server.live import program_bots
from tatze.server.live.program_bots import ProgramBots
from tests.server.services import wait_until
from tests.server.site import Site
from tests.server.table.logs import TableLog, two_people

EXAMPLE = Path(__file__).parents[3] / "examples" / "outside_bot.py"
GREEDY = f"greedy=run:{sys.executable} {EXAMPLE}"
FAILING = f"failing=run:{sys.executable} -c pass"
CLASS = "unloader=py:examples.class_bots:Unloader"
BOTS = [{"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "unloader"}, {"kind": "bot", "level": "failing"}]


def running(log: TableLog) -> ProgramBots:
    log.add("started")
    return ProgramBots(dict([GREEDY.split("=", 1)]))


def choose(bots: ProgramBots, log: TableLog) -> program_bots.BotChoice:
    game = log.state.current_game
    assert game
    return bots.choose(log.state, "greedy", game.view(log.state.actor), game.legal_actions)


def pids(bots: ProgramBots) -> list[int]:
    return [bot._program._process.pid for bot in bots._idle.values()]  # type: ignore[attr-defined]  # of programs


def test_a_table_of_programs_is_played_to_its_end_and_they_end_with_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Site(tmp_path, bot_offer=offer_of(["cat"], [GREEDY, CLASS, FAILING])) as site:
        assert site.get("/api/about")["levels"] == ["cat", "greedy", "unloader", "failing"]
        opened = site.open(seats=BOTS, pace=0)
        live = site.services.hub.tables[opened["table"]["id"]]
        wait_until(lambda: live.state.status == "over", "the end of the game")
        wait_until(lambda: not site.services.bots._programs._idle, "the end of the programs")
        levels = [seat.level for seat in live.state.seats]
    assert levels == ["greedy", "unloader", "failing"]
    stood_in = [record.__dict__.get("fields") for record in caplog.records if record.msg == "bot-stand-in"]
    assert len(stood_in) == 1, "what does not start is stood in for, and the log says so once"


def test_a_stranger_names_what_is_offered_and_nothing_else(tmp_path: Path) -> None:
    with Site(tmp_path, bot_offer=offer_of(["cat"], [GREEDY])) as site:
        host = site.open(rules="duel", seats=[{"kind": "host"}, {"kind": "open"}])
        for level in ("run:touch /tmp/hacked", "py:os:system", "greedy=run:true", "dog", "yardstick", "lynx"):
            plan: Any = {"kind": "bot", "level": level}
            assert site.open(rules="duel", seats=[{"kind": "host"}, plan], status=400)["code"] == "table/setup"
            assert site.open(substitute=level, status=400)["code"] == "table/setup"
            assert site.command(host, "seat", seat=1, plan=plan, status=400)["code"] == "table/setup"
        site.command(host, "seat", seat=1, plan={"kind": "bot", "level": "greedy"})


def test_a_seat_keeps_its_program_during_a_game() -> None:
    log = two_people()
    bots = running(log)
    try:
        first = choose(bots, log)
        assert first.stand_in == ""
        process = pids(bots)
        assert choose(bots, log) == first
        assert pids(bots) == process
        bots.end_game("another")
        assert pids(bots) == process
        bots.end_game("t")
        assert pids(bots) == []
    finally:
        bots.close()


def test_few_programs_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_bots, "MAX_RUNNING_PROGRAMS", 1)
    log = two_people()
    bots = running(log)
    try:
        seat = log.state.actor
        choose(bots, log)
        while log.state.actor == seat:
            log.play()
        choose(bots, log)
        assert [key.seat for key in bots._idle] == [1 - seat]
    finally:
        bots.close()
    assert choose(bots, log).stand_in == ""
    assert not bots._idle, "a program that was asked while the server ends is not kept"


def test_of_two_programs_that_decided_for_one_seat_one_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[Any] = []
    monkeypatch.setattr(program_bots, "close_bot", ended.append)
    bots, seat = ProgramBots({}), program_bots.SeatOfGame("t", 1, 0)
    first, second = bot_named("linko", "random"), bot_named("linko", "random")
    bots._keep(seat, first)
    bots._keep(seat, second)
    assert ended == [first]
    bots.close()
    assert ended == [first, second]


def test_a_program_that_is_not_offered_any_more_is_stood_in_for(tmp_path: Path) -> None:
    with Site(tmp_path, bot_offer=offer_of([], [GREEDY])) as site:
        seats = [{"kind": "host"}, {"kind": "bot", "level": "greedy"}]
        opened = site.open(rules="duel", seats=seats, pace=0, start="host")
    with Site(tmp_path) as site:
        site.command(opened, "start")
        with site.talk(opened) as ada:
            while not ada.legal:
                ada.hear("update", "now")
            ada.act(ada.legal[0])
            ada.wait(lambda moment: (moment["own"] and moment["own"]["legal"]) or moment["outcome"])
