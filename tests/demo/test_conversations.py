"""The demo's conversation: scored by hand, labelled, done once."""

from pathlib import Path

from ringtrue.demo.conversations import SHOWN, conversation_study
from ringtrue.demo.layout import lay_out
from ringtrue.study.study import Study


def test_the_sycophant_fails_by_its_mirroring_and_the_study_says_who_wrote_it(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "out")
    result = conversation_study(place)
    assert (result.verdict.label, result.scope) == ("FAIL", "M1")
    study = Study.open(place.study("recognition", SHOWN))
    assert "written by hand" in study.settings.note
    (report,) = (study.folder / "reports").glob("*.md")
    page = report.with_suffix(".html").read_text(encoding="utf-8")
    assert "The conversation" in page
    assert "So I put your way of seeing where it belongs" in page
    assert "written by hand" in report.read_text(encoding="utf-8")
    assert len(list((study.folder / "results").rglob("*.md"))) == 1
    before = study.status()
    assert conversation_study(place).estimates == result.estimates
    assert study.status() == before
