"""Keys and plans held against what was committed to."""

from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import text

import ringtrue.store
from ringtrue.blind.key import Seal, verify
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import (
    deal_hash,
    deal_secret,
    deal_secrets,
    keys,
    open_keys,
    opened_seals,
    packet_hash,
    seal_keys,
    sealed_keys,
    seals,
    verify_keys,
)
from ringtrue.store.schema import RECORDED, metadata
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Judgment, Rating
from ringtrue.terms.item import Packet
from ringtrue.terms.problem import BadInput

KEYS = {"t1": {"c1": ["clone", "real"]}, "t2": {"c2": ["real", "clone"]}}


@pytest.mark.parametrize(
    ("statement", "places"),
    [
        ("UPDATE seals SET plan = '{}' WHERE study = :study", ["audit entry 2"]),
        ("UPDATE seals SET salt = 'x' WHERE study = :study", ["audit entry 2"]),
        ("DELETE FROM seals WHERE study = :study", ["audit entry 2"]),
        ("DELETE FROM keys WHERE study = :study AND packet = 't2'", ["packet", "audit entry 2"]),
        ("INSERT INTO seals (study, act, hash, salt, plan) VALUES (:study, 9, 'h', 's', '{}')", ["audit entry 9"]),
    ],
)
def test_a_plan_changed_later_is_found_and_does_not_open(study: StudyStore, statement: str, places: list[str]) -> None:
    seal_keys(study, KEYS, who="lab", plan={"exclude": "nobody"})
    assert verify_keys(study) == []
    with study.database.writing() as connection:
        connection.execute(text(statement), {"study": study.id})
    problems = verify_keys(study)
    assert [problem.place.startswith(place) for problem, place in zip(problems, places, strict=True)] == [True] * len(
        places
    )
    with pytest.raises(BadInput):
        open_keys(study, who="lab")


# Answer keys: sealed once, opened openly, and nothing blind after that.


KEYS_SEALING = {
    "token-a": {"c2": ["clone", "real"], "c1": ["real", "clone"]},
    "token-b": {"c1": {"A": "clone", "item": "i"}},
}


def test_what_was_sealed_comes_out_at_the_opening(study: StudyStore) -> None:
    commitments = seal_keys(study, KEYS_SEALING, who="lab")
    assert set(commitments) == set(KEYS_SEALING)
    assert verify_keys(study) == []
    assert open_keys(study, who="lab", why="all are back") == KEYS_SEALING
    assert [entry.act for entry in study.audit_entries()][1:] == ["key sealed", "key opened"]


def test_equal_keys_have_different_commitments(study: StudyStore) -> None:
    first, second = seal_keys(study, {"a": {"c": "x"}, "b": {"c": "x"}}, who="lab").values()
    assert first != second


def test_a_key_is_sealed_once(study: StudyStore) -> None:
    seal_keys(study, KEYS_SEALING, who="lab")
    with pytest.raises(BadInput, match="sealed already"):
        seal_keys(study, {"token-c": {"c": "x"}, "token-a": {"c": "x"}}, who="lab")
    with pytest.raises(BadInput, match="no card"):
        seal_keys(study, {"token-d": {}}, who="lab")
    assert open_keys(study, who="lab") == KEYS_SEALING


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE keys SET sides = '[\"clone\",\"real\"]' WHERE study = :study AND card = 'c1' AND packet = 'token-a'",
        "DELETE FROM keys WHERE study = :study AND card = 'c2'",
        "DELETE FROM keys WHERE study = :study AND packet = 'token-b'",
    ],
)
def test_an_altered_key_does_not_open(study: StudyStore, statement: str) -> None:
    seal_keys(study, KEYS_SEALING, who="lab")
    with study.database.writing() as connection:
        connection.execute(text(statement), {"study": study.id})
    assert len(verify_keys(study)) == 1
    with pytest.raises(BadInput):
        open_keys(study, who="lab")
    study.record_judgments([Judgment("Jo", "c1", "pick", "A")], who="lab")  # still blind


