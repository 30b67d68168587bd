"""What a table agrees on: hints and messages, who may change them, and that everybody sees them before sitting down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tatze.server.table.rows import Opening
from tests.server.site import DUEL, Site, Talk, play_out, turn

BOT = {"kind": "bot", "level": "kitten"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("settings")) as running:
        yield running


@pytest.mark.parametrize(
    ("seats", "hints"), [([{"kind": "host"}, BOT], "on"), (DUEL, "off"), ([{"kind": "open"}, BOT], "on")]
)
def test_hints_are_off_by_default_where_more_than_one_person_plays(
    site: Site, seats: list[dict[str, str]], hints: str
) -> None:
    opened = site.open(rules="duel", seats=seats)
    assert opened["table"]["hints"] == hints
    assert site.post("/api/find", {"code": opened["code"]})["table"]["hints"] == hints


def test_a_guest_sees_every_setting_before_sitting_down(site: Site) -> None:
    opened = site.open(rules="duel", seats=DUEL, hints="after", messages=False, clock=60, watching="off", start="host")
    found = site.post("/api/find", {"code": opened["code"]})["table"]
    seen = {name: found[name] for name in ("hints", "messages", "clock", "watching", "start", "rules", "aid")}
    assert seen == {
        "hints": "after",
        "messages": False,
        "clock": 60,
        "watching": "off",
        "start": "host",
        "rules": "duel",
        "aid": True,
    }
    assert [seat["host"] for seat in found["seats"]] == [True, False]


def test_the_server_itself_refuses_a_hint_where_hints_are_off(site: Site) -> None:
    for hints in ("off", "after"):
        first, second = site.two(hints=hints)
        with site.talk(first) as ada, site.talk(second) as ben:
            for talk in (ada, ben):
                assert talk.ask("hint")["code"] == f"hint/{hints}"


def test_the_host_alone_changes_hints_and_only_while_no_game_runs(site: Site) -> None:
    host = site.open(rules="duel", seats=DUEL, start="host")
    guest = site.join(host["code"])
    wish: dict[str, Any] = {"settings": {"hints": "on"}}
    assert site.command(guest, "settings", 403, **wish)["code"] == "host/only"
    assert site.command(host, "settings", 400)["code"] == "table/setup"
    assert site.command(host, "settings", 400, settings={})["code"] == "table/setup"
    with site.talk(guest) as ben:
        assert site.command(host, "settings", **wish)["table"]["hints"] == "on"
        told = ben.hear("update")["moment"]
        assert (told["by"]["kind"], told["table"]["hints"]) == ("settings", "on")
    site.command(host, "start")
    assert site.command(host, "settings", 409, **wish)["code"] == "table/status"
    changed = site.command(host, "settings", settings={"messages": False})["table"]
    assert (changed["hints"], changed["messages"]) == ("on", False)


def test_a_rematch_keeps_the_settings_as_they_are_at_the_end(site: Site) -> None:
    host, guest = site.two("verflixxt", "base", hints="after", seed=3)
    site.command(host, "settings", settings={"messages": False})
    with site.talk(host) as ada, site.talk(guest) as ben:
        play_out(ada, ben)
    table = site.command(host, "rematch")["opened"]["table"]
    assert (table["hints"], table["messages"]) == ("after", False)


def test_a_table_that_was_stored_before_there_were_these_settings_gives_hints() -> None:
    stored = b'{"game":"linko","rules":"duel","options":{},"seats":[],"host":0,"secret":"00"}'
    opening = msgspec.json.decode(stored, type=Opening)
    assert (opening.hints, opening.messages) == ("on", True)


# --- Hints about finished games ---


def finished(site: Site, hints: str) -> tuple[Any, dict[int, list[str]], dict[int, int]]:
    """A finished game: the host, what was legal at each version, and which seat decided there."""
    host, guest = site.two("verflixxt", "base", hints=hints, seed=3)
    legal, actors = {}, {}
    with site.talk(host) as ada, site.talk(guest) as ben:
        while not ada.moment["outcome"]:
            talk = turn(ada, ben)
            legal[talk.moment["version"]] = talk.legal
            actors[talk.moment["version"]] = talk.moment["own"]["seat"]
            step(talk, ada, ben)
    return host, legal, actors


def step(talk: Talk, *all_talks: Talk) -> None:
    version = talk.act(talk.legal[-1])["version"]
    for each in all_talks:
        each.reach(version)


def ask(site: Site, host: Any, version: int, status: int = 200, game: str = "1", token: str | None = None) -> Any:
    path = f"/api/tables/{host['table']['id']}/replay/{game}/hint"
    return site.post(path, {"version": version}, host["token"] if token is None else token, status)


def test_after_a_game_a_past_decision_gets_a_hint_for_the_seat_that_decided(site: Site) -> None:
    host, legal, actors = finished(site, "after")
    for version in (min(legal), max(legal)):
        advice = ask(site, host, version)
        assert (advice["version"], advice["seat"], advice["bot"]) == (version, actors[version], "tiger")
        assert advice["choice"]["action"] in legal[version]
        assert "foresight" in advice["choice"]
        assert sum(advice["chances"]) == pytest.approx(1)
    assert ask(site, host, 0, 409)["code"] == "hint/none"
    assert ask(site, host, max(legal) + 1, 409)["code"] == "hint/none"
    assert ask(site, host, 10**6, 409)["code"] == "hint/none"
    assert ask(site, host, max(legal), 404, game="2")["code"] == "game/unknown"
    assert ask(site, host, max(legal), 401, token="")["code"] == "token/missing"


def test_where_hints_are_off_there_are_none_afterwards_either(site: Site) -> None:
    host, legal, _ = finished(site, "off")
    assert ask(site, host, max(legal), 403)["code"] == "hint/off"


def test_during_a_game_nothing_is_said_about_its_past(site: Site) -> None:
    host, guest = site.two(hints="after")
    with site.talk(host) as ada, site.talk(guest) as ben:
        talk = turn(ada, ben)
        version = talk.moment["version"]
        step(talk, ada, ben)
    assert ask(site, host, version, 404)["code"] == "game/unknown"


def test_a_hint_about_the_past_comes_from_the_deciding_seats_view(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Site(tmp_path) as site:
        host, guest = site.two(hints="after", seed=5)
        owns: dict[int, Any] = {}
        with site.talk(host) as ada, site.talk(guest) as ben:
            while not ada.moment["outcome"]:
                talk = turn(ada, ben)
                owns[talk.moment["version"]] = talk.moment["own"]
                step(talk, ada, ben)
        seen: list[Any] = []
        decide = site.services.bots._decide

        def spy(game: str, level: str, view: Any, *rest: Any) -> Any:
            seen.append(view)
            return decide(game, level, view, *rest)

        monkeypatch.setattr(site.services.bots, "_decide", spy)
        version = sorted(owns)[len(owns) // 2]
        ask(site, host, version)
        game = next(iter(site.services.hub.tables.values())).state.game
        assert seen[0].viewer == owns[version]["seat"]
        assert game.own(seen[0], owns[version]["seat"]) == owns[version]["view"]
        other = 1 - owns[version]["seat"]
        assert game.show(seen[0]).hands[other].cards is None
