"""Shares of victories without luck: the same on average as the plain ones, and surer between equals."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tatze.arena.entrants import read_entrant
from tatze.arena.figures import adjusted_figures, clustered_mean, figures_of
from tatze.arena.ledger import Ledger
from tatze.arena.match import Match
from tatze.arena.play import Played, play_bout, read_played, task_of
from tatze.bots import bot_named
from tatze.cli import main
from tatze.core.errors import SetupError, TatzeError
from tatze.core.layout import CHANCE
from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.review.game import review_game
from tatze.review.luck import luck_of, value_name
from tatze.review.requirements import LuckValue, check_luck_value
from tests.cli.test_without_server import MAIN
from tests.envs.test_extras import run_without
from tests.helpers import open_table

WORDS = ["arena", "verflixxt", "--players", "2", "--bots", "learned", "again=thumb", "--games", "8", "--seed", "4"]
DEALS = 30
OF_999 = 1.8
"""Half of a 99.9 % interval for half of a 95 % one, with 29 degrees of freedom."""
ADJUSTED = [*WORDS, "--adjust-luck", "--processes", "1"]


@cache
def games(
    game: str, rules: str, players: int, value: LuckValue, bots: tuple[str, str] = ("thumb", "kitten")
) -> tuple[Match, tuple[Played, ...]]:
    """A match of one bot against others."""
    setup = make_setup(game_named(game), rules, players)
    entrants = tuple(read_entrant(bot) for bot in bots)
    match = Match(game, setup, 77, DEALS, entrants, bots[0], luck=value)
    return match, tuple(play_bout(task_of(match, bout)) for bout in match.bouts())


@pytest.mark.parametrize(
    ("game", "rules", "players", "value"),
    [
        ("verflixxt", "base", 2, "network"),
        ("verflixxt", "base", 2, "lookahead"),
        ("verflixxt", "base", 4, "network"),
        ("linko", "duel", 2, "network"),
    ],
)
def test_the_adjusted_share_is_the_plain_one_on_average_and_luck_has_the_mean_0(
    game: str, rules: str, players: int, value: LuckValue
) -> None:
    match, played = games(game, rules, players, value)
    (one,) = figures_of(match, played).meetings
    assert one.adjusted
    half = one.adjusted.luck.high - one.adjusted.luck.value
    assert abs(one.adjusted.luck.value) < OF_999 * half
    assert one.wins.low <= one.adjusted.wins.value <= one.wins.high
    assert one.adjusted.wins.value == pytest.approx(one.wins.value - one.adjusted.luck.value)
    for seat in range(players):  # each seat's own luck too, which rotation does not cancel
        lucks = [game.luck[seat] for game in played]
        assert abs(fmean(lucks)) < 3.5 * stdev(lucks) / len(lucks) ** 0.5
    for game_played in played:
        assert sum(game_played.luck) == pytest.approx(0, abs=1e-6)


def test_between_equals_in_verflixxt_the_variance_is_smaller_and_smaller_still_with_a_lookahead() -> None:
    def spread(value: LuckValue) -> tuple[float, float]:
        _, played = games("verflixxt", "base", 2, value, ("learned", "again=learned"))
        plain = [one.share(0) for one in played]
        return stdev(plain), stdev([share - one.luck[0] for share, one in zip(plain, played, strict=True)])

    plain, network = spread("network")
    _, lookahead = spread("lookahead")
    assert network < 0.8 * plain
    assert lookahead < network


@pytest.mark.parametrize(("name", "rules", "players"), [("verflixxt", "base", 4), ("linko", "base", 4)])
def test_the_luck_is_that_of_the_review_without_the_deal(name: str, rules: str, players: int) -> None:
    """Rolls and single draws are enumerated by both; of Linko's draws of several cards only the orders differ."""
    table = open_table(name, rules, players, seed=8)
    bots = [bot_named(name, "thumb", seat) for seat in range(players)]
    while not table.over:
        table.play(bots[table.actor].choose(table.view(table.actor), table.legal_actions))
    entries = [(entry.actor, entry.action) for entry in table.kept_entries]
    luck = luck_of(name, table.state_after(0), entries, "network")
    steps = review_game(table).steps[1:]
    sampled = name == "linko"
    for seat in range(players):
        reviewed = sum(step.luck[seat] for step in steps)
        assert luck[seat] == pytest.approx(reviewed, abs=0.1 if sampled else 1e-6)


