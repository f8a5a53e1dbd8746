"""Careful reading of what endpoints send: they differ, and some lie."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ringtrue.terms.sealed import sealed

_TEXT_PARTS = ("text", "output_text")


def text_of(content: object) -> str:
    """The text of a message: as it is, or of its text parts; what a model thought to itself is no part of it."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (part for part in content if isinstance(part, dict) and part.get("type", "text") in _TEXT_PARTS)
    return "".join(part["text"] for part in parts if isinstance(part.get("text"), str))


def count(value: object) -> int | None:
    """A number of tokens, where that is what stands there."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else None


def word(value: object) -> str | None:
    """A short text, such as a model's name for itself, where that is what stands there."""
    return value[:200] if isinstance(value, str) else None


@lru_cache(maxsize=64)
def about(model: str | None, finish: str | None, *, refused: bool = False) -> Mapping[str, Any]:
    """What a reply says about itself, as meta data: one table for all replies that say the same."""
    return sealed({"model": model, "finish": finish} | ({"refusal": True} if refused else {}))
