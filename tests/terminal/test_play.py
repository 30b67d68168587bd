from __future__ import annotations

from pathlib import Path

import pytest

from tatze.bots.search.compile_worker import CompileWorker
from tatze.cli import main
from tatze.core.errors import TatzeError
from tatze.core.position import read_position
from tatze.core.record import read_file, read_record
from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.terminal import TerminalSeries, play_in_terminal
from tatze.terminal.keyboard import ScriptedKeyboard
from tests.terminal.helpers import NAMES, Eager, Glass, play


def test_a_number_and_the_notation_mean_the_same_action(tmp_path: Path) -> None:
    play(["21", "quit"], save=tmp_path / "number.tatze")
    play(["1", "quit"], save=tmp_path / "notation.tatze")
    number, notation = (read_file(tmp_path / f"{name}.tatze")[0] for name in ("number", "notation"))
    assert number.entries[0][:2] == notation.entries[0][:2] == ("A", "1")


@pytest.mark.parametrize("typed", ["1x2", "1 1", "1 X 2", "22"])
def test_cards_may_be_typed_in_several_ways(typed: str, tmp_path: Path) -> None:
    play([typed, "quit"], save=tmp_path / "game.tatze")
    assert read_file(tmp_path / "game.tatze")[0].entries[0][1] == "1x2"


def test_german_words_are_understood_in_german(tmp_path: Path) -> None:
    play(["1", "nichts", "ende"], lang="de", save=tmp_path / "game.tatze")
    assert [text for _, text, _ in read_file(tmp_path / "game.tatze")[0].entries][:2] == ["1", "pass"]


def test_an_impossible_action_is_explained_with_its_rule() -> None:
    _, glass = play(["5x4"])
    assert '"5x4" is not possible: you hold only 1 of the 5s, not 4 (L-6).' in glass.text
    assert "L-6 · A play is one or more cards of one value. More: rules 6" in glass.text


def test_why_explains_in_german() -> None:
    _, glass = play(["warum 3", "warum 1", "warum"], lang="de")
    assert "„3“ geht nicht: du hast keine 3 (L-6)." in glass.text
    assert "„1“ ist möglich." in glass.text
    assert "zum Beispiel: warum 1" in glass.text


def test_what_is_no_action_is_told_how_actions_are_written() -> None:
    _, glass = play(["banana", "99", ""])
    assert '"banana" is neither a choice nor a command: a play is written 7x3' in glass.text
    assert "There is no choice 99 here." in glass.text
    assert "Type a number or what you see beside it" in glass.text


def test_help_rules_log_look_and_fair_can_be_read() -> None:
    _, glass = play(["help", "", "rules 17", "", "log", "", "look", "", "fair", "", "rules 99"])
    assert "undo your last decision" in glass.text
    assert "Each card comes from pool or deck" in glass.text
    assert "Not seen by you yet" in glass.text
    assert "Fingerprint: 6c5f6969461588043bae48a2e323b850f39bc03ba66d2ec5ac01d7911a37315d" in glass.text
    assert "There is no rule 99" in glass.text


def test_the_whole_rules_page_can_be_leafed_through() -> None:
    _, glass = play(["rules", *[""] * 40, "hint"])
    assert "L-40 · Every decision is one action" in glass.text
    assert "The wildcat would choose" in glass.text


def test_known_cards_can_be_hidden_and_shown() -> None:
    _, glass = play(["known", "known"], rules="duel", seats=("you", "thumb"))
    first, hidden, shown = glass.frames[1:4]
    assert "jx2" in first.split("─")[0]
    assert "hold" not in hidden.split("─")[0]
    assert shown.split("─")[0] == first.split("─")[0]


def test_an_own_play_can_be_undone_while_nothing_was_revealed(tmp_path: Path) -> None:
    _, glass = play(["1", "undo", "2", "pass", "quit"], save=tmp_path / "game.tatze")
    assert "Undone." in glass.text
    assert [text for _, text, _ in read_file(tmp_path / "game.tatze")[0].entries][:3] == ["1", "undo", "2"]


def test_a_card_from_the_deck_cannot_be_undone() -> None:
    _, glass = play(["13", "deck", *["undo"] * 3])
    assert "something hidden was turned up since" in glass.text
    assert "Undone." not in glass.text


def test_there_is_nothing_to_undo_before_the_first_decision() -> None:
    _, glass = play(["undo"])
    assert "You have decided nothing yet" in glass.text


def test_a_roll_cannot_be_undone() -> None:
    _, glass = play(["1", "undo"], game="verflixxt", seats=("you", "random"))
    assert "the die was rolled since" in glass.text


def test_the_only_choice_needs_no_typing(tmp_path: Path) -> None:
    play(["", "quit"], game="verflixxt", rules="base", seats=("you", "random"), save=tmp_path / "game.tatze")
    assert ("A", "m0") in [entry[:2] for entry in read_file(tmp_path / "game.tatze")[0].entries]


def test_quit_saves_where_it_was_told_to_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "game.tatze"
    code, glass = play(["1", "quit"], save=path)
    assert code == 0
    assert f"Saved to {path}. Go on with: tatze play --resume {path}" in glass.text
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["game.tatze"]


def test_quit_asks_where_no_file_was_named() -> None:
    _, glass = play(["1", "quit", "n"])
    assert "The game was not saved." in glass.text
    assert list(Path().iterdir()) == []
    play(["1", "quit", ""])
    assert len(list(Path().glob("linko-*.tatze"))) == 1


