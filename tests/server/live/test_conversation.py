"""What people at a table say to each other: who reads it, what is refused, how long it lasts, and where it never is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tatze.server.live import conversation
from tatze.server.live.conversation import EMOTE_BURST, MAX_KEPT_MESSAGES, MESSAGE_BURST
from tatze.server.live.token_bucket import TokenBucket
from tests.server.site import GENEROUS, Site, Talk, play_out


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("talk")) as running:
        yield running


def barrier(talk: Talk) -> list[str]:
    """What a client has heard, after everything that was sent to it before."""
    talk.heard.clear()
    talk.send("ping")
    talk.hear("pong")
    return talk.heard


def test_a_message_reaches_every_seat_as_it_was_written_and_no_spectator(site: Site) -> None:
    first, second = site.two(public=True)
    text = '<img src=x onerror="alert(1)"> & ünïcödé שלום'
    with site.talk(first) as ada, site.talk(second) as ben, site.talk({"table": first["table"]}) as watcher:
        answer = ada.ask("say", "m1", text=f"  {text} ")
        heard = ben.hear("said")
        assert heard == answer
        assert (heard["seat"], heard["name"], heard["text"], heard["key"]) == (0, "Ada", text, "m1")
        assert not any("said" in frame for frame in barrier(watcher))
        assert watcher.ask("say", text="Hello")["code"] == "seat/not-yours"
        assert not any("Hello" in frame for frame in barrier(ben))


@pytest.mark.parametrize("text", ["", "   ", "x" * 201, "two\nlines", "\x07", "\u202ereversed"])
def test_what_is_no_message_is_refused(site: Site, text: str) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        assert ada.ask("say", text=text)["code"] == "message/bad"
        assert not any("said" in frame for frame in barrier(ben))


def test_a_flood_is_refused_over_all_connections_of_a_seat_and_its_readers_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "EMOTES_PER_SECOND", 0)
    monkeypatch.setattr(conversation, "MESSAGES_PER_SECOND", 0)
    with Site(tmp_path, limits=replace(GENEROUS, queue=40)) as site, ExitStack() as flood:
        first, second = site.two()
        ben = flood.enter_context(site.talk(second))
        talks = [flood.enter_context(site.talk(first)) for _ in range(12)]
        for number, talk in enumerate(talks):
            for _ in range(4):
                talk.send("emote", emote="wow")
            talk.send("say", key=f"m{number}", text="spam")
        for talk in talks:
            barrier(talk)
        answers = [talk.ask("say", text="more spam")["code"] for talk in talks]
        assert set(answers) == {"rate/limited"}
        frames = barrier(ben)
        assert sum('"t":"emoted"' in frame for frame in frames) == EMOTE_BURST
        assert sum('"t":"said"' in frame for frame in frames) == MESSAGE_BURST
        assert not any("goodbye" in frame for frame in frames)


def test_a_message_that_is_sent_again_is_sent_on_once(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        once, twice = ada.ask("say", "m1", text="Hi"), ada.ask("say", "m1", text="Hi")
        assert once == twice
        assert ben.hear("said") == once
        assert not any("said" in frame for frame in barrier(ben))


def test_who_connects_again_gets_the_last_messages_and_a_spectator_none(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TokenBucket, "take", lambda *_: True)
    first, second = site.two(public=True)
    with site.talk(first) as ada:
        for number in range(MAX_KEPT_MESSAGES + 5):
            ada.ask("say", text=f"phrase {number}")
        with site.talk(second) as ben:
            kept = ben.hear("messages")["messages"]
        with site.talk({"table": first["table"]}) as watcher:
            assert not any("phrase" in frame for frame in [*watcher.heard, *barrier(watcher)])
    assert [said["text"] for said in kept] == [f"phrase {n}" for n in range(5, MAX_KEPT_MESSAGES + 5)]


def test_the_host_switches_messages_off_and_on_again(site: Site) -> None:
    quiet, _ = site.two(messages=False)
    with site.talk(quiet) as ada:
        assert ada.ask("say", text="Hi")["code"] == "message/off"
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        ada.ask("say", text="soon gone")
        site.command(first, "settings", settings={"messages": False})
        assert ben.ask("say", text="Hi")["code"] == "message/off"
        with site.talk(second) as again:
            assert not any("soon gone" in frame for frame in [*again.heard, *barrier(again)])
        site.command(first, "settings", settings={"messages": True})
        assert ben.ask("say", text="Hi")["t"] == "said"


def test_nothing_that_was_said_is_stored_logged_or_part_of_a_replay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "pumpernickel"
    with Site(tmp_path, limits=GENEROUS) as site:
        first, second = site.two("verflixxt", "base", seed=2)
        with site.talk(first) as ada, site.talk(second) as ben:
            ada.ask("say", text=secret)
            ben.ask("say", text=f"{secret}\n")
            play_out(ada, ben)
            assert not any(secret in frame for frame in ada.heard if '"t":"now"' in frame)
        path = f"/api/tables/{first['table']['id']}"
        given: list[Any] = [site.get(f"{path}/{what}/1", first["token"]) for what in ("record", "replay")]
        given += [site.get(path, first["token"]), site.http.get("/metrics").text]
        site.inside(site.services.hub.tables.clear)
        with site.talk(second) as again:
            given += [*again.heard, *barrier(again)]
    assert not any(secret in str(each) for each in given)
    assert not any(secret.encode() in file.read_bytes() for file in tmp_path.iterdir())
    assert secret not in caplog.text
