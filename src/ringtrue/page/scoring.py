"""The scoring page of a conversation: one HTML file that works offline, or the same page of a server.

A scorer sees the anchor, the conversation so far in order, and the goal of each trial; nothing is blind here.
"""

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from json import loads
from typing import Any

from ringtrue.page.offline import json_block

_ROOM = files("ringtrue.page")
_SHARED = ("words.js", "nodes.js", "store_indexed.js", "store_local.js", "store.js", "sender.js")  # of the rating page


@cache
def script() -> str:
    """The page's script in one scope of its own; storage and sending are those of the rating page."""
    shared = [_text("assets", name) for name in _SHARED]
    joined = "\n".join([*shared, _text("scoring_assets", "scoring.js")])
    return f'(() => {{\n"use strict";\n{joined}\n}})();\n'


@cache
def style() -> str:
    """The page's style sheet."""
    return _text("scoring_assets", "scoring.css")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The page's own words in a language, by their keys; prompts, goals and questions stay as the sheet has them."""
    words: dict[str, str] = loads(_text("scoring_assets", f"{language}.json"))
    return words


def scoring_page(document: Mapping[str, Any]) -> str:
    """The page with the sessions in it; texts of others are data, and none of them can become markup."""
    code, looks = script(), style()
    policy = (
        f"default-src 'none'; script-src '{_hash_of(code)}'; style-src '{_hash_of(looks)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>{looks}</style>'
    return _page(document, head, f"<script>{code}</script>")


def hosted_scoring_page(document: Mapping[str, Any], *, script_url: str, style_url: str) -> str:
    """The same for a server, which sends script and style as files and the policy as a header."""
    head = f'<link rel="stylesheet" href="{escape(style_url)}">'
    return _page(document, head, f'<script src="{escape(script_url)}"></script>')


def _page(document: Mapping[str, Any], head: str, code: str) -> str:
    words = catalogue(document["language"])
    page = _text("scoring_assets", "scoring.html")
    for key in ("title", "name", "keys", "noscript", "back", "next", "save" if "hosted" not in document else "submit"):
        page = page.replace(f"%{'save' if key == 'submit' else key}%", escape(words[key]))
    blocks = [json_block("ringtrue-words", words), json_block("conversation", document), code]
    page = page.replace("%LANGUAGE%", escape(document["language"])).replace("%HEAD%", head)
    return page.replace("%BLOCKS%", "\n".join(blocks))  # last: what others wrote is not looked into


def _text(folder: str, name: str) -> str:
    return _ROOM.joinpath(folder, name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _hash_of(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