@pytest.mark.parametrize(("stop", "expected"), [(KeyboardInterrupt(), 130), (EOFError(), 0)])
def test_ctrl_c_and_ctrl_d_save_too(stop: BaseException, expected: int, tmp_path: Path) -> None:
    path = tmp_path / "game.tatze"
    code, glass = play(["1", stop], save=path)
    assert code == expected
    assert f"--resume {path}" in glass.text
    assert len(read_file(path)[0].entries) == 1


def test_before_the_first_action_there_is_nothing_to_save(tmp_path: Path) -> None:
    code, glass = play([KeyboardInterrupt()], save=tmp_path / "game.tatze")
    assert code == 130
    assert "nothing was saved" in glass.text
    assert not (tmp_path / "game.tatze").exists()


def test_a_saved_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "game.tatze"
    play(["1", "quit"], save=path)
    table = read_file(path)[0].replay(game_named("linko"))
    glass = Glass()
    code, _ = play(Eager(glass), resume=table, save=path, glass=glass)
    assert code == 0
    whole = read_file(path)[0]
    assert whole.entries[0][:2] == ("A", "1")
    assert whole.replay(game_named("linko")).over


def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    _, glass = play([f"save {tmp_path}/file/game.tatze", "hint", "quit", "n"])
    assert "cannot be written" in glass.text
    assert "The wildcat would choose" in glass.text


def test_the_end_tells_scores_reason_fairness_and_file(tmp_path: Path) -> None:
    path = tmp_path / "game.tatze"
    glass = Glass()
    play(Eager(glass), save=path, glass=glass)
    record = read_record(path.read_text(encoding="utf-8"))
    last = glass.frames[-1]
    for score in record.headers["Scores"].split():
        assert score.replace("-", "−") in last
    assert "The game is over:" in last
    assert "Fingerprint 6c5f69694615…; the secret is in the record." in last
    assert f"Saved to {path}" in last
    assert "win" in last


def test_a_series_adds_the_scores_and_moves_the_start(tmp_path: Path) -> None:
    path = tmp_path / "series.tatze"
    glass = Glass()
    code, _ = play(Eager(glass), rules="first", games=2, save=path, glass=glass)
    first, second = read_file(path)
    assert code == 0
    assert (first.headers["Series"], second.headers["Series"]) == ("1/2", "2/2")
    assert (first.headers["Start"], second.headers["Start"]) == ("A", "B")
    both = zip(first.headers["Scores"].split(), second.headers["Scores"].split(), strict=True)
    for one, other in both:
        assert str(int(one) + int(other)).replace("-", "−") in glass.frames[-1]
    assert "After 1 of 2 games" in glass.text
    assert "The series is over" in glass.text


def test_a_seed_repeats_a_whole_game_with_its_bots() -> None:
    shown = []
    for _ in range(2):
        glass = Glass()
        play(Eager(glass), seats=("you", "random", "random"), glass=glass)
        shown.append(glass.text)
    assert shown[0] == shown[1]


def test_without_a_terminal_playing_is_refused_in_one_line() -> None:
    game = game_named("linko")
    setup = make_setup(game, "base", 3, names=NAMES[:3])
    with pytest.raises(TatzeError, match="playing needs a terminal") as refusal:
        play_in_terminal(TerminalSeries(game=game, setup=setup, seats=("you", "thumb", "thumb")))
    assert "\n" not in str(refusal.value)


def test_several_people_need_a_screen_that_can_be_cleared() -> None:
    with pytest.raises(TatzeError, match="several people"):
        play([], seats=("you", "you", "thumb"), glass=Glass(TERM="dumb"))


def test_a_dumb_terminal_is_good_enough_for_one(tmp_path: Path) -> None:
    glass = Glass(TERM="dumb")
    code, _ = play(["1", "help", "", "quit"], glass=glass, save=tmp_path / "game.tatze")
    assert code == 0
    assert "\x1b[2J" not in glass.file.getvalue()
    assert "Your hand (13)" in glass.text


@pytest.mark.parametrize(("lang", "said"), [("en", "a simpler bot decided"), ("de", "ein einfacherer Bot entschieden")])
def test_a_stand_in_is_shown_on_the_screen_in_the_log_and_in_the_record(
    lang: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class NeverReady(CompileWorker):
        done = False

        def _compile(self) -> None:
            """There is nothing to compile: it is never done."""

    monkeypatch.setattr("tatze.bots.search.bot.search_worker", NeverReady)
    path = tmp_path / "game.tatze"
    typed = {"en": ["1", "pass", "quit"], "de": ["1", "nichts", "ende"]}[lang]
    _, glass = play(typed, seats=("you", "lynx", "thumb"), save=path, lang=lang)
    assert said in " ".join(glass.text.split())
    (record,) = read_file(path)
    assert list(record.stand_ins) == [1]
    assert record.stand_ins[1] >= 1
    assert main(["show", str(path)]) == 0
    assert "decisions in the place of seat B" in capsys.readouterr().out


def test_a_game_may_begin_in_a_position(tmp_path: Path) -> None:
    game = game_named("linko")
    text = "linko base; start A; turn A play; A: 7x3 [8]; B: 5 []; C: 6x2 [9x2]; pool 1 2 3 4 5 6; deck 4 4"
    state, setup = read_position(game, text)
    series = TerminalSeries(game=game, setup=setup, seats=("you", "thumb", "thumb"), position=state)
    glass = Glass()
    path = tmp_path / "game.tatze"
    assert play_in_terminal(series, "en", path, 0, glass.console, ScriptedKeyboard(["7x3"])) == 0
    (record,) = read_file(path)
    table = record.replay(game)
    assert table.outcome
    assert table.outcome.winners == (0,)
    assert read_position(game, table.position).state.hand == state.hand
