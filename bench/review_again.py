"""The verdicts of today's reviews on positions with a known reference, without a device.

    python -m bench.review_again linko --draws 384 --from 93
    python -m bench.review_again linko --turns 1 --from 93      # as if the policy played on for one turn only

`bench/data/review_reference_GAME.json` has positions of games among learned bots as the seat to decide sees them. Of
each it has the best action and a planted mistake, with how much worse an action is by 20,000 full playouts of the
learned policy (`bench.review_device`). The settings of deep reviews were chosen on the first 93 positions; `--from 93`
leaves them out."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bench.review_figures import show_planted  # after the number of threads is set
from bench.review_tasks import plain_verdict  # the same
from tatze.core.position import read_position  # the same
from tatze.games import game_named, game_names  # the same
from tatze.review import deep  # the same
from tatze.review.chance_events import seed_of  # the same
from tatze.review.decisions import ReviewedDecision, instant_values, judged  # the same
from tatze.review.judge import Judge, judge_of  # the same

DATA = Path(__file__).parent / "data"


def verdicts(judge: Judge, one: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Return the reference of a position with the verdicts on its best action and its planted mistake."""
    view = read_position(judge.game, one["position"]).state
    legal, state = judge.game.legal_actions(view), judge.record(view)
    found = []
    for action in (one["best"], *one["planted"]):
        decision = ReviewedDecision(0, view.actor, state, legal, action, seed_of("again", one["position"]))
        instant = judged(judge, decision, instant_values(judge, decision))
        played_on = deep.deep_verdict(judge, decision, instant, seconds)
        found.append({"action": action, "instant": plain_verdict(instant), "deep": plain_verdict(played_on)})
    return {"best": one["best"], "gaps": one["gaps"], "verdicts": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("game", choices=game_names())
    add("--from", dest="first", type=int, default=0, metavar="N", help="leave out the first N positions")
    add("--count", type=int, default=10**6, metavar="K", help="at most so many positions")
    add("--draws", type=int, default=deep.MOST_DRAWS, help="largest number of draws of hidden cards (%(default)s)")
    add("--seconds", type=float, default=600.0, help="time for one decision (%(default)s)")
    add("--turns", type=int, help="turns of the seat that are played on (the game's own number)")
    args = parser.parse_args()
    if args.turns:
        object.__setattr__(game_named(args.game).review, "turns", args.turns)
    deep.MOST_DRAWS = args.draws
    rows = json.loads((DATA / f"review_reference_{args.game}.json").read_text(encoding="utf-8"))
    found = []
    for number, one in enumerate(rows[args.first :][: args.count], 1):
        found.append(verdicts(judge_of(args.game), one, args.seconds))
        print(f"\r{number} positions", end="", flush=True)
    print()
    show_planted(found)


if __name__ == "__main__":
    main()
