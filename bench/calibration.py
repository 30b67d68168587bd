"""Are a network's win probabilities calibrated? Compares forecasts with outcomes in games among learned bots.

    python -m bench.calibration --games 2000 --plots docs/plots --write docs/research/learned.md

At every decision of every game the network forecasts each seat's share of the victory, once from the view of the seat
that decides and once from the view of the next seat. Of forecasts of about 30 %, three in ten should come true.
Intervals take into account that the forecasts of one game depend on each other. The games are of all rule sets and
numbers of players, on deals that no training saw. Needs the extra `train`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from tatze.bench.machine import machine
from tatze.bench.page import write_between
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of, win_chances
from tatze.compiled.batch import scratch_of
from tatze.compiled.forms import dtype_of
from tatze.games import game_named, game_names
from tatze.study.intervals import Z
from tatze.train.settings import games_per_setting, plain_settings
from tatze.train.vector.forms import numpy_arrays, setting_templates, training_form

SEED = 20_000
BINS = 20
"""Number of bins that forecasts are sorted into."""
SIDE, MARGIN = 320, 44
"""Measures of the picture, in its own units."""
COLOURS = {"decides": "#2f6f8f", "waits": "#b5532a"}


class Forecasts(NamedTuple):
    """Forecasts of seats' shares of the victory, with the outcome and the number of the game of each."""

    foreseen: Any
    came: Any
    game: Any


class Bin(NamedTuple):
    foreseen: float
    came: float
    half: float
    """Half of the 95 % interval."""
    size: int


def play(name: str, games: int) -> dict[str, Forecasts]:
    """Play games, spread over all settings as in training, and return the forecasts of both kinds of viewers."""
    known, functions, module = game_named(name), training_form(name, "cpu"), features_of(name)
    settings = plain_settings(name)
    kinds = np.repeat(np.arange(len(settings)), games_per_setting(settings, games))
    dtype = dtype_of(known.layout)
    templates = setting_templates(name, settings, dtype)
    states, views = np.zeros(games, dtype), np.zeros(1, dtype)
    scratch, arrays, running = scratch_of(known), numpy_arrays(name, kinds), np.arange(games)
    functions.deal_vector(states, views, templates, scratch, SEED, arrays)
    numbers, rolls = arrays.numbers, arrays.rolls
    players, results = states["players"].astype(np.int64), np.zeros((games, known.most_players), np.float32)
    said: dict[str, list[tuple[Any, Any]]] = {"decides": [], "waits": []}
    while len(running):
        n = len(running)
        features, masks = np.zeros((n, module.length), np.int8), np.zeros((n, module.choices), np.int8)
        actors = np.zeros(n, np.int64)
        functions.encode_actors(states, views, scratch.actions, actors, features, masks)
        policy, worth = network_of(name).evaluate(features)
        said["decides"].append((running, seat_by_seat(worth, actors, players[running])))
        viewers = (actors + 1) % players[running]
        features[:] = 0
        functions.encode_seats(states, views, viewers, 0, 1, features)
        said["waits"].append((running, seat_by_seat(network_of(name).evaluate(features)[1], viewers, players[running])))
        chosen = np.where(masks, policy, -np.inf).argmax(1)
        arrays = numpy_arrays(name, kinds[running])._replace(numbers=numbers, rolls=rolls, chosen=chosen)
        functions.step_vector(states, views, templates, scratch, SEED, arrays)
        done = arrays.done
        results[running[done != 0]] = arrays.shares[done != 0]
        going = done == 0
        states, numbers, rolls, running = states[going], numbers[going], rolls[going], running[going]
    return {who: collect(rows, results, players) for who, rows in said.items()}


def seat_by_seat(worth: Any, viewers: Any, players: Any) -> Any:
    """Return win probabilities by seat, −1 where there is no seat; the network orders them from the viewer's on."""
    found = np.full((len(worth), worth.shape[1] - 1), -1.0)
    for count in np.unique(players):
        rows = np.flatnonzero(players == count)
        seats = (np.arange(count) - viewers[rows, None]) % count
        found[rows, :count] = np.take_along_axis(win_chances(worth[rows], count), seats, 1)
    return found


