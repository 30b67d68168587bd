"""The OpenAPI document, made from the routes and the wire types."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tatze.core.version import __version__
from tatze.server.api import ROUTES, Route
from tatze.server.codes import CODES
from tatze.wire import FromServer, Problem

ALWAYS = ("frame/bad", "frame/too-big", "frame/slow", "rate/limited", "origin/wrong", "server/draining", "server/error")
"""What any request may be refused with."""
STREAM = "/api/tables/{table}/stream"


@cache
def document() -> dict[str, Any]:
    given = [route.gives for route in ROUTES if route.gives is not str]
    types = [*given, *(route.takes for route in ROUTES if route.takes), Problem, FromServer]
    _, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    paths[STREAM] = {"get": _stream()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tatze",
            "version": __version__,
            "description": "Tables for Linko/Abluxxen and Verflixxt. The socket is at /api/socket.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "A seat's token."}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.handle.__name__,
        "summary": route.about,
        "parameters": _parameters(route),
        "responses": {"200": _success(route), **_problems((*route.codes, *ALWAYS))},
    }
    if route.takes:
        operation["requestBody"] = {"required": True, "content": _json(route.takes)}
    if route.token:
        operation["security"] = [{"token": []}, {}] if route.token == "may" else [{"token": []}]
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    inside = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    schema = {"type": "string", "enum": ["text", "json"]}
    return inside + [{"name": name, "in": "query", "required": False, "schema": schema} for name in route.query]


def _success(route: Route) -> dict[str, Any]:
    if route.gives is str:
        text = {"text/plain": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}
        return {"description": route.about, "content": text}
    return {"description": route.about, "content": _json(route.gives)}


def _json(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}


def _problems(codes: tuple[str, ...]) -> dict[str, Any]:
    """Refusals by their HTTP status, with the codes that each may carry."""
    by_status: dict[str, list[str]] = {}
    for code in codes:
        by_status.setdefault(str(CODES[code][0]), []).append(code)
    return {
        status: {"description": ", ".join(named), "content": _json(Problem)}
        for status, named in sorted(by_status.items())
    }


def _stream() -> dict[str, Any]:
    events = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "operationId": "stream",
        "summary": "The table as it happens: each event's data is a frame as on the socket",
        "parameters": [{"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}],
        "security": [{"token": []}, {}],
        "responses": {
            "200": {"description": "Frames, beginning with a welcome", "content": events},
            **_problems(("table/unknown", "table/private", "watch/off", "token/wrong", "rate/sockets", *ALWAYS)),
        },
    }