def test_a_decision_that_draws_nothing_has_no_luck_by_either_value_function() -> None:
    """Luck comes from rolls alone where nothing else is drawn: a game cut to its decisions has none."""
    table = open_table("verflixxt", "base", 2, seed=3)
    bot = bot_named("verflixxt", "thumb")
    while not table.over:
        table.play(bot.choose(table.view(table.actor), table.legal_actions))
    opening = table.state_after(0)
    entries = [(entry.actor, entry.action) for entry in table.kept_entries]
    for value in ("network", "lookahead"):
        lucks = [luck_of("verflixxt", opening, entries[:n], value) for n in range(12)]
        for (actor, _), before, after in zip(entries, lucks, lucks[1:], strict=False):
            assert actor == CHANCE or before == pytest.approx(after, abs=1e-5)


def test_the_factor_is_the_ratio_of_the_variances_of_deals() -> None:
    shares, lucks = [1.0, 0.0, 0.5, 1.0], [0.25, -0.25, 0.0, 0.5]
    found = adjusted_figures(shares, lucks)
    adjusted = [0.75, 0.25, 0.5, 0.5]
    assert found.wins == clustered_mean(adjusted)
    assert found.luck == clustered_mean(lucks)
    assert found.factor == pytest.approx((stdev(shares) / stdev(adjusted)) ** 2)
    assert adjusted_figures([0.5, 0.5], [0.0, 0.0]).factor is None
    assert adjusted_figures([1.0, 0.0], [0.5, -0.5]).factor is None


def test_any_number_of_processes_finds_the_same_and_a_match_goes_on(tmp_path: Path) -> None:
    def findings(folder: Path) -> Any:
        data = json.loads((folder / "arena.json").read_text(encoding="utf-8"))
        for bot in data["bots"]:
            del bot["time"]
        return data

    one, two = tmp_path / "one", tmp_path / "two"
    assert main([*ADJUSTED, "--out", str(one)]) == 0
    assert main([*ADJUSTED, "--processes", "2", "--out", str(two)]) == 0
    whole = findings(one)
    assert findings(two) == whole
    assert whole["luck"] == value_name("verflixxt", "network")
    assert all(meeting["adjusted"]["luck"]["value"] for meeting in whole["meetings"])
    lines = (one / "games.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (one / "games.jsonl").write_text("".join(lines[:4]), encoding="utf-8")
    assert main([*ADJUSTED, "--out", str(one), "--resume"]) == 0
    assert findings(one) == whole


def test_screen_and_page_show_both_shares_and_the_value_function(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ADJUSTED, "--out", str(tmp_path)]) == 0
    name = value_name("verflixxt", "network")
    out = capsys.readouterr().out
    assert "wins in %" in out
    assert f"Without luck, as measured by {name}" in out
    page = (tmp_path / "arena.html").read_text(encoding="utf-8")
    assert "Who wins?" in page
    assert "Who wins without luck?" in page
    assert name in page


@pytest.mark.parametrize(
    ("first", "then"),
    [(ADJUSTED, WORDS), (WORDS, ADJUSTED), (ADJUSTED, [*WORDS, "--adjust-luck", "lookahead"])],
)
def test_games_with_another_value_function_or_none_are_not_mixed(
    first: list[str], then: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*first, "--processes", "1", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main([*then, "--processes", "1", "--out", str(tmp_path), "--resume"]) == 1
    error = capsys.readouterr().err
    assert "its luck is" in error
    assert error.count("\n") == 1


def test_a_line_without_its_luck_is_refused(tmp_path: Path) -> None:
    match, played = games("verflixxt", "base", 2, "network")
    ledger = Ledger(tmp_path, match, resume=False)
    ledger.add(played[0])
    ledger.close()
    assert Ledger(tmp_path, match, resume=True).played[played[0].bout].luck == played[0].luck
    path = tmp_path / "games.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index(',"luck":[')] + "}\n", encoding="utf-8")
    with pytest.raises(TatzeError, match="line 2 is not a game"):
        Ledger(tmp_path, match, resume=True)


def test_games_without_adjustment_are_kept_as_before() -> None:
    plain = Played(games("verflixxt", "base", 2, "network")[1][0].bout, winners=[0])
    assert "luck" not in plain.data()
    assert read_played(plain.data()) == plain


def test_a_lookahead_is_refused_where_cards_are_hidden_and_luck_where_no_network_is() -> None:
    with pytest.raises(SetupError, match="a lookahead is for games without hidden"):
        check_luck_value("linko", "lookahead")
    check_luck_value("verflixxt", "lookahead")


def test_without_the_extra_one_line_says_which_one_is_needed() -> None:
    words = ["arena", "verflixxt", "--bots", "random", "thumb", "--games", "4", "--adjust-luck"]
    done = run_without(("numba",), MAIN.format(words=words))
    assert done.returncode == 1
    assert done.stderr == "tatze: adjusting for luck needs NumPy and Numba: pip install 'tatze[compiled]'\n"
