"""A report as one HTML file: no request, a strict content security policy, works from a disk.

The template lays out title, verdicts, tables and pictures. Item cards and grids are data: JSON, gzipped, in base64,
which the page's own script unpacks, lists, searches and shows.
"""

import json
import re
from base64 import b64encode
from dataclasses import asdict
from functools import cache
from gzip import compress
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ringtrue.report.section import Block, Cards, Grid, Report, Section
from ringtrue.report.svg import inline_svg

if TYPE_CHECKING:
    from jinja2 import Environment

_REPORT = files("ringtrue.report")
_TEMPLATE = "report.html"


def as_html(report: Report) -> str:
    """The whole report as one file."""
    code, looks = _text("assets/report.js"), _text("assets/report.css")
    policy = (
        f"default-src 'none'; script-src '{_hash_of(code)}'; style-src '{_hash_of(looks)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        _templates()
        .get_template(_TEMPLATE)
        .render(
            report=report,
            policy=policy,
            script=code,
            style=looks,
            data=packed(page_data(report)),
            anchors=anchors(report),
            has_appendix=any(text for _, text in report.facts) or bool(report.with_role("appendix")),
        )
    )


def page_data(report: Report) -> dict[str, Any]:
    """What the page's script shows: the cards and the grids, without what is empty."""
    blocks: list[Block] = [block for section in report.sections for block in section.blocks]
    return {
        "cards": [_full(asdict(card)) for card in report.cards()],
        "grids": [asdict(block) for block in blocks if isinstance(block, Grid)],
    }


def packed(data: Any) -> str:
    """Data as JSON, gzipped, in base64; the same data always give the same text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    return b64encode(compress(text.encode("utf-8", "replace"), 9, mtime=0)).decode("ascii")


def anchors(report: Report) -> dict[str, Section]:
    """The sections that the page's menu leads to, by the names of their places."""
    chosen = (*report.with_role("items"), *report.with_role("main"))
    return {f"s-{section.name}": section for section in chosen}


def _full(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields that hold something: a thousand cards have many that do not."""
    return {
        key: [_full(one) if isinstance(one, dict) else one for one in value]
        if isinstance(value, list | tuple)
        else value
        for key, value in fields.items()
        if value not in (None, "", (), [], {}, False) or key in ("met", "verified")
    }


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    loader = FunctionLoader(lambda name: _text(f"templates/{name}"))
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    found.filters["svg"] = inline_svg
    found.tests["cards"] = lambda block: isinstance(block, Cards)
    found.filters["block"] = lambda block: type(block).__name__.lower()
    found.filters["anchor"] = anchor
    return found


def anchor(item: str) -> str:
    """The place of an item's card in the page: letters and digits stand for themselves."""
    return "item-" + re.sub(r"[^\w.-]", lambda found: f"_{ord(found.group()):x}_", item)


@cache
def _text(name: str) -> str:
    """A file with plain line ends: browsers read them so, and the hash in the policy is of what they read."""
    return _REPORT.joinpath(name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _hash_of(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
