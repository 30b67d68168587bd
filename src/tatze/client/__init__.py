"""A client for Tatze servers: it sits down at a table, sees every moment of the game, and acts.

    from tatze.client import Server

    with Server("http://127.0.0.1:8000").join("KATZE7", "Robo") as seat:
        for turn in seat.turns():
            seat.act(turn.own.legal[0].action)

A connection that breaks is made again, and a request that was not acknowledged is sent again with the same key, so that
it is carried out once. docs/protocol.md describes what is sent."""

from tatze.core.errors import MissingExtra
from tatze.core.installed import is_installed

if not (is_installed("msgspec") and is_installed("websockets")):
    raise MissingExtra("this needs msgspec and websockets: pip install 'tatze[client]'")

from tatze.client.errors import MalformedAnswer, RequestRefused, ServerUnreachable
from tatze.client.http import Server
from tatze.client.seat import Seat

__all__ = ["MalformedAnswer", "RequestRefused", "Seat", "Server", "ServerUnreachable"]
