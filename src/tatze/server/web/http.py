"""HTTP around the handlers: decodes bodies, encodes answers, and applies limits. Every refusal has the same form."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tatze.server.live.frames import encode
from tatze.server.logs import log
from tatze.server.table.refusals import Refused
from tatze.server.web.admission import check_origin
from tatze.server.web.handlers import ApiRequest, PlainText
from tatze.server.web.limits import client_address
from tatze.server.web.routes import Route
from tatze.server.web.services import Services
from tatze.wire import Problem

SECURITY_HEADERS = {
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
RAW_SECURITY_HEADERS = [(name.lower().encode(), text.encode()) for name, text in SECURITY_HEADERS.items()]
"""The security headers as ASGI has them."""
RAW_TLS_HEADERS = [
    (b"strict-transport-security", b"max-age=31536000"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
"""More headers for a server whose address is https: browsers never use http there, and other pages cannot script it."""
RETRY_AFTER_SECONDS = "5"
"""What a client that sends too much is told to wait."""
THROTTLE_SECONDS = 0.5
"""Seconds after which a request is refused that exceeds a rate limit."""
MAX_TOKEN_LENGTH = 200
"""Number of characters after which a token in a header is cut off."""


def endpoint(services: Services, route: Route) -> Any:
    """Return the function that Starlette calls for a route."""
    decoder = msgspec.json.Decoder(route.takes) if route.takes else None

    async def answer(request: Request) -> Response:
        try:
            return reply(await route.handle(await _api_request(services, request, decoder)))
        except Refused as refusal:
            await _slow_down(refusal)
            return problem(services, refusal)
        except Exception as error:  # noqa: BLE001  # the client gets a code, the log the rest
            log("request-error", level="error", error=error, kind=route.path)
            return problem(services, Refused("server/error"))

    return answer


def limited(services: Services, answer: Callable[[Request], Awaitable[Response]]) -> Any:
    """Return a function that answers as `answer` does, but refuses an address that asks for too much. It is for the
    files of the page and for everything else that is not the API."""

    async def answer_or_refuse(request: Request) -> Response:
        if not services.limits.files.take(client_address(dict(request.scope))):
            refusal = Refused("rate/limited")
            await _slow_down(refusal)
            return problem(services, refusal)
        return await answer(request)

    return answer_or_refuse


async def _slow_down(refusal: Refused) -> None:
    """Wait before a client that sends too much is refused, because answering at once would let it send even more. The
    number of its connections is bounded."""
    if refusal.code == "rate/limited":
        await asyncio.sleep(THROTTLE_SECONDS)


def is_local(request: Request) -> bool:
    """Return whether a request comes from this machine itself, and not through a proxy on it."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers or request.client is None:
        return False
    with contextlib.suppress(ValueError):
        return ip_address(request.client.host).is_loopback
    return False


async def _api_request(services: Services, request: Request, decoder: Any) -> ApiRequest:
    address = client_address(dict(request.scope))
    if not services.limits.requests.take(address):
        raise Refused("rate/limited")
    if request.method != "GET":
        check_origin(services.settings, dict(request.scope))
        if services.draining:
            raise Refused("server/draining")
    return ApiRequest(
        services=services,
        address=address,
        local=is_local(request),
        path=request.path_params,
        query=dict(request.query_params),
        token=bearer_token(request),
        body=await _body(request, decoder, services) if decoder else None,
    )


def bearer_token(request: Request) -> str:
    """Return the token of a request's Authorization header; empty if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:MAX_TOKEN_LENGTH] if scheme.lower() == "bearer" else ""


async def _body(request: Request, decoder: Any, services: Services) -> Any:
    limits = services.settings.limits
    try:
        async with asyncio.timeout(limits.body_seconds):
            body = await _read(request, limits.body)
    except TimeoutError:
        raise Refused("frame/slow") from None
    except ClientDisconnect:
        raise Refused("frame/bad") from None
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Refused("frame/bad", detail=str(error)[:200]) from None


async def _read(request: Request, max_bytes: int) -> bytes:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > max_bytes:
            raise Refused("frame/too-big")
    return body


def reply(answer: Any) -> Response:
    """Return a handler's answer as an HTTP response."""
    headers = {"Cache-Control": "no-store"}
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, PlainText):
        return Response(answer.text, media_type="text/plain; charset=utf-8", headers=headers)
    return Response(encode(answer), media_type="application/json", headers=headers)


def problem(services: Services, refusal: Refused) -> Response:
    """Return a refusal as an HTTP response, and count it."""
    services.metrics.refusals.labels(refusal.code).inc()
    headers = {"Cache-Control": "no-store"}
    if refusal.status == 429:
        headers["Retry-After"] = RETRY_AFTER_SECONDS
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    body = encode(Problem(refusal.code, str(refusal), refusal.why))
    return Response(body, refusal.status, headers, media_type="application/json")
