"""Writes src/lib/wire.ts: the page's types, made from the server's wire types and the games' views.

    python web/make_types.py [--check]

With --check nothing is written, and a file that is out of date is an error."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec

from tatze import wire
from tatze.core.game import LETTERS
from tatze.core.outline import PER_SEAT, SEATS
from tatze.core.text import MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH, MAX_WORD_LENGTH
from tatze.games import BUILT_IN, game_named
from tatze.review.status import GamePuzzles, ReviewStatus
from tatze.wire import about, frames, moments, tables

TARGET = Path(__file__).parent / "src" / "lib" / "wire.ts"
HEAD = "// Made by web/make_types.py from src/tatze/wire and the games' views. Do not edit.\n"
REASONS = "Record<string, Record<number, string>>"
CONSTANTS = (
    ("PROTOCOL", wire.PROTOCOL, "Version of the wire protocol."),
    ("MAX_NAME_LENGTH", MAX_NAME_LENGTH, "Maximum number of characters of a player's name."),
    ("MAX_WORD_LENGTH", MAX_WORD_LENGTH, "Maximum number of characters of a word that a player adds to the deal."),
    ("MAX_MESSAGE_LENGTH", MAX_MESSAGE_LENGTH, "Maximum number of characters of a message to the others at a table."),
    ("MAX_CODE_LENGTH", wire.MAX_CODE_LENGTH, "Maximum number of characters of a table's code."),
    ("MAX_PASSWORD_LENGTH", wire.MAX_PASSWORD_LENGTH, "Maximum number of characters of the password for new tables."),
    ("MAX_URL_LENGTH", wire.MAX_URL_LENGTH, "Maximum number of characters of a webhook's address."),
    ("SEAT_LETTERS", LETTERS, "Seats as people write them: A is seat 0."),
    ("SEAT_FIELDS", SEATS, "Fields of views and events whose number is a seat."),
    ("PER_SEAT_FIELDS", PER_SEAT, "Fields of views whose list has one entry for each seat, in the order of the seats."),
    (
        "ANIMALS",
        wire.ANIMALS,
        "Every animal that a person can choose as a face, in the order in which the page offers them.",
    ),
    ("COLOURS", wire.COLOURS, "Every colour of a seat, in the order in which the page offers them."),
    ("HINTS", get_args(wire.Hints), "Whether a table gives hints, in the order in which the page offers the choices."),
    ("EMOTES", wire.EMOTES, "Every emote, in the order in which the page offers them."),
)
"""Facts that the page shares with the server: name, value, and what it is."""


def types() -> str:
    structs = [struct for module in (tables, moments, frames, about) for struct in structs_of(module)]
    views = [get_type_hints(game_named(name).show)["return"] for name in BUILT_IN]
    _, components = msgspec.json.schema_components([*structs, *views, ReviewStatus, GamePuzzles], ref_template="{name}")
    parts = [HEAD, *(constant(*one) for one in CONSTANTS), *(interface(c) for c in components.values())]
    for name in ("FromClient", "FromServer"):
        members = " | ".join(member.__name__ for member in getattr(wire, name).__args__)
        parts.append(f"export type {name} = {members};")
    parts.append(f"/** Why games end, by the event's number. */\nexport const REASONS: {REASONS} = {reasons()};")
    return "\n\n".join(parts) + "\n"


def structs_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """Return the wire types that a module defines, in the order in which they stand there."""
    found = [thing for thing in vars(module).values() if isinstance(thing, type) and issubclass(thing, msgspec.Struct)]
    return [struct for struct in found if struct.__module__ == module.__name__]


def reasons() -> str:
    return msgspec.json.encode({name: game_named(name).reasons for name in BUILT_IN}).decode()


def constant(name: str, value: Any, about: str) -> str:
    text = msgspec.json.encode(value).decode().replace('","', '", "')
    return f"/** {about} */\nexport const {name} = {text}{' as const' if isinstance(value, tuple) else ''};"


def interface(schema: dict[str, Any]) -> str:
    name = schema["title"]
    lines = [f"  {field}{mark(name, schema, field)}: {spell(kind)};" for field, kind in schema["properties"].items()]
    told = schema.get("description", "")
    about = f"/** {told} */\n" if told and not told.startswith(f"{name}(") else ""  # dataclasses tell their signature
    return f"{about}export interface {name} {{\n" + "\n".join(lines) + ("\n}" if lines else "}")


def mark(name: str, schema: dict[str, Any], field: str) -> str:
    """What we send may leave out what has a default; what the server sends is always whole."""
    struct = getattr(wire, name, None)
    sent = isinstance(struct, type) and issubclass(struct, wire.Request)
    return "?" if sent and field not in schema.get("required", []) else ""


def spell(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f'"{word}"' for word in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(spell(one) for one in schema["anyOf"]))
    match schema.get("type"):
        case "array":
            inner = spell(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            more = schema.get("additionalProperties", {})
            return f"Record<string, {spell(more) if more else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    return "unknown"


def main() -> None:
    text = types()
    if "--check" in sys.argv:
        if not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
            sys.exit("web/src/lib/wire.ts is out of date: run python web/make_types.py")
    elif not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
        TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
