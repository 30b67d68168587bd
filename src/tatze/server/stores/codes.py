"""Hashes of the codes by which people join tables: whoever reads the database or a backup does not learn the codes.

A code is short, because people read it out, so all codes could be tried on a plain hash in minutes. Scrypt makes each
try cost some milliseconds and 4 MiB, which is months of a core for all of them. The salt is one for the whole database,
because tables are found by the hash of their code."""

from __future__ import annotations

import hashlib
from functools import lru_cache

SALT_NAME = "codes"
"""The name of the salt among the server's keys in the database."""
_COST = 1 << 12
_BLOCK_SIZE = 8


@lru_cache(maxsize=10_000)
def code_hash(code: str, salt: str) -> str:
    """Return the hash under which a table's code is stored. It takes about 10 ms, unless it was asked for lately."""
    return hashlib.scrypt(code.encode(), salt=salt.encode(), n=_COST, r=_BLOCK_SIZE, p=1, dklen=24).hex()
