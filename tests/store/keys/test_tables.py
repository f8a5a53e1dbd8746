"""Hashes that commit to keys, held against the same written out by hand."""

from hashlib import sha256

from ringtrue.store.keys.tables import deal_hash, deal_secrets, keys, packet_hash, seals
from ringtrue.store.schema import RECORDED, metadata


def test_the_hash_of_a_packet_is_of_its_salt_and_its_sorted_key() -> None:
    assert packet_hash("ab", {"c2": 1, "c1": [2]}) == sha256(b'ab:{"c1":[2],"c2":1}').hexdigest()
    assert packet_hash("ac", {"c2": 1, "c1": [2]}) != packet_hash("ab", {"c2": 1, "c1": [2]})


def test_the_hash_of_a_deal_is_of_keys_and_plan() -> None:
    expected = sha256(b'ab:{"key":{"t":{"c":1}},"plan":{"p":true}}').hexdigest()
    assert deal_hash("ab", {"t": {"c": 1}}, {"p": True}) == expected


def test_these_tables_are_in_no_digest_and_on_no_list() -> None:
    for table in (keys, deal_secrets, seals):
        assert table.name not in metadata.tables
        assert table not in RECORDED
