"""Responses: every attempt kept and numbered."""

import pytest

from ringtrue.store.provenance import Source
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.item import Response
from ringtrue.terms.problem import BadInput


def test_attempts_are_counted_over_calls_and_within_one(study: StudyStore) -> None:
    study.record_responses([Response("i", "clone", None, "time-out"), Response("i", "real", "said")], who="lab")
    study.record_responses([Response("i", "clone", "a"), Response("i", "clone", "b", meta={"n": [1]})], who="lab")
    stored = [(r.seq, r.attempt, r.response.speaker, r.response.text) for r in study.responses()]
    assert stored == [(1, 1, "clone", None), (2, 1, "real", "said"), (3, 2, "clone", "a"), (4, 3, "clone", "b")]
    assert [(r.attempt, r.response.text) for r in study.responses(last=True)] == [(1, "said"), (3, "b")]
    assert [r.response.text for r in study.responses(item="i", speaker="real")] == ["said"]


def test_provenance_names_file_and_author(study: StudyStore) -> None:
    source = Source.of("answers.jsonl", b"{}")
    study.record_responses([Response("i", "clone", "a")], who="lab", source=source)
    (stored,) = study.responses()
    assert (stored.provenance.who, stored.provenance.source) == ("lab", source)
    assert stored.provenance.protocol_hash == "5a" * 32


def test_many_responses_are_numbered_right_across_pieces(study: StudyStore) -> None:
    given = [Response(f"i{n % 3}", "clone", str(n)) for n in range(1201)]
    assert study.record_responses(given, who="lab") == 1201
    assert [r.response for r in study.responses()] == given
    assert sorted(r.attempt for r in study.responses(item="i0")) == list(range(1, 402))
    assert study.verify_audit() == []


def test_a_bad_one_refuses_all(study: StudyStore) -> None:
    rows = [
        Response("i", "clone", "a"),
        Response("", "clone", "b"),
        Response("i", "", "c"),
        Response("i", "s", "d", meta={1: 2}),
    ]
    with pytest.raises(BadInput) as refused:
        study.record_responses(rows, who="lab")
    assert [problem.place for problem in refused.value.problems] == ["response 2", "response 3", "response 4"]
    assert list(study.responses()) == []


def test_no_responses_are_no_act(study: StudyStore) -> None:
    assert study.record_responses([], who="lab") == 0
    assert study.audit_head()[0] == 1


def test_the_last_texts_of_some_items(study: StudyStore) -> None:
    rows = [Response("a", "clone", "first"), Response("a", "clone", "second\x00"), Response("b", "real", "other")]
    study.record_responses([*rows, Response("c", "clone", "x"), Response("c", "clone", None, "time-out")], who="lab")
    assert study.texts(["a", "b", "c", "d"], speaker="clone") == {"a": "second\x00"}  # c failed the last time
    assert study.texts(["b"], speaker="real") == {"b": "other"}
    assert study.texts([], speaker="clone") == {}
