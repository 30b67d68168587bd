"""Pounce, a game outside the package, is playable everywhere although it states only rules, views and notation.

The contract tests and those of the compiled forms, bots, environments and the arena go through it like the others."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tatze.bots import LEVELS, levels
from tatze.cli import main
from tatze.client import Seat, Server
from tatze.core.record import read_record
from tatze.core.words import LANGUAGES
from tatze.games import BUILT_IN, game_named, game_names
from tatze.games.pages import rules_page
from tatze.lessons import lesson_words, lessons
from tests.helpers import POUNCE
from tests.server.services import Node
from tests.terminal.helpers import Eager, Glass, play

LONGEST = 150
"""The limit on the lines of the game's rules, views and notation together."""


def test_its_rules_views_and_notation_are_short() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (POUNCE / "tatze_pounce").glob("*.py") if path.stem[0] != "_"]
    assert len(texts) == 2
    assert sum(len(text.splitlines()) for text in texts) < LONGEST


def test_it_is_known_by_its_entry_point() -> None:
    assert game_names() == (*BUILT_IN, "pounce")
    assert game_named("pounce").package == "tatze_pounce"


def test_it_needs_no_lessons_pages_features_or_weights() -> None:
    game = game_named("pounce")
    assert lessons("pounce") == []
    assert rules_page(game, "en") == ""
    assert game.features is None
    assert game.weights == ""
    for lang in LANGUAGES:
        assert lesson_words("pounce", lang) == {}
        assert [level.bot for level in levels("pounce", lang)] == list(LEVELS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_in_the_terminal(lang: str) -> None:
    glass = Glass()
    code, _ = play(Eager(glass), game="pounce", seats=("you", "thumb", "random"), lang=lang, glass=glass)
    assert code == 0
    assert {"en": "The game is over: cards gone.", "de": "Die Partie ist zu Ende: cards gone."}[lang] in glass.text


def test_the_terminal_knows_hints_reasons_and_details(tmp_path: Path) -> None:
    typed = ["c9", "d1", "hint", "look", "", "rules", "", "help", "", "quit"]
    _, glass = play(typed, game="pounce", seats=("you", "thumb"), save=tmp_path / "game.tatze")
    text = " ".join(glass.text.split())
    assert '"c9" is neither a choice nor a command: an action is written as it stands in the list.' in text
    assert '"d1" is not possible: rule P-2 forbids it now (P-2).' in text
    assert "The wildcat would choose c" in text
    assert "Everything that you may know" in text
    assert "This game has no rules page." in text


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node("--log", "warning", "--limit", "frames=10000") as node:
        yield node


def play_on(seat: Seat) -> None:
    for turn in seat.turns():
        assert turn.own
        assert turn.own.legal
        seat.act(turn.own.legal[-1].action)


def test_a_server_process_knows_it_and_clients_play_it_with_a_bot(node: Node, tmp_path: Path) -> None:
    seats = [{"kind": "host"}, {"kind": "open"}, {"kind": "bot", "level": "lynx"}]
    server = Server(node.url)
    with server.open("pounce", "Ada", seats=seats) as host, server.join(host.code, "Ben") as other:
        thread = threading.Thread(target=play_on, args=(other,))
        thread.start()
        play_on(host)
        thread.join(60)
        record = host.record()
    table = read_record(record).replay(game_named("pounce"))
    assert table.over
    assert table.setup.names[:2] == ("Ada", "Ben")
    path = tmp_path / "game.tatze"
    path.write_text(record, encoding="utf-8")
    assert main(["verify", str(path)]) == 0


def test_every_command_takes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "records")
    assert main(["simulate", "pounce", "--games", "2", "--seed", "3", "--bot", "search:20", "--out", out]) == 0
    record = str(min((tmp_path / "records").iterdir()))
    for words in (["verify", record], ["show", record], ["replay", record], ["bots", "pounce"]):
        assert main(words) == 0, words
    assert "drew" in capsys.readouterr().out
    study = ["study", "pounce", "--games", "200", "--seed", "1", "--out", str(tmp_path / "study")]
    assert main(study) == 0
    arena = ["arena", "pounce", "--bots", "thumb", "search:50", "random", "--games", "12", "--seed", "1"]
    assert main(arena) == 0
    assert main(["rules", "pounce"]) == 1
    assert "pounce has no rules page" in capsys.readouterr().err
