"""Where a row comes from."""

from hashlib import sha256

from ringtrue.store.provenance import ProvenanceReader, Source


def test_a_source_is_its_name_and_the_digest_of_its_bytes() -> None:
    assert Source.of("a.csv", b"x").as_dict() == {"name": "a.csv", "sha256": sha256(b"x").hexdigest()}


def test_an_act_is_read_once_and_another_one_anew() -> None:
    reader = ProvenanceReader()
    first = reader.read(
        2, "at", "lab", '{"program":"1","protocol":"h","source":{"name":"a","sha256":"b"},"why":"typo"}'
    )
    assert (first.protocol_hash, first.program_version, first.source, first.why) == ("h", "1", Source("a", "b"), "typo")
    assert reader.read(2, "at", "lab", "not read again") is first
    assert reader.read(3, "at", "lab", '{"program":"1","protocol":"h"}').source is None
