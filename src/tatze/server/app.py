"""The ASGI application: HTTP, sockets, the page, health and metrics."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, MutableMapping
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route as HttpRoute

from tatze.core.errors import SetupError
from tatze.server.logs import log
from tatze.server.metrics import CONTENT_TYPE
from tatze.server.settings import Settings
from tatze.server.table.refusals import Refused
from tatze.server.web import socket
from tatze.server.web.admission import check_host
from tatze.server.web.http import RAW_SECURITY_HEADERS, RAW_TLS_HEADERS, endpoint, is_local, limited, problem
from tatze.server.web.openapi import document
from tatze.server.web.pages import Pages
from tatze.server.web.routes import ROUTES, STREAM_ROUTE
from tatze.server.web.services import Services

SOCKET_PATH = "/api/socket"
HEALTH_SECONDS = 3.0
"""Seconds in which the database must write and read for the server to be healthy."""
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
"""Methods that get an answer with a code at any path."""


class App:
    """The ASGI application. Sockets bypass Starlette, for speed; all other requests go through it."""

    def __init__(self, settings: Settings) -> None:
        self.services: Services = Services(settings)
        self.http: Starlette = _http_application(self.services)
        secure = settings.address.startswith("https://")
        self.headers: list[tuple[bytes, bytes]] = [*RAW_SECURITY_HEADERS, *(RAW_TLS_HEADERS if secure else ())]
        """The headers of every answer."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if scope["path"] == SOCKET_PATH:
                await socket.serve(self.services, scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": socket.CLOSE_FOR_GOOD})
            return

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        if scope["type"] != "http":
            await self.http(scope, receive, send)
            return
        try:
            check_host(self.services.settings, scope)
        except Refused as refusal:
            await problem(self.services, refusal)(scope, receive, send_with_headers)
            return
        await self.http(scope, receive, send_with_headers)


def _http_application(services: Services) -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            await services.open()
        except SetupError as error:
            services.failure = str(error)
            raise
        try:
            yield
        finally:
            await services.close()

    async def metrics(request: Request) -> Response:
        if not services.settings.public_metrics and not is_local(request):
            return problem(services, Refused("path/unknown"))
        return Response(services.metrics.text(), media_type=CONTENT_TYPE)

    checking: asyncio.Task[bool] | None = None

    async def health(_: Request) -> Response:
        nonlocal checking
        if services.draining:
            return PlainTextResponse("draining\n", 503)
        if checking is None or checking.done():  # all who ask meanwhile get the same answer
            checking = asyncio.create_task(_takes_writes(services))
        if await asyncio.shield(checking):
            return PlainTextResponse("ok\n")
        return PlainTextResponse("the database does not take writes\n", 503)

    description = JSONResponse(document())

    async def openapi(_: Request) -> Response:
        return description

    routes = [HttpRoute(r.path, endpoint(services, r), methods=[r.method]) for r in (*ROUTES, STREAM_ROUTE)]
    routes += [
        HttpRoute("/api/openapi.json", limited(services, openapi)),
        HttpRoute("/healthz", limited(services, health)),
        HttpRoute("/metrics", limited(services, metrics)),
        HttpRoute("/{path:path}", limited(services, Pages(services).show), methods=METHODS),
    ]
    return Starlette(routes=routes, lifespan=lifespan, middleware=_cross_origin(services.settings))


async def _takes_writes(services: Services) -> bool:
    """Return whether the database writes and reads in time."""
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            await services.store.check()
    except Exception as error:  # noqa: BLE001  # whatever is wrong, the database cannot be used
        log("unhealthy", level="error", error=error)
        return False
    return True


def _cross_origin(settings: Settings) -> list[Middleware]:
    """Return the middleware that lets the pages of other sites use the API, if the operator named such sites."""
    if not settings.origins:
        return []
    headers = ["Authorization", "Content-Type"]
    origins = list(settings.origins)
    return [Middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=headers)]
