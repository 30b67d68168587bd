"""A client for Tatze servers: it sits down at a table, sees every moment of the game, and acts.

    from tatze.client import Server

    with Server("http://127.0.0.1:8000").join("KATZE7", "Robo") as seat:
        for turn in seat.turns():
            seat.act(turn.own.legal[0].action)

A connection that breaks is made again, and a request that was not acknowledged is sent again with the same key, so that
it is carried out once. docs/protocol.md describes what is sent."""

from tatze.client.http import RequestRefused, Server
from tatze.client.seat import Seat

__all__ = ["RequestRefused", "Seat", "Server"]
