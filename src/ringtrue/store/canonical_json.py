"""One way to write a value as JSON, so that equal values have equal digests; and the digest of many rows."""

from collections.abc import Mapping
from hashlib import sha256
from json import JSONEncoder
from math import isfinite
from typing import Any

# ASCII only: what a database may refuse in a text (a NUL, half a surrogate pair) is escaped and comes back unharmed.
_FORM: dict[str, Any] = {"ensure_ascii": True, "allow_nan": False, "separators": (",", ":"), "check_circular": False}
_ENCODE = JSONEncoder(sort_keys=True, **_FORM)
_ENCODE_IN_ORDER = JSONEncoder(**_FORM)


def canonical(value: object) -> str:
    """The value as JSON text: keys sorted, no white space, ASCII; ValueError for what JSON cannot hold unchanged."""
    return _ENCODE.encode(plain(value))


def as_document(value: object) -> str:
    """The same with keys in the order given, for what people read again (criteria, estimates)."""
    return _ENCODE_IN_ORDER.encode(plain(value))


def plain(value: object) -> Any:
    """The value in dicts and lists alone; ValueError names what would not come back as it was."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        if not isfinite(value):
            raise ValueError(f"{value} is not a number JSON can hold")
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise ValueError(f"the key {key!r} is not a text")
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    raise ValueError(f"{value!r} ({type(value).__name__}) has no JSON form")


def frozen(value: Any) -> Any:
    """What came out of JSON with its lists as tuples, all the way down."""
    if isinstance(value, list):
        return tuple(frozen(inner) for inner in value)
    return value


def digest_of(value: object) -> str:
    """The sha256 of the value's canonical form."""
    return sha256(canonical(value).encode("ascii")).hexdigest()


class RowsDigest:
    """The sha256 of a list of rows in canonical form, fed in pieces of any size."""

    def __init__(self) -> None:
        """No rows yet."""
        self.rows = 0
        self._hash = sha256(b"[")

    def add(self, rows: list[tuple[Any, ...]]) -> None:
        """Add rows whose values are texts, numbers or None already."""
        if not rows:
            return
        if self.rows:
            self._hash.update(b",")
        self._hash.update(_ENCODE.encode(rows).encode("ascii")[1:-1])
        self.rows += len(rows)

    def extended(self, rows: list[tuple[Any, ...]]) -> "RowsDigest":
        """The digest of all rows so far and these; this one stays as it is."""
        longer = RowsDigest()
        longer.rows, longer._hash = self.rows, self._hash.copy()
        longer.add(rows)
        return longer

    def hexdigest(self) -> str:
        """The digest of all rows so far."""
        whole = self._hash.copy()
        whole.update(b"]")
        return whole.hexdigest()
