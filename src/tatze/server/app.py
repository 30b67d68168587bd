"""The ASGI application."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, MutableMapping
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route as HttpRoute

from tatze.server import socket
from tatze.server.api import ROUTES, Route
from tatze.server.http import RAW_HEADERS, endpoint
from tatze.server.metrics import CONTENT_TYPE
from tatze.server.openapi import STREAM, document
from tatze.server.pages import Pages
from tatze.server.server import Scope, Server
from tatze.server.settings import Settings
from tatze.server.stream import stream

SOCKET = "/api/socket"
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
"""What may be tried at an address that is none, and gets a code for an answer."""


class App:
    """The socket goes its own short way; everything else is Starlette's, with our headers."""

    def __init__(self, settings: Settings) -> None:
        self.server = Server(settings)
        self.http = _http(self.server)
        self.state = self.http.state
        self.state.drain = self.server.drain
        self.state.server = self.server

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if scope["path"] == SOCKET:
                await socket.serve(self.server, scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": socket.POLICY})
            return

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *RAW_HEADERS]
            await send(message)

        await self.http(scope, receive, send_with_headers if scope["type"] == "http" else send)


def create_app(settings: Settings) -> App:
    return App(settings)


def _http(server: Server) -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await server.open()
        try:
            yield
        finally:
            await server.close()

    async def metrics(_: Request) -> Response:
        return Response(server.metrics.text(), media_type=CONTENT_TYPE)

    async def health(_: Request) -> Response:
        if server.draining:
            return PlainTextResponse("draining\n", 503)
        await server.store.unfinished()
        return PlainTextResponse("ok\n")

    async def openapi(_: Request) -> Response:
        return JSONResponse(document())

    streaming = Route("GET", STREAM, stream, str, "")
    routes = [HttpRoute(r.path, endpoint(server, r), methods=[r.method]) for r in (*ROUTES, streaming)]
    routes += [
        HttpRoute("/api/openapi.json", openapi),
        HttpRoute("/healthz", health),
        HttpRoute("/metrics", metrics),
        HttpRoute("/{path:path}", Pages(server).show, methods=METHODS),
    ]
    return Starlette(routes=routes, lifespan=lifespan, middleware=_cross_origin(server.settings))


def _cross_origin(settings: Settings) -> list[Middleware]:
    """Pages of other sites may use the API only where the operator named them."""
    if not settings.origins:
        return []
    headers = ["Authorization", "Content-Type"]
    origins = list(settings.origins)
    return [Middleware(CORSMiddleware, allow_origins=origins, allow_methods=["GET", "POST"], allow_headers=headers)]
