"""The scoring page of a conversation: one HTML file that works offline, and yields scorings to import.

A scorer sees the anchor, the conversation so far in order, and the goal of each trial; nothing is blind here.
"""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any

from ringtrue.page.offline import safe_json

_ASSETS = files("ringtrue.page").joinpath("scoring_assets")


def scoring_page(document: Mapping[str, Any]) -> str:
    """The page with the sessions in it; texts of others are data, and none of them can become markup."""
    style, script = _text("scoring.css"), _text("scoring.js")
    page = _text("scoring.html")
    filled = {"SCRIPT_HASH": _hash_of(script), "STYLE_HASH": _hash_of(style), "STYLE": style, "SCRIPT": script}
    for name, text in filled.items():
        page = page.replace(f"%{name}%", text)
    return page.replace("%DATA%", safe_json(document))


def _text(name: str) -> str:
    return _ASSETS.joinpath(name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _hash_of(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
