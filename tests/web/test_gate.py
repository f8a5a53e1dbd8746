"""Open, paused, closed: kept in the audit log, and each change logged once."""

from pathlib import Path

import pytest

from hosted_studies import lite_study
from ringtrue.web.gate import Gate
from ringtrue.web.refusal import Refused


def test_the_last_change_holds_also_for_the_next_server(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    with study.records() as records:
        gate = Gate(records)
        gate.refuse_unless_open()
        gate.set("opened", who="Ines")  # it is: nothing happens
        gate.set("paused", who="Ines")
        gate.set("paused", who="Ines")
        with pytest.raises(Refused) as refused:
            gate.refuse_unless_open()
        assert refused.value.status == 503
        gate.set("opened", who="Ines")
        gate.set("closed", who="Ines")
        with pytest.raises(Refused) as refused:
            gate.refuse_unless_open()
        assert refused.value.status == 409
        acts = [(one.act, one.who) for one in records.audit_entries() if "rating" in one.act]
        assert acts == [(f"noted: rating {act}", "Ines") for act in ("paused", "opened", "closed")]
    with study.records() as records:
        assert Gate(records).state == "closed"
        records.note("rating nonsense", {}, who="somebody")
        assert Gate(records).state == "closed"
