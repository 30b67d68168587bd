"""The backend for all kinds of bots: plays one game of a match by the plain rules, as at a table.

A game follows from the match's seed and its bout alone, so any process or machine may play it."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from typing import Any

from tatze.arena.entrants import Entrant, seat_bot
from tatze.arena.match import Bout, Match
from tatze.bots.outside.bot import STDERR_LINES, OutsideBot
from tatze.bots.simple import Bot, RuleBot
from tatze.core.chance import Fairness
from tatze.core.errors import TatzeError
from tatze.core.game import Game, leaders
from tatze.core.layout import CHANCE, State
from tatze.core.setup import Setup
from tatze.core.table import draw_deal, draw_roll, draw_start, opening_state
from tatze.games import game_named
from tatze.review.requirements import LuckValue


@dataclass(frozen=True)
class Task:
    """A bout with everything that a process needs to play it."""

    game: str
    setup: Setup
    seed: int
    bout: Bout
    hero: Entrant
    field: Entrant
    forfeit: str = "lose"
    luck: LuckValue | None = None


@dataclass
class Played:
    """The result of a bout: one line of games.jsonl."""

    bout: Bout
    start: int = 0
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    reason: str = ""
    times: dict[str, list[int]] = field(default_factory=dict)
    """Entrant → time of each decision in microseconds. A single legal action is played without asking the bot."""
    forfeits: dict[str, dict[str, int]] = field(default_factory=dict)
    """Entrant → kind of failure → number of decisions that `thumb` made instead."""
    trouble: dict[str, str] = field(default_factory=dict)
    """Entrant → what went wrong last in its external program, and the end of the program's stderr."""
    lost: list[int] = field(default_factory=list)
    """The seats whose programs lost the game by a forfeit. `thumb` played on for them, but they cannot win."""
    luck: list[float] = field(default_factory=list)
    """The luck of each seat, without that of the deal; empty where results are not adjusted for it."""

    def share(self, seat: int) -> float:
        """A seat's share of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def lead(self, seat: int) -> int:
        """A seat's score minus the best score of the others."""
        return self.scores[seat] - max(score for other, score in enumerate(self.scores) if other != seat)

    def data(self) -> dict[str, Any]:
        """The line of games.jsonl as plain data; `read_played` reads it."""
        data = {key: value for key, value in asdict(self).items() if key != "bout" and (key != "luck" or value)}
        return {**self.bout._asdict(), **data}


def read_played(data: dict[str, Any]) -> Played:
    """Return the result that a line of games.jsonl holds."""
    bout = Bout(**{key: data.pop(key) for key in Bout._fields})
    return Played(bout, **data)


def task_of(match: Match, bout: Bout) -> Task:
    """Return the task of playing one bout of a match."""
    return Task(
        game=match.game,
        setup=match.setup,
        seed=match.seed,
        bout=bout,
        hero=match.entrant(bout.hero),
        field=match.entrant(bout.field),
        forfeit=match.forfeit,
        luck=match.luck,
    )


def play_bout(task: Task) -> Played:
    """Play a game to its end, and end all external programs that took part."""
    game = game_named(task.game)
    fairness = Fairness.from_seed(task.seed, task.bout.deal)
    start = draw_start(task.setup, fairness) if task.setup.start is None else task.setup.start
    s = opening_state(game, task.setup, start, draw_deal(game, task.setup, fairness))
    opening = game.layout.copy(s)
    played = Played(task.bout, start)
    with ExitStack() as stack:
        bots = [_seat(game, task, fairness, s, seat, stack) for seat in range(task.setup.players)]
        entries = _play(game, task, fairness, s, bots, played)
        _finish(game, s, bots, played)
    for label, bot in zip(task.bout.seats(task.setup.players), bots, strict=True):
        _note_trouble(label, bot, played)
    if task.luck:
        from tatze.review.luck import luck_of

        played.luck = luck_of(task.game, opening, entries, task.luck)
    return played


def _seat(game: Game[Any], task: Task, fairness: Fairness, s: State, seat: int, stack: ExitStack) -> Bot[Any]:
    entrant = task.hero if seat == task.bout.rotation else task.field
    seed = fairness.stream(f"bot {task.bout.rotation} {seat}").word()
    bot = seat_bot(game, entrant, seed, {"rules": task.setup.rules, "options": dict(task.setup.options)})
    if isinstance(bot, OutsideBot):
        stack.callback(bot.close)
        bot.open(game.view(s, seat))
    return bot


def _play(
    game: Game[Any], task: Task, fairness: Fairness, s: State, bots: list[Bot[Any]], played: Played
) -> list[tuple[int, int]]:
    """Play a game to its end, and return the actor and the action of every entry."""
    rolls = 0
    entries = []
    labels = task.bout.seats(task.setup.players)
    played.times = {label: [] for label in labels}
    while not s.reason:
        legal = game.legal_actions(s)
        if s.actor == CHANCE:
            action = draw_roll(fairness, rolls, legal)
            rolls += 1
        elif len(legal) == 1:
            action = legal[0]
        else:
            entrant = task.hero if s.actor == task.bout.rotation else task.field
            view = game.view(s, s.actor)
            begun = time.perf_counter_ns()
            bot = RuleBot(game.bots.thumb) if s.actor in played.lost else bots[s.actor]
            action = bot.choose(view, legal, entrant.seconds)
            if s.actor not in played.lost:
                played.times[entrant.label].append((time.perf_counter_ns() - begun) // 1000)
            if isinstance(bot, OutsideBot) and bot.forfeits:
                _forfeit(task, entrant.label, s.actor, bot, played)
            if action not in legal:
                raise TatzeError(f"the bot {entrant.label} chose {action}, which is not legal: {legal}")
        entries.append((s.actor, action))
        game.apply(s, action)
        s.events.clear()
    return entries


def _forfeit(task: Task, label: str, seat: int, bot: OutsideBot, played: Played) -> None:
    """Do what the match has agreed on for forfeits, after a program has forfeited a decision."""
    if task.forfeit == "abort":
        bot.close()
        lines = "".join(f"\n  {line}" for line in bot.stderr.splitlines()[-STDERR_LINES:])
        raise TatzeError(f"{label} forfeited a decision: {bot.trouble}{lines}")
    if task.forfeit == "lose":
        bot.close()
        played.lost.append(seat)


def _finish(game: Game[Any], s: State, bots: list[Bot[Any]], played: Played) -> None:
    outcome = game.outcome(s)
    assert outcome
    played.scores, played.winners, played.reason = list(outcome.scores), list(outcome.winners), outcome.reason
    left = [seat for seat in range(s.players) if seat not in played.lost]
    if played.lost and left:
        played.winners = [left[place] for place in leaders([game.standing(s, seat) for seat in left])]
    for bot in bots:
        if isinstance(bot, OutsideBot):
            bot.tell({"type": "over", **asdict(outcome)})


def _note_trouble(label: str, bot: Bot[Any], played: Played) -> None:
    if isinstance(bot, OutsideBot) and bot.forfeits:
        counted = played.forfeits.setdefault(label, {})
        for kind, count in sorted(bot.forfeits.items()):
            counted[kind] = counted.get(kind, 0) + count
        played.trouble[label] = "\n".join(text for text in (bot.trouble, bot.stderr) if text)
