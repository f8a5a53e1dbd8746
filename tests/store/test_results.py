"""Results: a re-score adds one and keeps the others."""

from dataclasses import replace
from math import nan

import pytest

from ringtrue.store import StudyStore
from ringtrue.terms import BadInput, Check, Estimate, Result, Verdict

RESULT = Result(
    {"name": "blind", "version": "1.0", "hash": "other"},
    {"style": Estimate(81.25, 70.0, 92.5, 25, "mean", kind="literal"), "edge": Estimate.absent("no edge items")},
    Verdict("PASS", ("composite >= 90",)),
    Verdict("cannot be told", ("too few picks", "no control")),
    (Check("agreement", None), Check("style", True, 81.25, 80.0)),
    ({"id": "ST-001", "cause": "kb_gap"},),
    0.96,
)


def test_a_result_comes_back_whole_with_its_estimates_in_order(study: StudyStore) -> None:
    assert study.record_result(RESULT, who="lab") == 1
    latest = study.latest_result()
    assert latest is not None
    assert latest.result == RESULT
    assert list(latest.result.estimates) == ["style", "edge"]
    assert (latest.provenance.who, latest.provenance.protocol_hash) == ("lab", "other")


def test_a_second_scoring_stands_beside_the_first(study: StudyStore) -> None:
    assert study.latest_result() is None
    study.record_result(RESULT, who="lab")
    study.record_result(replace(RESULT, coverage=1.0), who="lab")
    assert [(record.seq, record.result.coverage) for record in study.results()] == [(1, 0.96), (2, 1.0)]
    latest = study.latest_result()
    assert latest is not None
    assert latest.seq == 2
    assert study.verify_audit() == []


def test_the_whole_document_is_kept(study: StudyStore) -> None:
    study.record_result(RESULT, who="lab")
    latest = study.latest_result()
    assert latest is not None
    agreed = {"protocol", "estimates", "verdict", "sound_verdict", "checks", "items", "coverage"}
    assert agreed <= set(latest.document)
    assert latest.document["verdict"] == {"label": "PASS", "reasons": ["composite >= 90"]}


def test_a_result_json_cannot_hold_is_refused(study: StudyStore) -> None:
    with pytest.raises(BadInput, match="cannot be stored"):
        study.record_result(replace(RESULT, coverage=nan), who="lab")
