"""Commit to an answer key and an analysis plan before the first card is shown, and prove it afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex
from typing import Any

from ringtrue.blind.key import Key
from ringtrue.store.canonical import canonical


@dataclass(frozen=True, slots=True)
class Seal:
    """A commitment: the hash may be published at once; the salt stays with the key until it is opened."""

    hash: str
    salt: str = field(repr=False)


def commitment(key: Key, plan: Mapping[str, Any], *, salt: str | None = None) -> Seal:
    """The seal of a key and a plan: sha256 of a salt and of both in one canonical form.

    Without the salt the sides of a few cards could be guessed and tried against the hash.
    """
    secret = token_hex(32) if salt is None else salt
    return Seal(_hash(key, plan, secret), secret)


def verify(seal: Seal, key: Key, plan: Mapping[str, Any]) -> bool:
    """Whether the key and the plan are those that were sealed."""
    return compare_digest(seal.hash, _hash(key, plan, seal.salt))


def _hash(key: Key, plan: Mapping[str, Any], salt: str) -> str:
    return sha256(f"{salt}:{canonical({'key': key, 'plan': plan})}".encode("ascii")).hexdigest()
