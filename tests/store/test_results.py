"""Results: a re-score adds one and keeps the others."""

from dataclasses import replace
from math import nan
from pathlib import Path

import pytest

from ringtrue.store.results import MOST_PLAIN, packed, unpacked
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Check, Estimate, Result, Verdict

RESULT = Result(
    {"name": "blind", "version": "1.0", "hash": "other"},
    {"style": Estimate(81.25, 70.0, 92.5, 25, "mean", kind="literal"), "edge": Estimate.absent("no edge items")},
    Verdict("PASS", ("composite >= 90",)),
    Verdict("inconclusive", ("too few picks", "no control")),
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


# The rows of a large result are stored packed and come back as they were.


def test_rows_come_back_as_they_were() -> None:
    rows = [
        {"id": f"S{n}", "score": n / 7, "passed": n % 2 == 0, "cause": None, "why": "naïve\n\u2028"} for n in range(99)
    ]
    stored = packed(iter(rows))
    assert unpacked(stored) == rows
    assert stored["rows"] == 99
    assert unpacked(rows) is rows
    assert unpacked(packed([])) == []


def test_packing_saves_most_of_it() -> None:
    rows = [{"id": f"STR-{n:06}", "kind": "scenario", "score": 80.0 + n % 17} for n in range(2000)]
    assert len(packed(rows)["packed"]) < len(str(rows)) / 8


def test_a_result_of_very_many_items_is_recorded_and_read(tmp_path: Path) -> None:
    verdict = Verdict("PASS", ())
    many = [{"id": f"S{n}", "weighted_score": n % 100 / 1.0} for n in range(MOST_PLAIN + 1)]
    result = Result({"name": "scenarios", "hash": "h"}, {"a": Estimate(1.0)}, verdict, verdict, items=many)
    with Store.open(tmp_path / "a.db", create=True) as store:
        study = store.create_study("a", protocol={"name": "scenarios", "version": "1", "hash": "h"}, who="lab")
        assert study.latest_provenance() is None
        study.record_result(result, who="lab")
        latest = study.latest_result()
        assert latest is not None
        assert latest.result == result
        assert latest.document["items"][7] == {"id": "S7", "weighted_score": 7.0}
        assert study.latest_provenance() == latest.provenance
        assert study.verify_audit() == []
