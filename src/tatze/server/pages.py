"""The page's files: hashed ones may be kept for ever, everything else is asked for again."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Match

from tatze.server.codes import Refused
from tatze.server.http import problem
from tatze.server.server import Server
from tatze.web import STATIC

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")

HASHED = "assets"
"""The folder whose files have a digest in their names."""
NOT_BUILT = """Tatze's server is running, but its page has not been built.

In a checkout, `make web` builds it. The API is there all the same: /api/openapi.json describes it.
"""


class Pages:
    def __init__(self, server: Server, folder: Path = STATIC) -> None:
        self.server = server
        self.folder = folder.resolve()

    async def show(self, request: Request) -> Response:
        """A file of the page; paths that are none lead to the page itself, which has addresses of its own."""
        path = request.path_params["path"]
        others = [route for route in request.app.routes if route.matches(request.scope)[0] == Match.PARTIAL]
        if others or request.method not in ("GET", "HEAD"):
            refused = problem(self.server, Refused("method/wrong"))
            methods = {method for route in others for method in getattr(route, "methods", None) or ()}
            refused.headers["Allow"] = ", ".join(sorted(methods or ("GET", "HEAD")))
            return refused
        if path.startswith("api/") or path == "api":
            return problem(self.server, Refused("path/unknown"))
        file = (self.folder / path).resolve()
        if path and file.is_relative_to(self.folder) and file.is_file():
            kept = "public, max-age=31536000, immutable" if path.startswith(f"{HASHED}/") else "no-cache"
            return whole_or_packed(file, request, {"Cache-Control": kept})
        index = self.folder / "index.html"
        if "." in path.rpartition("/")[2]:
            return problem(self.server, Refused("path/unknown"))
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})


def whole_or_packed(file: Path, request: Request, headers: dict[str, str]) -> Response:
    """A file, or what the page's build packed beside it, for browsers that can unpack."""
    packed = file.with_name(f"{file.name}.gz")
    if not packed.is_file():
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return FileResponse(file, headers=headers)
    kind = mimetypes.guess_type(file.name)[0]
    return FileResponse(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