def test_after_the_opening_blind_answers_corrections_and_packets_are_refused(study: StudyStore) -> None:
    seal_keys(study, KEYS_SEALING, who="lab")
    study.record_judgments([Judgment("Jo", "c1", "pick", "A")], who="lab")
    open_keys(study, who="lab")
    with pytest.raises(BadInput, match="no longer accepted"):
        study.record_judgments([Judgment("Jo", "c2", "pick", "A")], who="lab")
    with pytest.raises(BadInput, match="no longer accepted"):
        study.correct_judgments([Judgment("Jo", "c1", "pick", "B")], who="lab", why="x")
    with pytest.raises(BadInput, match="opened"):
        study.issue_packets([Packet("token-z", "Kim", ())], who="lab")
    assert study.record_judgments([Rating("Jo", "i", "cause", "kb_gap")], who="lab") == 1
    assert [row.value for row in study.judgments()] == ["A", "kb_gap"]


def test_a_second_opening_is_logged_and_changes_nothing(study: StudyStore) -> None:
    seal_keys(study, KEYS_SEALING, who="lab")
    assert open_keys(study, who="lab") == open_keys(study, who="other")
    assert study.verify_audit() == []
    with pytest.raises(BadInput, match="audit entry 3"):
        study.record_judgments([JudgmentRecord("Jo", None, "pick", "A", card="c1")], who="lab")


def test_no_other_module_of_the_store_names_this_room() -> None:
    folder = Path(ringtrue.store.__file__).parent
    others = [path for path in folder.rglob("*.py") if path.parent.name != "keys"]
    assert len(others) > 20
    for path in others:
        source = path.read_text(encoding="utf-8")
        assert "store.keys" not in source.replace("`ringtrue.store.keys`", "")
        assert "import keys" not in source


def test_the_secret_is_made_once_and_stands_in_no_entry(store: Store, study: StudyStore) -> None:
    secret = deal_secret(study, who="lab")
    assert len(secret) == 64
    assert deal_secret(study, who="other") == secret
    entries = list(study.audit_entries())
    assert [entry.act for entry in entries] == ["study created", "deal secret made"]
    assert secret not in str(entries)
    other = store.create_study("other", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    assert deal_secret(other, who="lab") != secret


def test_the_dealer_reads_sealed_keys_without_opening_them(study: StudyStore) -> None:
    seal_keys(study, KEYS_SEALING, who="lab")
    head = study.audit_head()
    assert sealed_keys(study) == KEYS_SEALING
    assert study.audit_head() == head
    study.record_judgments([Judgment("Jo", "c1", "pick", "A")], who="lab")  # still blind


def test_a_plan_is_sealed_with_the_keys_as_the_dealer_can_check(study: StudyStore) -> None:
    plan = {"protocol": "pairs", "exclude": {"attention": 2}}
    seal_keys(study, KEYS_SEALING, who="lab", plan=plan)
    detail = list(study.audit_entries())[-1].detail
    assert detail["plan"] == plan
    assert detail["plan_hash"] == sha256(b'{"exclude":{"attention":2},"protocol":"pairs"}').hexdigest()
    assert "clone" not in str(detail)
    open_keys(study, who="lab")
    (seal,) = opened_seals(study)
    assert seal.hash == detail["seal"]
    assert verify(Seal(seal.hash, seal.salt), KEYS_SEALING, plan)
    assert not verify(Seal(seal.hash, seal.salt), KEYS_SEALING, plan | {"exclude": {}})


def test_a_very_long_plan_is_in_the_log_by_its_hash_alone(study: StudyStore) -> None:
    seal_keys(study, KEYS_SEALING, who="lab", plan={"text": "x" * 300_000})
    detail = list(study.audit_entries())[-1].detail
    assert "plan" not in detail
    assert len(detail["plan_hash"]) == 64
    assert verify_keys(study) == []


def sealed_and_issued(study: StudyStore, packets: list[Packet]) -> None:
    with study.together():
        seal_keys(study, KEYS_SEALING, who="lab")
        study.issue_packets(packets, who="lab")


def test_keys_and_packets_go_out_together_or_not_at_all(study: StudyStore) -> None:
    twice = [Packet("token-a", "Jo", ()), Packet("token-a", "Kim", ())]
    with pytest.raises(BadInput):
        sealed_and_issued(study, twice)
    assert sealed_keys(study) == {}
    sealed_and_issued(study, twice[:1])
    assert [entry.act for entry in study.audit_entries()] == ["study created", "key sealed", "packets issued"]


# Hashes that commit to keys, held against the same written out by hand.


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
