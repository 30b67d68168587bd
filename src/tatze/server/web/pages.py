"""The page's files. Browsers may cache files with a digest in their names for ever, and must revalidate all others."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Match

from tatze.server.table.refusals import Refused
from tatze.server.web.http import problem
from tatze.server.web.services import Services
from tatze.web import DOCS, STATIC

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")

HASHED_FOLDER = "assets"
"""The folder whose files have a digest of their content in their names."""
NOT_BUILT = """Tatze's server is running, but its page has not been built.

In a checkout, `make web` builds it. The API is there all the same: /api/openapi.json describes it.
"""
DOCS_NOT_BUILT = """The documentation is not part of this installation.

In a checkout, `make docs` builds it. Releases have it.
"""


class Pages:
    """Serves the files of the page and, below /docs, of the documentation."""

    def __init__(self, services: Services, folder: Path = STATIC, docs: Path = DOCS) -> None:
        self.services = services
        self.folder: Path = folder.resolve()
        self.docs: Path = docs.resolve()

    async def show(self, request: Request) -> Response:
        """Return a file of the page. Any other path returns the page itself, which has addresses of its own."""
        path = request.path_params["path"]
        others = [route for route in request.app.routes if route.matches(request.scope)[0] == Match.PARTIAL]
        if others or request.method not in ("GET", "HEAD"):
            refused = problem(self.services, Refused("method/wrong"))
            methods = {method for route in others for method in getattr(route, "methods", None) or ()}
            refused.headers["Allow"] = ", ".join(sorted(methods or ("GET", "HEAD")))
            return refused
        if path.startswith("api/") or path == "api":
            return problem(self.services, Refused("path/unknown"))
        if path == "docs" or path.startswith("docs/"):
            return self._documentation(path, request)
        if file := file_below(self.folder, path):
            caching = "public, max-age=31536000, immutable" if path.startswith(f"{HASHED_FOLDER}/") else "no-cache"
            return file_response(file, request, {"Cache-Control": caching})
        index = self.folder / "index.html"
        if "." in path.rpartition("/")[2]:
            return problem(self.services, Refused("path/unknown"))
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    def _documentation(self, path: str, request: Request) -> Response:
        """Return a file of the documentation; its pages link to each other, so its first page ends with a slash."""
        if not (self.docs / "index.html").is_file():
            return PlainTextResponse(DOCS_NOT_BUILT, 404)
        if path == "docs":
            return RedirectResponse("/docs/")
        if file := file_below(self.docs, path.removeprefix("docs/") or "index.html"):
            return file_response(file, request, {"Cache-Control": "no-cache"})
        return problem(self.services, Refused("path/unknown"))


def file_below(folder: Path, path: str) -> Path | None:
    """Return the file of a folder at a path; None if there is none."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_relative_to(folder) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have: too long, or with a NUL in it
        return None


def file_response(file: Path, request: Request, headers: dict[str, str]) -> Response:
    """Return a file, or its compressed copy, which the page's build made, if the browser accepts that."""
    compressed = file.with_name(f"{file.name}.gz")
    if not compressed.is_file():
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return FileResponse(file, headers=headers)
    kind = mimetypes.guess_type(file.name)[0]
    return FileResponse(compressed, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
