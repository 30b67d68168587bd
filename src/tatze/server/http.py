"""HTTP around the API: bodies in, answers out, limits and headers, and every refusal in the same form."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tatze.server.api import Asked, Route, Text
from tatze.server.codes import Refused
from tatze.server.frames import encode
from tatze.server.logs import log
from tatze.server.server import Server, address_of
from tatze.wire import Problem

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
RAW_HEADERS = [(name.lower().encode(), text.encode()) for name, text in HEADERS.items()]


def endpoint(server: Server, route: Route) -> Any:
    """What Starlette calls for a route."""
    decoder = msgspec.json.Decoder(route.takes) if route.takes else None

    async def answer(request: Request) -> Response:
        try:
            return reply(await route.handle(await _asked(server, request, decoder)))
        except Refused as refusal:
            return problem(server, refusal)
        except Exception as error:  # noqa: BLE001  # the client gets a code, the log the rest
            log("request-error", level="error", error=error, kind=route.path)
            return problem(server, Refused("server/error"))

    return answer


async def _asked(server: Server, request: Request, decoder: Any) -> Asked:
    address = address_of(dict(request.scope))
    if not server.requests.take(address):
        raise Refused("rate/limited")
    if request.method != "GET":
        server.check_origin(dict(request.scope))
        if server.draining:
            raise Refused("server/draining")
    body = await _body(request, decoder, server) if decoder else None
    return Asked(server, address, request.path_params, dict(request.query_params), token_of(request), body)


def token_of(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:200] if scheme.lower() == "bearer" else ""


async def _body(request: Request, decoder: Any, server: Server) -> Any:
    limits = server.settings.limits
    try:
        async with asyncio.timeout(limits.body_seconds):
            body = await _read(request, limits.body)
    except TimeoutError:
        raise Refused("frame/slow") from None
    except ClientDisconnect:
        raise Refused("frame/bad") from None
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, ValueError) as error:
        raise Refused("frame/bad", detail=str(error)[:200]) from None


async def _read(request: Request, most: int) -> bytes:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise Refused("frame/too-big")
    return body


def reply(answer: Any) -> Response:
    headers = {"Cache-Control": "no-store"}
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, Text):
        return Response(answer.text, media_type="text/plain; charset=utf-8", headers=headers)
    return Response(encode(answer), media_type="application/json", headers=headers)


def problem(server: Server, refusal: Refused) -> Response:
    server.metrics.refusals.labels(refusal.code).inc()
    headers = {"Cache-Control": "no-store"}
    if refusal.status == 429:
        headers["Retry-After"] = "5"
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    body = encode(Problem(refusal.code, str(refusal), refusal.why))
    return Response(body, refusal.status, headers, media_type="application/json")
