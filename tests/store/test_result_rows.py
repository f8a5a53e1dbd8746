"""The rows of a large result are stored packed and come back as they were."""

from pathlib import Path

from ringtrue.store import Store
from ringtrue.store.result_rows import MOST_PLAIN, packed, unpacked
from ringtrue.terms import Estimate, Result, Rows, Verdict


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
    rows = Rows(len(many), lambda first, last: many[first:last])
    result = Result({"name": "scenarios", "hash": "h"}, {"a": Estimate(1.0)}, verdict, verdict, items=rows)
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
