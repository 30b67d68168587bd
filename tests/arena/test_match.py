"""Who meets whom, over which deals, and what that says."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tatze.arena.entrants import Entrant, read_entrant
from tatze.arena.figures import clustered_mean, clustered_share, figures_of, student
from tatze.arena.match import Bout, Match, Meeting, deals_for
from tatze.arena.play import Played, play_bout, task_of
from tatze.arena.ratings import ranks, rate
from tatze.bots import bot_named
from tatze.core.chance import Fairness
from tatze.core.errors import SetupError
from tatze.core.record import legal_counts
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named, game_names


def match(game: str, *bots: str, players: int = 4, deals: int = 5, hero: str = "", rules: str = "base") -> Match:
    setup = make_setup(game_named(game), rules, players)
    return Match(game, setup, 11, deals, tuple(read_entrant(bot) for bot in bots), hero)


def played(one: Match) -> list[Played]:
    return [play_bout(task_of(one, bout)) for bout in one.bouts()]


def test_everybody_is_alone_among_everybody_else_and_sits_on_every_seat() -> None:
    bouts = list(match("linko", "random", "thumb", "yardstick", deals=3).bouts())
    assert len(bouts) == len(set(bouts)) == 3 * 6 * 4
    for bout in bouts:
        assert bout.seats(4).count(bout.hero) == 1
        assert bout.seats(4).count(bout.field) == 3
    seats = Counter((bout.meeting, bout.deal, bout.seats(4).index(bout.hero)) for bout in bouts)
    assert set(seats.values()) == {1}
    assert len(seats) == 3 * 6 * 4


def test_with_two_players_a_pair_meets_once_on_both_seats() -> None:
    pairs = match("verflixxt", "random", "thumb", "yardstick", players=2)
    assert len(pairs.meetings()) == 3
    assert [bout.seats(2) for bout in list(pairs.bouts())[:2]] == [["random", "thumb"], ["thumb", "random"]]


def test_in_a_gauntlet_only_the_hero_meets_the_others() -> None:
    gauntlet = match("linko", "random", "thumb", "yardstick", hero="thumb")
    assert gauntlet.meetings() == [Meeting("thumb", "random"), Meeting("thumb", "yardstick")]


@pytest.mark.parametrize("game", game_names())
def test_a_deal_is_the_one_of_its_number_on_every_seat(game: str) -> None:
    """With the same bot everywhere, every rotation is the game that a table of that seed plays."""
    same = match(game, "thumb", "again=thumb", deals=2)
    for bout in same.bouts():
        one = play_bout(task_of(same, bout))
        room = game_named(game)
        table = Table.open(room, same.setup, Fairness.from_seed(11, bout.deal))
        thumb = bot_named(game, "thumb")
        while not table.over:
            table.play(thumb.choose(table.view(table.actor), table.legal_actions))
        assert table.outcome
        assert (one.scores, one.winners) == (list(table.outcome.scores), list(table.outcome.winners))
        assert one.start == table.start
        counts = legal_counts(table)
        decisions = [n for entry, n in zip(table.entries, counts, strict=True) if entry.actor >= 0 and n > 1]
        assert sum(len(times) for times in one.times.values()) == len(decisions)


def test_luck_cancels_when_a_bot_meets_itself() -> None:
    same = match("linko", "thumb", "again=thumb")
    for one in figures_of(same, played(same)).meetings:
        assert one.wins.value == pytest.approx(0.25)
        assert one.margin == pytest.approx((0, 0, 0))


def test_a_game_is_the_same_when_it_is_played_again() -> None:
    again = match("verflixxt", "random", "yardstick", deals=2)
    first, second = played(again), played(again)
    assert [(one.bout, one.scores, one.winners) for one in first] == [
        (one.bout, one.scores, one.winners) for one in second
    ]
    assert len({tuple(one.scores) for one in first}) > 1


def test_two_players_say_of_each_what_they_say_of_the_other() -> None:
    two = match("verflixxt", "random", "thumb", players=2, deals=20)
    one, other = figures_of(two, played(two)).meetings
    assert one.meeting == Meeting("random", "thumb")
    assert other.meeting == Meeting("thumb", "random")
    assert one.wins.value + other.wins.value == pytest.approx(1)
    assert one.margin.value == pytest.approx(-other.margin.value)
    assert other.wins.low > 0.5 > one.wins.high
    assert one.games == 40


def test_the_order_in_which_games_came_back_changes_no_figure() -> None:
    three = match("verflixxt", "random", "thumb", "yardstick", players=3, deals=4)
    games = played(three)
    shuffled = list(games)
    Random(1).shuffle(shuffled)
    assert figures_of(three, shuffled) == figures_of(three, games)


def test_shared_victories_count_in_parts() -> None:
    one = Played(Bout("a", "b", 0, 0), 0, [5, 5, 3], [0, 1])
    assert [one.share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_intervals_hold_the_truth_as_often_as_they_say_when_games_of_a_deal_go_together() -> None:
    """Simulated deals that favour or harm the hero in all their games; games counted singly would be far too sure."""
    random, inside, tries = Random(7), 0, 600
    for _ in range(tries):
        deals = []
        for _ in range(60):
            chance = random.choice((0.05, 0.55))
            deals.append(sum(random.random() < chance for _ in range(4)) / 4)
        estimate = clustered_share(deals, 240)
        inside += estimate.low <= 0.3 <= estimate.high
    assert 0.92 <= inside / tries <= 0.98


def test_intervals_narrow_when_rotation_cancels_luck() -> None:
    paired = clustered_share([0.25, 0.25, 0.5, 0.25, 0.0, 0.25] * 10, 240)
    luck = clustered_share([1.0, 0.0, 0.0, 0.0] * 15, 240)
    assert paired.value == luck.value == 0.25
    assert paired.high - paired.low < 0.6 * (luck.high - luck.low)


def test_winning_always_is_not_certain() -> None:
    estimate = clustered_share([1.0] * 10, 40)
    assert estimate.value == estimate.high == 1
    assert 0.85 < estimate.low < 0.95


def test_half_a_victory_makes_nothing_surer_than_none() -> None:
    none, half = clustered_share([0.0] * 50, 200), clustered_share([0.0] * 49 + [0.125], 200)
    assert none.high <= half.high


def test_students_distribution_is_the_tables() -> None:
    for freedom, value in {1: 12.706, 2: 4.303, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}.items():
        assert student(freedom) == pytest.approx(value, rel=0.01)
    low, high = clustered_mean([1.0, 2.0, 3.0, 4.0, 5.0])[1:]
    assert (low, high) == pytest.approx((3 - 2.776 * 0.7071, 3 + 2.776 * 0.7071), rel=0.001)


def test_ratings_follow_strength() -> None:
    pytest.importorskip("openskill")
    three = match("linko", "random", "thumb", "yardstick", deals=8)
    ratings = rate(three, played(three))
    assert ratings["random"].mu + 10 < min(ratings["thumb"].mu, ratings["yardstick"].mu)
    assert all(0 < rating.sigma < 4 for rating in ratings.values())


def test_the_places_of_a_game_are_the_winners_and_then_the_scores() -> None:
    one = Played(Bout("a", "b", 0, 0), 0, [7, 9, 9, 2], [2])
    first, second, third, last = sorted(range(4), key=ranks(one).__getitem__)
    assert (first, second, third, last) == (2, 1, 0, 3)
    assert len(set(ranks(one))) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("thumb", Entrant("thumb", "thumb")),
        ("search", Entrant("search@200ms", "search", (), 0.2)),
        ("search@50ms", Entrant("search@50ms", "search", (), 0.05)),
        ("search@1.5s", Entrant("search@1.5s", "search", (), 1.5)),
        ("search:500", Entrant("search:500", "search", (), None, 500)),
        ("deep=search:500", Entrant("deep", "search", (), None, 500)),
        ("kitten", Entrant("kitten", "kitten")),
        ("learned", Entrant("learned", "learned")),
        ("guided:40", Entrant("guided:40", "guided", (), None, 40)),
        ("run:true 'a b'", Entrant("true", "", ("true", "a b"), 0.2)),
        ("run:true -I some/bot.py --deep", Entrant("bot", "", ("true", "-I", "some/bot.py", "--deep"), 0.2)),
        ("mine=run:true x=1:2@3", Entrant("mine", "", ("true", "x=1:2@3"), 0.2)),
    ],
)
def test_entrants_are_written_as_people_type_them(text: str, expected: Entrant) -> None:
    assert read_entrant(text, 0.2) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("thumb@200ms", "has no budget"),
        ("learned@200ms", "has no budget"),
        ("search@fast", "200ms"),
        ("search@0s", "200ms"),
        ("search:0", "playouts"),
        ("search:-3", "playouts"),
        ("search@", "200ms"),
        ("", "there is no bot"),
        ("a=b=c", "there is no bot"),
        ("run:", "needs a command"),
        ("run:'", "cannot be read"),
        ("run:no-such-program-anywhere", "no program"),
    ],
)
def test_what_is_no_entrant_is_refused(text: str, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        read_entrant(text)


def test_games_are_made_up_to_whole_deals() -> None:
    assert [deals_for(games, 4) for games in (1, 8, 9, 1000)] == [2, 2, 3, 250]
