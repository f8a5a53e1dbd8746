"""The column type of people's and models' words: any Python text goes in and the same text comes out."""

from json import dumps, loads
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

_ESCAPED = "\x1a"  # "substitute", in ASCII: the rest is the text in JSON


class Words(TypeDecorator[str]):
    """Text, stored as it is unless a database would refuse or cut it (a NUL, half a surrogate pair)."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as stored."""
        return value if value is None else escaped(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as it was given."""
        return unescaped(value)


def escaped(text: str) -> str:
    """The text in a form every database stores."""
    return text if is_storable(text) else _ESCAPED + dumps(text)


def unescaped(text: str | None) -> str | None:
    """The text as it was given, from the form it is stored in."""
    if text is None or not text.startswith(_ESCAPED):
        return text
    return str(loads(text[1:]))


def is_storable(text: str) -> bool:
    """Whether every database takes the text as it is."""
    if "\0" in text or text[:1] == _ESCAPED:
        return False
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
