"""The demo's report: a line for each speaker, what cannot be told, and links that lead to files that are there."""

import re
from pathlib import Path

import pytest

from ringtrue.study import demo_report
from ringtrue.study.demo_layout import PAIRED, SPEAKERS, Place
from ringtrue.study.demo_live import Live
from ringtrue.study.demo_report import LABEL, write_summary
from ringtrue.study.demo_run import Demo
from ringtrue.study.demo_summary import Line, Summary
from ringtrue.study.demo_voice import Heard
from ringtrue.terms import Estimate, Result, Verdict

DONE = Verdict("done", ())
RESULT = Result({}, {"found_share": Estimate(0.5, n=4), "aggregate_valid": Estimate(94.0, n=4)}, DONE, DONE)
LINES = tuple(Line(name, "no", "1.2", "47", "92", "94", ("it decides otherwise", "it is loud")) for name in SPEAKERS)
TOLD = Summary(LINES, ("compressed: .80",), ("the quotes of faithful",), "an AUC of .97")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """The files that the reports of a whole demo would be."""
    made = Place(tmp_path.resolve())
    for speaker in SPEAKERS:
        for path in (made.study("scenarios", speaker) / "report.md", made.study("scenarios", speaker) / "iteration.md"):
            touch(path)
        touch(made.study("blind", speaker) / "reports" / "result-1.md")
        touch(made.voice / f"{speaker}.md")
    for speaker in PAIRED:
        touch(made.study("pairs", speaker) / "reports" / "result-1.md")
    made.sample.mkdir()
    return made


def touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("", encoding="utf-8")


def demo(place: Place, live: Live | None = None) -> Demo:
    voice = {name: Heard(name, 4, 1.0, 0.5, 1.5, 0.9, "", (), 0, ()) for name in SPEAKERS}
    studies = dict.fromkeys(SPEAKERS, RESULT)
    return Demo(place, studies, studies, {}, voice, live or Live({}))


def text(place: Place, told: Summary = TOLD, live: Live | None = None) -> str:
    return write_summary(demo(place, live), told).read_text(encoding="utf-8")


def test_it_says_first_that_everything_is_invented_or_simulated(place: Place) -> None:
    lines = text(place).splitlines()
    assert lines[0].startswith("# Who rings true")
    assert lines[2] == f"> {LABEL}"


def test_every_link_leads_to_a_file_of_the_demo(place: Place) -> None:
    links = re.findall(r"\]\(([^)]+)\)", text(place))
    # A picture, the sample, three for each pair, four for each speaker: blind, two of scenarios, wording.
    assert len(links) == 2 + len(PAIRED) + 4 * len(SPEAKERS)
    assert all((place.out / link).exists() for link in links)
    assert not any(link.startswith("/") or ".." in link for link in links)


def test_every_speaker_has_a_row_and_reasons(place: Place) -> None:
    report = text(place)
    for name in SPEAKERS:
        assert f"| {name} | **no** | 1.2 | 47 | 92 | 94 |" in report
        assert f"- **{name}**: it decides otherwise; it is loud." in report
    assert "- the quotes of faithful" in report
    assert "\nAn AUC of .97.\n" in report


def test_nothing_left_open_is_said_too(place: Place) -> None:
    assert "Nothing was left open." in text(place, Summary(LINES, (), (), "x"))
    assert "Nothing was left open." not in text(place)


@pytest.mark.parametrize(
    ("live", "said"),
    [
        (Live({}), ""),
        (Live({}, "It did not answer."), "It did not answer."),
        (Live({"a": "x", "b": "y"}), "2 answers of the embedded model were asked for live; they are"),
        (Live({"a": "x"}, "It is slow."), "measured by wording and not rated. It is slow."),
    ],
)
def test_what_was_asked_live_is_told_where_there_is_something(place: Place, live: Live, said: str) -> None:
    told = demo_report._live(demo(place, live))
    assert said in told
    assert bool(told) == bool(said)
    assert told in text(place, live=live)


def test_the_newest_report_of_a_study_is_linked(place: Place) -> None:
    for number in (2, 9, 10):
        touch(place.study("blind", "faithful") / "reports" / f"result-{number}.md")
    assert demo_report._report(place, "blind", "faithful") == "blind/faithful/reports/result-10.md"


def test_tables_have_as_many_cells_in_every_row() -> None:
    rows = demo_report._table(("a", "b"), [("1", "2"), ("雪", "")])
    assert rows == ["| a | b |", "| --- | --- |", "| 1 | 2 |", "| 雪 |  |"]
