"""Writes fixtures/*.json: whole games of every rule set, moment by moment as one seat is sent them.

    python web/make_fixtures.py

The gallery and the component tests show boards with them; no server is needed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

import tatze
from tatze.bots import bot_named
from tatze.core.layout import EVERYONE
from tatze.core.table import Table, visible_event
from tatze.games import game_named, game_names
from tatze.wire import Cause, Happened, Legal, Moment, OutcomeInfo, Own

FOLDER = Path(__file__).parent / "fixtures"
NAMES = ["Mira", "Jonas", "Tariq", "Ida", "Chen", "Noor"]
SEAT = 0
CARELESS = 0.25
"""How often a player does just anything, so that everything the rules know happens."""


def whole_game(name: str, rules: str, players: int, seed: int) -> dict[str, Any]:
    table = tatze.open_table(name, players, rules, seed=seed, names=NAMES[:players])
    thumb, random = bot_named(name, "thumb"), Random(seed)
    moments = [moment(table, 0, Cause("started"), 0)]
    while not table.over:
        seat, before, legal = table.actor, table.version, table.legal_actions
        action = random.choice(legal) if random.random() < CARELESS else thumb.choose(table.view(seat), legal)
        table.play(action)
        cause = Cause("action", seat, table.game.write(action), seat != SEAT)
        moments.append(moment(table, before, cause, len(moments)))
    return {"game": name, "rules": rules, "names": NAMES[:players], "seat": SEAT, "moments": moments}


def moment(table: Table[Any], since: int, by: Cause, version: int) -> Moment:
    """What the seat is sent of a version. The game's own count, which has rolls and deals too, is `since`."""
    view = table.show(EVERYONE)
    mine = table.actor == SEAT and not table.over
    legal = [Legal(text, table.foresee(text)) for text in table.legal] if mine else []
    own = Own(
        seat=SEAT,
        view=own_view(table),
        events=happened(table, since, SEAT),
        legal=legal,
        undo=False,
    )
    outcome = table.outcome
    return Moment(
        version=version,
        by=by,
        table=None,
        events=happened(table, since, EVERYONE),
        view=msgspec.to_builtins(view),
        own=own,
        deadline=None,
        outcome=OutcomeInfo(list(outcome.winners), list(outcome.scores), outcome.reason) if outcome else None,
    )


def own_view(table: Table[Any]) -> dict[str, Any]:
    """What the seat sees beyond everybody."""
    return dict(table.game.own(table.state, SEAT))


def happened(table: Table[Any], since: int, viewer: int) -> list[Happened]:
    kinds = table.game.events
    events = [visible_event(table.game, event, viewer) for entry in table.happened[since:] for event in entry]
    return [Happened(kinds[e[0]].name, dict(zip(kinds[e[0]].fields, e[1:], strict=False))) for e in events]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in game_names():
        for rule_set in game_named(name).rule_sets.values():
            for players in sorted({rule_set.players[0], rule_set.usual, rule_set.players[-1]}):
                data = msgspec.json.encode(whole_game(name, rule_set.name, players, seed=players))
                (FOLDER / f"{name}-{rule_set.name}-{players}.json").write_bytes(data)


if __name__ == "__main__":
    main()
