"""The page as HTML: one file with everything in it for offline use, or the frame that a server's page is made of."""

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from json import dumps, loads
from typing import Any

# The page's own files put together: one script, one style, one catalogue of words for each language.


_ASSETS = files("ringtrue.page") / "assets"


@cache
def script() -> str:
    """All of the page's script, its files in the order that order.txt names, in one scope of their own."""
    names = [line.strip() for line in _text("order.txt").splitlines()]
    joined = "\n".join(_text(name) for name in names if name and not name.startswith("#"))
    return f'(() => {{\n"use strict";\n{joined}\n}})();\n'


@cache
def style() -> str:
    """The page's style sheet."""
    return _text("page.css")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The page's own words in a language, by their keys."""
    words: dict[str, str] = loads(_text(f"words/{language}.json"))
    return words


def _text(name: str) -> str:
    """A file with plain line ends: browsers read them so, and the hash in the page's policy is of what they read."""
    return _ASSETS.joinpath(name).read_text(encoding="utf-8").replace("\r\n", "\n")


# Everything that could end a script element, start a comment in it, or is a line end in older scripts.
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def offline_page(document: Mapping[str, Any]) -> str:
    """One HTML file that works from a disk with the network cut; its policy allows its own script and style alone."""
    code, looks = script(), style()
    policy = (
        f"default-src 'none'; script-src '{_hash_of(code)}'; style-src '{_hash_of(looks)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="referrer" content="no-referrer">',
        f"<style>{looks}</style>",
    ]
    blocks = [json_block("ringtrue-document", document), f"<script>{code}</script>"]
    return page(document["language"], document["study"]["title"], head, blocks)


def hosted_page(language: str, title: str, *, script_url: str, style_url: str) -> str:
    """The same page for a server, which sends script and style as files and the policy as a header."""
    head = [f'<link rel="stylesheet" href="{escape(style_url)}">']
    return page(language, title, head, [f'<script src="{escape(script_url)}"></script>'])


def page(language: str, title: str, head: list[str], blocks: list[str]) -> str:
    """The frame: where the script puts its screens, and the words it speaks with."""
    words = catalogue(language)
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        *head[:1],
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex, nofollow">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>",
        *head[1:],
        "</head>",
        "<body>",
        '<div id="ringtrue"></div>',
        f"<noscript><p>{escape(words.get('noscript', 'Please open this file in a web browser.'))}</p></noscript>",
        json_block("ringtrue-words", words),
        *blocks,
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def json_block(id_: str, data: Mapping[str, Any]) -> str:
    """Data inside a page: whatever texts it holds, none of them can become markup."""
    return f'<script type="application/json" id="{id_}">{safe_json(data)}</script>'


def safe_json(data: Mapping[str, Any]) -> str:
    """JSON that reads back the same and holds no character that means anything to HTML."""
    text = dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _hash_of(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
