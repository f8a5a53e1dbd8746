"""Packets read a moment ago: one reading for many, and none that is old where something changed."""

from pathlib import Path

from hosted_studies import lite_study
from ringtrue.study.desk import Desk
from ringtrue.web.lately import Lately


def test_one_reading_serves_many_until_something_changes(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(["anna"])
    with study.records() as records:
        lately = Lately(Desk(study, records))
        first = lately.packets()
        assert [one.rater for one in first] == ["anna"]
        study.deal(["bert"])
        # Within a second the list may be the old one; asked for afresh, or after a change here, it is not.
        assert lately.packets() is first or len(lately.packets()) == 2
        assert [one.rater for one in lately.packets(fresh=True)] == ["anna", "bert"]
        second = lately.packets()
        lately.forget()
        assert lately.packets() is not second
