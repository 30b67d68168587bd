"""The description of chance, on which anybody can check a record: it depends on the settings alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tatze.core.layout import CHANCE
from tatze.core.table import Table
from tatze.server.table.chance import chance_of, outcomes
from tatze.wire import ChanceAsked
from tests.helpers import every_setting, random_table
from tests.server.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("chance"))) as site:
        yield site


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_the_deal_is_the_stock_in_another_order_and_every_roll_is_an_outcome(
    name: str, rules: str, players: int
) -> None:
    table: Table[Any] = random_table(name, rules, players, seed=1)
    info = chance_of(ChanceAsked(name, rules, players))
    assert sorted(info.stock) == sorted(table.game.write_item(item) for item in table.deal)
    rolls = {entry.action for entry in table.entries if entry.actor == CHANCE}
    assert rolls <= set(outcomes(table.game, table.setup))
    assert info.outcomes == [table.game.write(action) for action in outcomes(table.game, table.setup)]


def test_options_count(site: Site) -> None:
    asked = {"game": "verflixxt", "rules": "pro", "players": 2}
    assert site.post("/api/chance", asked)["stock"] == []
    assert len(site.post("/api/chance", {**asked, "options": {"track": "shuffled"}})["stock"]) == 32


@pytest.mark.parametrize(
    "wrong", [{"game": "chess"}, {"rules": "none"}, {"players": 9}, {"options": {"colour": "red"}}]
)
def test_settings_that_cannot_be_played_are_refused(site: Site, wrong: dict[str, Any]) -> None:
    answer = site.http.post("/api/chance", json={"game": "linko", "rules": "base", "players": 3, **wrong})
    assert answer.status_code == 400
    assert answer.json()["code"] == "table/setup"


def test_the_defaults_of_options_are_told(site: Site) -> None:
    games = {game["name"]: game["rule_sets"] for game in site.get("/api/about")["games"]}
    tracks = {one["name"]: one["defaults"]["track"] for one in games["verflixxt"]}
    assert tracks == {"base": "shuffled", "pro": "pro", "combined": "pro"}
