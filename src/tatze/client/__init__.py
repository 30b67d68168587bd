"""A client for Tatze servers: sit down at a table, see every moment of it, act.

    from tatze.client import Server

    with Server("http://127.0.0.1:8000").join("KATZE7", "Robo") as seat:
        for turn in seat.turns():
            seat.act(turn.own.legal[0].action)

Connections that break are made again, and what was not acknowledged is sent again under the same key, so that nothing
is done twice. docs/protocol.md describes what is sent."""

from tatze.client.http import Refusal, Server
from tatze.client.seat import Seat

__all__ = ["Refusal", "Seat", "Server"]
