"""Matches in compiled code: strength, repeatability, and the same games as whole searches would play."""

from __future__ import annotations

import pytest

from tatze.arena.compiled.games import CompiledGames
from tatze.arena.figures import figures_of
from tatze.arena.match import Bout
from tatze.arena.settings import MatchSetting, one_against
from tatze.bots.search.bot import SearchBot
from tatze.bots.search.drivers import VIEW
from tatze.core.errors import SetupError
from tatze.games import BUILT_IN, game_named, game_names


def games(game: str, rules: str, players: int, hero: str, field: str, seed: int = 77) -> CompiledGames:
    return CompiledGames(one_against(MatchSetting(game, rules, players), hero, field, seed))


def mean_share(played: CompiledGames, deals: int) -> float:
    return sum(played.play_deal(number).share for number in range(deals)) / deals


@pytest.mark.parametrize(
    ("game", "rules", "players", "least"),
    [
        ("linko", "base", 4, 0.45),
        ("linko", "duel", 2, 0.7),
        ("verflixxt", "base", 4, 0.5),
        ("verflixxt", "pro", 2, 0.8),
    ],
)
def test_the_thumb_bot_is_clearly_better_than_the_yardstick(game: str, rules: str, players: int, least: float) -> None:
    assert mean_share(games(game, rules, players, "thumb", "yardstick"), 300) > least


@pytest.mark.parametrize("game", game_names())
def test_a_quick_search_is_better_than_the_thumb_bot(game: str) -> None:
    assert mean_share(games(game, "base", 4, "search:150", "thumb"), 12) > 0.3


def test_a_match_can_be_repeated() -> None:
    first, second = (games("linko", "base", 3, "search:30", "yardstick", seed=5) for _ in range(2))
    assert first.play_deal(1) == second.play_deal(1) != first.play_deal(2)


@pytest.mark.parametrize(
    ("game", "rules", "players", "least"),
    [
        ("linko", "base", 4, 0.6),
        ("linko", "duel", 2, 0.85),
        ("verflixxt", "base", 4, 0.6),
        ("verflixxt", "pro", 2, 0.9),
    ],
)
def test_a_learned_bot_is_far_better_than_yardsticks(game: str, rules: str, players: int, least: float) -> None:
    assert mean_share(games(game, rules, players, "learned", "yardstick"), 160 // players) > least


@pytest.mark.parametrize(("game", "rules", "players"), [("linko", "base", 3), ("verflixxt", "pro", 2)])
def test_a_search_in_a_match_that_stops_when_it_is_sure_chooses_what_a_whole_one_does(
    game: str, rules: str, players: int
) -> None:
    played = games(game, rules, players, "search:200", "search:200", seed=5)
    played.begin(Bout("search:200", "again", 1, 0))
    states, progress = played.game.states, played.progress
    whole, saved = SearchBot(game, playouts=200, seed=5), 0
    for _ in range(20):
        made = 0
        while progress["playouts_left"] or not made:  # one playout at a time, as a game may be interrupted anywhere
            assert played.advance(1)
            made += 1
        saved += 200 - made
        view = game_named(game).layout.new()
        for name, width in game_named(game).layout.fields.items():
            setattr(view, name, states[name][VIEW].tolist() if width.shape else int(states[name][VIEW]))
        legal = game_named(game).legal_actions(view)
        assert whole.choose(view, legal) == progress["chosen"]
    assert saved > 200


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_arena_makes_its_figures_of_compiled_games_too(game: str) -> None:
    match = one_against(MatchSetting(game, "base", 4), "thumb", "random", 3, deals=10)
    played = list(CompiledGames(match).play(match.bouts()))
    assert [one.bout for one in played] == list(match.bouts())
    (meeting,) = figures_of(match, played).meetings
    assert meeting.games == 40
    assert meeting.wins.low > 0.25
    deals = [CompiledGames(match).play_deal(number) for number in range(10)]
    assert [deal.share for deal in deals] == pytest.approx(meeting.shares)
    for one in played:
        best = max(one.scores)
        assert one.reason in game_named(game).reasons.values()
        assert 0 <= one.start < 4
        assert one.lead(one.winners[0]) <= best - min(one.scores)


def test_each_seat_searches_with_its_own_parameters() -> None:
    same, other = (games("verflixxt", "base", 3, "search:60", "search:60") for _ in range(2))
    other.game.parameters["random_rate"][1] = 1.0
    bouts = [Bout("search:60", "again", number, 0) for number in range(6)]
    assert [one.scores for one in same.play(bouts)] != [one.scores for one in other.play(bouts)]


@pytest.mark.parametrize("bot", ["search@50ms", "guided@50ms", "kitten", "run:true"])
def test_bots_that_compiled_games_cannot_have_are_refused(bot: str) -> None:
    with pytest.raises(SetupError, match="cannot play compiled games"):
        games("linko", "base", 4, bot, "thumb")
