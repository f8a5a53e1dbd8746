"""The page's own files put together: one script, one style, one catalogue of words for each language."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from json import loads

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
