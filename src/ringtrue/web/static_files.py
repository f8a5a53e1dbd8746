"""Static files: scripts and styles, the same for everybody, with an ETag."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from ringtrue.page import offline, scoring
from ringtrue.web.errors import HttpError

SCRIPT, STYLE = "/static/page.js", "/static/page.css"
SCORING_SCRIPT, SCORING_STYLE = "/static/scoring.js", "/static/scoring.css"
_MADE = {
    "page.js": offline.script,
    "page.css": offline.style,
    "scoring.js": scoring.script,
    "scoring.css": scoring.style,
}
_OWN = ("site.css", "organiser.js", "icon.svg")
_TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}

router = APIRouter()


@router.get("/static/{name}", include_in_schema=False)
async def static_file(request: Request, name: str) -> Response:
    """One of the files; 304 for a browser that has it already."""
    body, etag = _file(name)
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=_TYPES[name.rpartition(".")[2]], headers=headers)


@router.get("/favicon.ico", include_in_schema=False)
async def favicon() -> Response:
    """Browsers always request it; there is none."""
    return Response(status_code=204)


def _file(name: str) -> tuple[bytes, str]:
    """Content and ETag of a file; known names only, so that no path leads elsewhere."""
    if name in _MADE or name in _OWN:
        return _read(name)
    raise HttpError(404, "Page not found.")


@cache
def _read(name: str) -> tuple[bytes, str]:
    body = _MADE[name]() if name in _MADE else (files("ringtrue.web") / "static" / name).read_text(encoding="utf-8")
    encoded = body.encode("utf-8")
    return encoded, f'"{sha256(encoded).hexdigest()[:16]}"'
