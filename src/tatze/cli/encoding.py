"""Output in any encoding: signs that the terminal or the file of the output cannot have are written by simpler ones."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

HANDLER = "tatze-simpler"
"""The name of the error handler."""
SIMPLER = {
    "–": "-", "—": "-", "−": "-", "±": "+/-", "×": "x", "·": "-", "…": "...", "•": "*", "≥": ">=", "≤": "<=", "→": "->",
    "„": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "«": '"', "»": '"', "‹": "'", "›": "'", "✓": "v", "✗": "x",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "\u00a0": " ", "\u202f": " ",
    "█": "#", "▀": "#", "▄": "#", "▌": "#", "▐": "#", "▶": ">", "►": ">", "◀": "<", "●": "*", "○": "o", "▸": ">",
}  # fmt: skip
"""What stands for a sign that an encoding does not have."""
BOX_DRAWING = range(0x2500, 0x2580)


def simpler(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return simpler signs for those that cannot be encoded, and where to go on: an error handler of codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_simpler(sign) for sign in error.object[error.start : error.end]), error.end


def _simpler(sign: str) -> str:
    if sign in SIMPLER:
        return SIMPLER[sign]
    if ord(sign) in BOX_DRAWING:
        return "|" if sign in "│┃║╎╏┆┇┊┋╵╷╹╻" else "-" if sign in "─━═╌╍┄┅┈┉╴╶╸╺" else "+"
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return plain or ("" if unicodedata.category(sign) in ("Mn", "Cf") else "?")


def make_output_safe() -> None:
    """Make the standard streams write simpler signs instead of raising an error."""
    codecs.register_error(HANDLER, simpler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def can_write(signs: str) -> bool:
    """Return whether the standard output can have these signs as they are."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
