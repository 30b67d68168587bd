"""Reviews on a server: of finished games alone, made in another process, kept with the table, and bounded."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tatze.server.live.reviews import process, reviews
from tatze.server.live.token_bucket import TokenBucket
from tatze.server.settings import Settings
from tatze.server.table.refusals import Refused
from tests.server.services import wait_until
from tests.server.site import GENEROUS, PATIENCE, Site, play_against_bots

BOTS = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
WORKER = "tests.server.review_worker"


@pytest.fixture(scope="module", autouse=True)
def _scripted() -> Iterator[None]:
    """A process that takes its orders from the names at the table, so that everything that can go wrong does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "COMMAND", [sys.executable, "-m", WORKER])
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    limits = replace(
        GENEROUS, reviews_per_address=10_000, reviews_waiting=2, reviews_waiting_per_address=2, review_seconds=1
    )
    with Site(Path(tmp_path_factory.mktemp("reviews")), limits=limits) as site:
        yield site


def finished(site: Site, name: str = "Ada", **choices: Any) -> Any:
    """A table at which a game is over."""
    wish = {"game": "verflixxt", "rules": "base", "seats": BOTS, "pace": 0, "seed": 1, "name": name, **choices}
    opened = site.post("/api/tables", wish)
    with site.talk(opened) as talk:
        play_against_bots(talk)
    return opened


def ask(site: Site, opened: Any, query: str = "", status: int = 200, token: str | None = None) -> Any:
    path = f"/api/tables/{opened['table']['id']}/review/1{query}"
    return site.get(path, opened["token"] if token is None else token, status)


def until_ready(site: Site, opened: Any, query: str) -> Any:
    end = time.monotonic() + 4 * PATIENCE
    while (answer := ask(site, opened, query))["state"] != "ready":
        assert time.monotonic() < end
        time.sleep(0.05)
    return answer


@pytest.fixture(scope="module")
def game(site: Site) -> Any:
    return finished(site)


def test_an_instant_review_judges_every_decision_and_is_kept(site: Site, game: Any) -> None:
    answer = until_ready(site, game, "")
    review = answer["result"]["review"]
    assert (review["game"], review["depth"], review["reviewed"]) == ("verflixxt", "instant", [0, 1])
    table = site.services.hub.tables[game["table"]["id"]].state.finished_games[0]
    assert len(review["steps"]) == 1 + len(table.kept_entries)
    kept = site.wait(site.services.store.review(game["table"]["id"], 1, "instant", -1))
    assert kept
    assert ask(site, game) == answer


def test_its_positions_are_what_the_seats_saw(site: Site, game: Any) -> None:
    result = until_ready(site, game, "")["result"]
    assert result["positions"]
    for decision in result["review"]["decisions"]:
        if text := result["positions"].get(str(decision["entry"])):
            shown = site.post("/api/position", {"position": text})
            assert shown["seat"] == decision["seat"]
            assert decision["chosen"] in [one["action"] for one in shown["legal"]]


def test_a_deep_review_of_a_seat_is_polled_and_tells_its_progress(site: Site, game: Any) -> None:
    first = ask(site, game, "?depth=deep&seat=0")
    assert first["state"] in ("waiting", "working")
    assert first["result"] is None
    answer = until_ready(site, game, "?depth=deep&seat=0")
    assert answer["result"]["review"]["depth"] == "deep"
    assert answer["result"]["review"]["reviewed"] == [0]
    for query in ("?depth=deep", "?depth=deep&seat=2", "?depth=deep&seat=x", "?depth=shallow&seat=0"):
        assert ask(site, game, query, status=400)["code"] == "seat/unknown"


def test_a_running_game_is_not_reviewed(site: Site) -> None:
    opened = site.open("verflixxt", rules="base", seats=BOTS)
    assert ask(site, opened, status=404)["code"] == "game/unknown"


def test_who_may_see_the_replay_may_see_the_review_and_nobody_else(site: Site, game: Any) -> None:
    assert ask(site, game, token="", status=403)["code"] == "table/private"
    assert ask(site, game, f"?code={game['code']}", token="")["state"] in ("working", "ready")
    assert ask(site, game, "?code=WRONG9", token="", status=403)["code"] == "table/private"