def collect(rows: list[tuple[Any, Any]], results: Any, players: Any) -> Forecasts:
    games = np.concatenate([numbers for numbers, _ in rows])
    foreseen = np.concatenate([chances for _, chances in rows])
    there = np.arange(foreseen.shape[1]) < players[games][:, None]
    which = np.broadcast_to(games[:, None], foreseen.shape)
    return Forecasts(foreseen[there], results[games][there], which[there])


def bins_of(forecasts: Forecasts) -> list[Bin]:
    place = np.minimum((forecasts.foreseen * BINS).astype(np.int64), BINS - 1)
    found = []
    for i in np.unique(place):
        inside = place == i
        off = forecasts.came[inside] - forecasts.foreseen[inside]
        by_game = np.bincount(forecasts.game[inside], off)
        half = Z * float(np.sqrt((by_game**2).sum())) / len(off)
        found.append(Bin(forecasts.foreseen[inside].mean(), forecasts.came[inside].mean(), half, len(off)))
    return found


def table_row(name: str, who: str, forecasts: Forecasts, games: int) -> str:
    bins = bins_of(forecasts)
    count = len(forecasts.foreseen)
    error = sum(one.size * abs(one.foreseen - one.came) for one in bins) / count
    brier = float(((forecasts.foreseen - forecasts.came) ** 2).mean())
    blind = float(((forecasts.came.mean() - forecasts.came) ** 2).mean())
    return (
        f"| {name.capitalize()} | the seat that {who} | {games:,} | {count:,} | {brier:.3f} | {blind:.3f} "
        f"| {100 * error:.1f} % |"
    )


def picture(name: str, found: dict[str, Forecasts]) -> str:
    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * SIDE, 12 + (1 - y) * SIDE

    parts = []
    for percent in range(0, 101, 20):
        x, y = at(percent / 100, percent / 100)
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{MARGIN + SIDE}M{x:.1f} 12V{12 + SIDE}" stroke="#8883"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{percent}</text>')
        parts.append(f'<text x="{x:.1f}" y="{SIDE + 28}" text-anchor="middle">{percent}</text>')
    parts.append(f'<path d="M{MARGIN} {12 + SIDE}L{MARGIN + SIDE} 12" stroke="#888" stroke-dasharray="4 4"/>')
    for line, (who, forecasts) in enumerate(found.items()):
        for one in bins_of(forecasts):
            x, y = at(one.foreseen, one.came)
            high, low = at(0, min(1, one.came + one.half))[1], at(0, max(0, one.came - one.half))[1]
            parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{COLOURS[who]}"/>')
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[who]}"/>')
        text = f"as the seat that {who} sees it"
        parts.append(f'<text x="{MARGIN + 12}" y="{30 + 16 * line}" style="fill:{COLOURS[who]}">{text}</text>')
    parts.append(f'<text x="{MARGIN + SIDE / 2}" y="{SIDE + 46}" text-anchor="middle">foreseen, %</text>')
    parts.append(f'<text transform="translate(12 {12 + SIDE / 2}) rotate(-90)" text-anchor="middle">won, %</text>')
    label = f"Chances to win in {name.capitalize()}: foreseen, and come true"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE + MARGIN + 16} {SIDE + 56}" '
        f'font-family="sans-serif" font-size="12" fill="#777" role="img" aria-label="{label}">{"".join(parts)}</svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="of each game (%(default)s)")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="where calibration-GAME.svg goes")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table between this page's markers")
    args = parser.parse_args()
    about = machine()
    head = "| game | as seen by | games | forecasts | Brier score | without looking | off by, on average |"
    lines = [f"- {about['day']}, seed {SEED}", "", head, "|---|---|---:|---:|---:|---:|---:|"]
    for name in game_names():
        found = play(name, args.games)
        lines += [table_row(name, who, forecasts, args.games) for who, forecasts in found.items()]
        if args.plots:
            args.plots.mkdir(parents=True, exist_ok=True)
            (args.plots / f"calibration-{name}.svg").write_text(picture(name, found), encoding="utf-8")
    text = "\n".join(lines) + "\n"
    print(text)
    if args.write:
        write_between(args.write, text, "calibration")


if __name__ == "__main__":
    main()
