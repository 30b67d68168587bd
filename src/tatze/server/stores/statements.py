"""SQL statements that are written together with a row of the event log."""

from __future__ import annotations

import hashlib

from tatze.server.stores.engine import Statement
from tatze.server.table.rows import NO_SEAT, Grant
from tatze.wire import PushSubscription

MAX_TOKENS_PER_SEAT = 8
"""Maximum number of tokens of a seat. A further token ends the oldest one."""

MAX_ENDED_TOKENS = 64
"""Maximum number of ended tokens of a table that are remembered; older ones are forgotten."""
MAX_PUSHES_PER_SEAT = 4
"""Maximum number of browsers that are told of one seat's turns. A further one ends the oldest."""


def digest(secret: str) -> str:
    """Return the hash under which a token or one-time code is stored. They are long and random, so a plain hash is
    enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def insert_table(table: str, hashed: str, public: bool, now: float) -> Statement:
    """Return the statement that lists a new table, whose code has this hash."""
    sql = "INSERT INTO tables (id, code, public, status, created, touched) VALUES (?, ?, ?, 'waiting', ?, ?)"
    return sql, (table, hashed, int(public), now, now)


def set_status(table: str, status: str, now: float) -> Statement:
    """Return the statement that stores a table's status for listings."""
    return "UPDATE tables SET status = ?, touched = ? WHERE id = ?", (status, now, table)


def insert_token(token: str, grant: Grant, now: float) -> list[Statement]:
    """Return the statements that give a seat a token, and end its oldest token if it has too many."""
    table, seat, host, owner = grant
    surplus = """DELETE FROM tokens WHERE table_id = ? AND seat = ? AND ended = '' AND hash NOT IN (SELECT hash
               FROM tokens WHERE table_id = ? AND seat = ? AND ended = '' ORDER BY created DESC LIMIT ?)"""
    sql = "INSERT INTO tokens (hash, table_id, seat, host, created, owner) VALUES (?, ?, ?, ?, ?, ?)"
    return [
        (surplus, (table, seat, table, seat, MAX_TOKENS_PER_SEAT - 1)),
        (sql, (digest(token), table, seat, int(host), now, owner)),
    ]


def end_tokens(table: str, seat: int, reason: str) -> list[Statement]:
    """Return the statements that end a seat's tokens, transfer, webhook and pushes. The tokens are kept with
    the reason, so that whoever comes back with one is told the truth. A host's token stays valid, without the seat."""
    forget = """DELETE FROM tokens WHERE table_id = ? AND ended <> '' AND hash NOT IN (SELECT hash
              FROM tokens WHERE table_id = ? AND ended <> '' ORDER BY created DESC LIMIT ?)"""
    return [
        (
            "UPDATE tokens SET ended = ? WHERE table_id = ? AND seat = ? AND host = 0 AND ended = ''",
            (reason, table, seat),
        ),
        (forget, (table, table, MAX_ENDED_TOKENS)),
        ("UPDATE tokens SET seat = ? WHERE table_id = ? AND seat = ? AND host = 1", (NO_SEAT, table, seat)),
        ("DELETE FROM transfers WHERE table_id = ? AND seat = ?", (table, seat)),
        ("DELETE FROM hooks WHERE table_id = ? AND seat = ?", (table, seat)),
        delete_seat_pushes(table, seat),
    ]


def set_code(table: str, hashed: str) -> Statement:
    """Return the statement that replaces a table's code by the one with this hash."""
    return "UPDATE tables SET code = ? WHERE id = ?", (hashed, table)


def insert_transfer(code: str, grant: Grant, expires: float) -> list[Statement]:
    """Return the statements that store a transfer's code. A seat has one transfer at a time."""
    sql = "INSERT INTO transfers (hash, table_id, seat, host, expires, owner) VALUES (?, ?, ?, ?, ?, ?)"
    return [
        ("DELETE FROM transfers WHERE table_id = ? AND seat = ?", (grant.table_id, grant.seat)),
        (sql, (digest(code), grant.table_id, grant.seat, int(grant.host), expires, grant.owner)),
    ]


def set_webhook(table: str, seat: int, url: str) -> list[Statement]:
    """Return the statements that set a seat's webhook; an empty address removes it."""
    delete: Statement = ("DELETE FROM hooks WHERE table_id = ? AND seat = ?", (table, seat))
    insert: Statement = ("INSERT INTO hooks (table_id, seat, url) VALUES (?, ?, ?)", (table, seat, url))
    return [delete, insert] if url else [delete]


def insert_push(table: str, seat: int, push: PushSubscription, now: float) -> list[Statement]:
    """Return the statements that give a seat a push subscription, and end its oldest one if it has too many."""
    surplus = """DELETE FROM pushes WHERE table_id = ? AND seat = ? AND endpoint NOT IN
               (SELECT endpoint FROM pushes WHERE table_id = ? AND seat = ? ORDER BY created DESC LIMIT ?)"""
    sql = "INSERT INTO pushes (table_id, seat, endpoint, p256dh, auth, lang, created) VALUES (?, ?, ?, ?, ?, ?, ?)"
    return [
        delete_push(table, seat, push.endpoint),
        (surplus, (table, seat, table, seat, MAX_PUSHES_PER_SEAT - 1)),
        (sql, (table, seat, push.endpoint, push.p256dh, push.auth, push.lang, now)),
    ]


def delete_push(table: str, seat: int, endpoint: str) -> Statement:
    """Return the statement that ends one of a seat's push subscriptions."""
    return "DELETE FROM pushes WHERE table_id = ? AND seat = ? AND endpoint = ?", (table, seat, endpoint)


def delete_seat_pushes(table: str, seat: int) -> Statement:
    """Return the statement that ends all push subscriptions of a seat."""
    return "DELETE FROM pushes WHERE table_id = ? AND seat = ?", (table, seat)


def delete_endpoint(endpoint: str) -> Statement:
    """Return the statement that ends every subscription of a browser that takes no more push messages."""
    return "DELETE FROM pushes WHERE endpoint = ?", (endpoint,)


def delete_table_pushes(table: str) -> Statement:
    """Return the statement that ends all push subscriptions of a table."""
    return "DELETE FROM pushes WHERE table_id = ?", (table,)


def insert_review(table: str, game: int, depth: str, seat: int, data: bytes, now: float) -> Statement:
    """Return the statement that keeps a review, unless another node was quicker or the table is gone."""
    sql = """INSERT INTO reviews (table_id, game, depth, seat, data, created) SELECT ?, ?, ?, ?, ?, ?
             WHERE EXISTS (SELECT 1 FROM tables WHERE id = ? AND status <> 'removed') ON CONFLICT DO NOTHING"""
    return sql, (table, game, depth, seat, data, now, table)


def delete_table(table: str) -> list[Statement]:
    """Return the statements that delete everything about a table."""
    names = ("log", "tokens", "transfers", "hooks", "pushes", "reviews")
    own: list[Statement] = [(f"DELETE FROM {name} WHERE table_id = ?", (table,)) for name in names]
    return [*own, ("DELETE FROM tables WHERE id = ?", (table,))]