def test_it_goes_with_its_table_and_none_is_kept_of_a_table_that_is_gone(site: Site) -> None:
    opened = finished(site, "Gone")
    store, table = site.services.store, opened["table"]["id"]
    site.wait(store.keep_review(table, 1, "instant", -1, b"{}"))
    assert site.wait(store.review(table, 1, "instant", -1)) == b"{}"
    site.wait(store.delete([table]))
    assert not site.wait(store.review(table, 1, "instant", -1))
    site.wait(store.keep_review(table, 1, "instant", -1, b"{}"))
    assert not site.wait(store.review(table, 1, "instant", -1))


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("Refuse", (409, "review/none", "too long")),
        ("Missing", (503, "review/off", "pip install")),
        ("Crash", (500, "review/failed", "ask again")),
        ("Bug", (500, "review/failed", "ask again")),
    ],
)
def test_what_goes_wrong_is_told_and_the_next_one_is_made(site: Site, name: str, refusal: tuple[int, str, str]) -> None:
    status, code, said = refusal
    problem = ask(site, finished(site, name), status=status)
    assert problem["code"] == code
    assert said in problem["detail"]
    assert ask(site, finished(site, "Refuse"), status=409)["code"] == "review/none", "the next job is taken"


def test_a_review_that_cannot_be_kept_is_made_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[object] = []

    async def keep_nothing(*review: object) -> None:
        kept.append(review)
        if len(kept) > 3:
            raise Refused("review/none")

    monkeypatch.setattr(site.services.store, "keep_review", keep_nothing)
    assert ask(site, finished(site), status=500)["code"] == "review/failed"
    assert len(kept) == 1


def test_a_review_is_finished_and_kept_when_whoever_asked_goes_away(site: Site) -> None:
    opened = finished(site, "Left")
    table, services = opened["table"]["id"], site.services

    async def ask_and_leave() -> None:
        live = await services.hub.get(table)
        key = reviews.ReviewKey(table, 1, "instant")
        asking = asyncio.create_task(services.reviews.status(live, key, "10.0.0.9", TokenBucket(1, 1)))
        await asyncio.sleep(0.05)
        assert not asking.done()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert asking.cancelled()

    site.wait(ask_and_leave())
    assert until_ready(site, opened, "")["result"]["review"]["complete"]
    assert site.wait(services.store.review(table, 1, "instant", -1))


def test_a_review_that_takes_too_long_is_ended(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "JOB_SECONDS", -0.7)
    assert ask(site, finished(site, "Sleep"), status=500)["code"] == "review/failed"


def test_reviews_that_wait_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "WAIT_SECONDS", 0.01)
    gate = tmp_path / "gate"
    gate.touch()
    monkeypatch.setenv("TATZE_TEST_GATE", str(gate))
    limits = replace(GENEROUS, reviews_waiting=2, reviews_waiting_per_address=2, review_seconds=600)
    with Site(tmp_path, limits=limits) as site:
        slow = finished(site, "Gated")
        assert ask(site, slow)["state"] in ("waiting", "working")
        assert ask(site, slow, "?depth=deep&seat=1")["state"] in ("waiting", "working")
        assert ask(site, slow, "?depth=deep&seat=0", status=429)["code"] == "rate/limited"
        monkeypatch.setattr(site.services.reviews, "limits", replace(limits, reviews_waiting_per_address=9))
        assert ask(site, slow, "?depth=deep&seat=0", status=503)["code"] == "review/busy"
        gate.unlink()
        wait_until(lambda: not site.services.reviews._pending, "the end of both")


def test_an_address_may_ask_for_so_many_new_reviews_in_an_hour_and_for_old_ones_always(tmp_path: Path) -> None:
    with Site(tmp_path, limits=replace(GENEROUS, reviews_per_address=1)) as site:
        opened = finished(site, "Refuse")
        assert ask(site, opened, status=409)["code"] == "review/none"
        assert ask(site, opened, status=429)["code"] == "rate/limited"
        site.wait(site.services.store.keep_review(opened["table"]["id"], 1, "instant", -1, b"null"))
        assert ask(site, opened)["state"] == "ready"


def test_a_server_ends_while_a_review_is_being_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "WAIT_SECONDS", 0.01)
    with Site(tmp_path) as site:
        ask(site, finished(site, "Sleep"))
        ended = site.services.reviews._processes["instant"]
    assert ended._process is None


def test_a_process_without_a_job_is_ended_and_started_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "IDLE_SECONDS", 0.01)
    ask(site, finished(site, "Refuse"), status=409)
    wait_until(lambda: not site.services.reviews._processes["instant"]._process, "the end of the process")
    monkeypatch.undo()
    assert ask(site, finished(site, "Refuse"), status=409)["code"] == "review/none"


def test_without_the_extra_there_are_none(site: Site, game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"linko", "verflixxt"} <= set(site.get("/api/about")["reviews"])
    assert "pounce" not in site.get("/api/about")["reviews"], "nobody trained a network for it"
    assert "switched" in reviews.missing_reason(Settings(reviews=False))
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(site.services.reviews, "missing", reviews.missing_reason(Settings()))
    assert site.get("/api/about")["reviews"] == []
    problem = ask(site, game, status=503)
    assert problem["code"] == "review/off"
    assert "tatze[compiled]" in problem["detail"]
