"""An entry's hash covers all of it."""

from dataclasses import replace

import pytest

from ringtrue.store.chain import GENESIS, Entry

ENTRY = Entry("s", 1, "2026-01-01T00:00:00+00:00", "lab", "study created", "{}", GENESIS)


@pytest.mark.parametrize("field", ["study", "at", "who", "act", "detail", "previous"])
def test_any_change_changes_the_hash(field: str) -> None:
    assert replace(ENTRY, **{field: getattr(ENTRY, field) + "x"}).own_hash() != ENTRY.own_hash()


def test_the_place_is_part_of_the_hash() -> None:
    assert ENTRY.own_hash(2) == replace(ENTRY, seq=2).own_hash() != ENTRY.own_hash()


def test_the_stored_hash_is_no_part_of_it() -> None:
    assert replace(ENTRY, hash="x").own_hash() == ENTRY.own_hash()


def test_the_hash_is_the_sha256_of_the_canonical_json() -> None:
    # printf of {"act":"study created","at":...,"previous":"000...","seq":1,"study":"s","who":"lab"} through sha256.
    from hashlib import sha256

    text = (
        '{"act":"study created","at":"2026-01-01T00:00:00+00:00","detail":"{}","previous":"'
        + "0" * 64
        + '","seq":1,"study":"s","who":"lab"}'
    )
    assert ENTRY.own_hash() == sha256(text.encode()).hexdigest()
