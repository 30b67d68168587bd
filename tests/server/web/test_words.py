"""The sentences of a game, for clients that do not bring them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tatze.games import game_names
from tests.server.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("words"))) as site:
        yield site


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_game_says_how_it_is_called_and_what_its_fields_are(site: Site, lang: str) -> None:
    for name in game_names():
        words = site.get(f"/api/words/{name}/{lang}")["words"]
        assert {"title", "ruleset.base", "view.scores"} <= words.keys()


@pytest.mark.parametrize("path", ["/api/words/chess/en", "/api/words/pounce/fr", "/api/words/pounce"])
def test_other_games_and_languages_are_not_there(site: Site, path: str) -> None:
    answer = site.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "path/unknown"
