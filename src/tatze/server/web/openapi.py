"""The OpenAPI document, made from the routes and the wire types."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tatze.core.version import __version__
from tatze.games import game_names
from tatze.server.table.refusals import REFUSALS
from tatze.server.web.routes import ROUTES, STREAM_ROUTE, Route
from tatze.wire import FromServer, Problem

COMMON_CODES = (
    "frame/bad",
    "frame/too-big",
    "frame/slow",
    "rate/limited",
    "origin/wrong",
    "server/busy",
    "server/unknown",
    "server/draining",
    "server/error",
)
"""Refusals that any request may get."""
QUERY_SCHEMAS: dict[str, dict[str, Any]] = {
    "format": {"type": "string", "enum": ["text", "json"]},
    "depth": {"type": "string", "enum": ["instant", "deep"]},
    "seat": {"type": "integer"},
}
"""The schemas of query parameters; others take any text."""


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    given = [route.gives for route in ROUTES if route.gives is not str]
    types = [*given, *(route.takes for route in ROUTES if route.takes), Problem, FromServer]
    _, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    paths[STREAM_ROUTE.path] = {"get": _stream_operation()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tatze",
            "version": __version__,
            "description": f"Tables for {', '.join(game_names())}. The socket is at /api/socket.",
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
        "summary": route.summary,
        "parameters": _parameters(route),
        "responses": {"200": _success(route), **_problems((*route.codes, *COMMON_CODES))},
    }
    if route.takes:
        operation["requestBody"] = {"required": True, "content": _json(route.takes)}
    if route.token:
        operation["security"] = [{"token": []}, {}] if route.token == "may" else [{"token": []}]
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    inside = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    return inside + [
        {"name": name, "in": "query", "required": False, "schema": QUERY_SCHEMAS.get(name, {"type": "string"})}
        for name in route.query
    ]


def _success(route: Route) -> dict[str, Any]:
    if route.gives is str:
        text = {"text/plain": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}
        return {"description": route.summary, "content": text}
    return {"description": route.summary, "content": _json(route.gives)}


def _json(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}


def _problems(codes: tuple[str, ...]) -> dict[str, Any]:
    """Return the responses of refusals: one for each HTTP status, which names the codes that it may carry."""
    by_status: dict[str, list[str]] = {}
    for code in codes:
        by_status.setdefault(str(REFUSALS[code][0]), []).append(code)
    return {
        status: {"description": ", ".join(named), "content": _json(Problem)}
        for status, named in sorted(by_status.items())
    }


def _stream_operation() -> dict[str, Any]:
    events = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "operationId": "stream",
        "summary": STREAM_ROUTE.summary,
        "parameters": [{"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}],
        "security": [{"token": []}, {}],
        "responses": {
            "200": {"description": "Frames, beginning with a welcome", "content": events},
            **_problems((*STREAM_ROUTE.codes, *COMMON_CODES)),
        },
    }
