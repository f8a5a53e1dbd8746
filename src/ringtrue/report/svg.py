"""SVG of matplotlib within a page: no style that a strict policy refuses, no id twice, colours the page can change."""

import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

    from ringtrue.report.section import Figure

_HEAD = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_DROPPED = re.compile(r"<metadata>.*?</metadata>|<style\b.*?</style>|<title>.*?</title>|<!--.*?-->", re.DOTALL)
_STYLE = re.compile(r'style="([^"]*)"')
_SIZE = re.compile(r'(<svg\b[^>]*?) width="[^"]*" height="[^"]*"')
_PLACES = re.compile(r'(\bid="|xlink:href="#|href="#|url\(#)')
_FONT = "font-family"


def inline_svg(figure: "Figure") -> "Markup":
    """The picture of a figure, safe to stand in a page: matplotlib has escaped every text in it."""
    from markupsafe import Markup

    text = _DROPPED.sub("", _HEAD.sub("", figure.svg))
    text = _STYLE.sub(lambda found: _attributes(found.group(1)), text)
    text = _PLACES.sub(lambda found: f"{found.group(1)}{_prefix(figure.name)}", text)
    text = re.sub(r"\n\s*", "\n", text)
    words = escape(figure.words or figure.title, quote=True)
    text = _SIZE.sub(rf'\g<1> role="img" aria-label="{_safe(words)}"', text, count=1)
    return Markup(text)  # noqa: S704 - made by matplotlib, not by anybody else


def _attributes(style: str) -> str:
    """The declarations of a style as attributes of their own; the page chooses the font."""
    parts = (part.partition(":") for part in style.split(";") if part.strip())
    kept = ((name.strip(), value.strip().replace("'", "")) for name, _, value in parts)
    return " ".join(f'{name}="{value}"' for name, value in kept if name != _FONT)


def _prefix(name: str) -> str:
    return f"{re.sub(r'[^A-Za-z0-9]', '-', name)}-"


def _safe(words: str) -> str:
    """Words that `re` takes as they are."""
    return words.replace("\\", r"\\")
