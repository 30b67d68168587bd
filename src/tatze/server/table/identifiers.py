"""Identifiers of tables and tokens: random ones, and ones that follow from the key of a request."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from itertools import count

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Characters of codes that people read out: none of them looks like another."""
CODE_LENGTH = 6
"""Number of characters of a table's code."""
ID_LENGTH = 16
"""Number of characters of a table's id: long enough that nobody finds one by trying."""
MAX_IDENTIFIER_LENGTH = 64
"""Maximum number of characters of a text that is looked up as an id or a code."""


def new_table_id() -> str:
    """Return a random id for a table."""
    return "".join(secrets.choice(ALPHABET.lower()) for _ in range(ID_LENGTH))


def is_identifier(text: str) -> bool:
    """Return whether a text could be the id or the code of a table. Databases refuse some other texts with an error."""
    return len(text) <= MAX_IDENTIFIER_LENGTH and text.isascii() and text.isalnum()


def codes_from_secret(table: str, secret: str) -> Iterator[str]:
    """Return the codes that a table may get, without end, the first choice first. They follow from a secret of the
    host's request, so that a request that is sent again finds the same code, which is stored only as a hash."""
    return (_code(_derive("code", table, secret, str(number))) for number in count())


def _code(digest: bytes) -> str:
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:CODE_LENGTH])


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(24)


def table_id_from_key(key: str) -> str:
    """Return the id of the table that a request with this key opens, which is the same each time it is sent."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in _derive("table", key)[:ID_LENGTH]).lower()


def token_from_key(table: str, key: str) -> str:
    """Return the token that a request with this key gets at a table. It cannot be found without the key."""
    return urlsafe_b64encode(_derive("token", table, key)[:24]).decode()


def rematch_token(table: str, token: str, key: str) -> str:
    """Return the token that a seat gets at the rematch's table. It follows from the token with which the seat asked,
    which is secret, and from the request's key, so a request that is sent again gets the same token."""
    return urlsafe_b64encode(_derive("rematch", table, token, key)[:24]).decode()


def stored_join_key(key: str) -> str:
    """Return what the log stores in place of the key of a join. The token does not follow from it."""
    return _derive("join", key).hex()


def _derive(*parts: str) -> bytes:
    return hashlib.sha256(" ".join(parts).encode()).digest()
