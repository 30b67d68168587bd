"""Pictures of a table for environments: words, a drawing, or pixels."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING, Any

from tatze.core.errors import MissingExtra, SetupError
from tatze.core.layout import EVERYONE
from tatze.core.table import Table

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def check_render_mode(mode: str | None) -> None:
    """Refuse a render mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise SetupError(f'render_mode is {" or ".join(RENDER_MODES)}, not "{mode}"')


def render(table: Table[Any], mode: str | None, seat: int = EVERYONE) -> Any:
    """Return what a seat, or everybody, may see: in words ("ansi"), as a drawing ("svg") or as pixels ("rgb_array").
    "human" prints the words and returns nothing."""
    game, view, names = table.game, table.view(seat), table.setup.names
    if mode == "svg":
        return game.picture(view, names)
    if mode == "rgb_array":
        return pixels(game.picture(view, names))
    if mode == "ansi":
        return game.caption(view, names)
    if mode == "human":
        print(game.caption(view, names), flush=True)
    return None


@cache
def typeface(kind: str) -> str | None:
    """Return the name of the system's usual typeface of a kind, such as "sans-serif"; None where that is unknown."""
    if shutil.which("fc-match") is None:
        return None
    command = ["fc-match", "--format=%{family[0]}", kind]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or None


LETTER = """<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">
<text x="2" y="18" font-family="sans-serif" font-size="18">8</text></svg>"""
"""A drawing that is empty where the system has no font."""


def pixels(drawing: str) -> npt.NDArray[np.uint8]:
    """Return an SVG drawing as an array of height, width and the three colours."""
    try:
        import numpy as np
        import resvg_py  # type: ignore[import-not-found,unused-ignore]  # noqa: F401  # only asked whether it is there
        from PIL import Image
    except ImportError:
        raise MissingExtra("pixels need resvg and Pillow: pip install 'tatze[render]'") from None
    if not has_font():
        raise SetupError(
            "pixels need a font of the system for numbers and names: apt install fontconfig fonts-dejavu-core"
        )
    picture = _rasterised(drawing)
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(picture, mask=picture.getchannel("A") if "A" in picture.getbands() else None)
    return np.asarray(paper, np.uint8)


@cache
def has_font() -> bool:
    """Return whether texts of drawings become visible on this system."""
    return bool(_rasterised(LETTER).getbbox())


def _rasterised(drawing: str) -> Any:
    """Return an SVG drawing as a picture of Pillow."""
    from io import BytesIO

    import resvg_py
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(
        svg_string=drawing, sans_serif_family=typeface("sans-serif"), monospace_family=typeface("monospace")
    )
    return Image.open(BytesIO(bytes(drawn)))
