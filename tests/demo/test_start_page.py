"""The demo's start page: what is simulated is said first, a row for each speaker, and links to files that are there."""

import re
from pathlib import Path

import pytest

from ringtrue.demo.layout import PAIRED, SPEAKERS, DemoFolder
from ringtrue.demo.report import DemoSummary, SpeakerLine
from ringtrue.demo.run import Demo
from ringtrue.demo.start_page import LABEL, live_words, newest_report, start_page, write_summary
from ringtrue.demo.studies import Heard, Live
from ringtrue.files.json_file import write_json
from ringtrue.terms.result import Estimate, Result, Verdict

DONE = Verdict("done", ())
RESULT = Result({}, {"found_share": Estimate(0.5, n=4), "aggregate_valid": Estimate(94.0, n=4)}, DONE, DONE)
ANSWERS = dict(zip(SPEAKERS, ("yes", "no", "inconclusive", "no (provisional)"), strict=True))
LINES = tuple(
    SpeakerLine(name, ANSWERS[name], "1.2", "47", "92", "FAIL", "94", ("it decides otherwise", "it is loud"))
    for name in SPEAKERS
)
TOLD = DemoSummary(LINES, ("compressed: .80",), ("the quotes of faithful",), "an AUC of .97")


@pytest.fixture
def place(tmp_path: Path) -> DemoFolder:
    """The files that the reports of a whole demo would be."""
    made = DemoFolder(tmp_path.resolve())
    for speaker in SPEAKERS:
        for name in ("report.html", "iteration.md"):
            touch(made.study("scenarios", speaker) / name)
        touch(made.study("blind", speaker) / "reports" / "result-1.html")
        touch(made.voice / f"{speaker}.html")
    for speaker in PAIRED:
        touch(made.study("pairs", speaker) / "reports" / "result-1.html")
    for name in ("blind", "scenarios"):
        touch(made.compared / f"{name}.html")
        write_json(made.compared / f"{name}.json", {"steps": [{"sentence": f"drifted is worse, {name}."}]})
    made.sample.mkdir()
    return made


def touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("", encoding="utf-8")


def demo(place: DemoFolder, live: Live | None = None) -> Demo:
    voice = {name: Heard(name, 4, 1.0, 0.5, 1.5, 0.9, "", (), 0, ()) for name in SPEAKERS}
    studies = dict.fromkeys(SPEAKERS, RESULT)
    return Demo(place, studies, studies, {}, voice, live or Live({}))


def text(place: DemoFolder, told: DemoSummary = TOLD, live: Live | None = None) -> str:
    """The page as Markdown, which is written beside the page."""
    return write_summary(demo(place, live), told).with_suffix(".md").read_text(encoding="utf-8")


def test_it_says_first_who_rings_true_and_that_it_is_simulated(place: DemoFolder) -> None:
    lines = text(place).splitlines()
    assert lines[0].startswith("# Who rings true")
    assert lines[2] == "faithful rings true; drifted and generic do not; of caricature it is inconclusive."
    assert lines[4] == f"> {LABEL}"


def test_every_link_leads_to_a_file_of_the_demo(place: DemoFolder) -> None:
    links = re.findall(r"\]\(([^)]+)\)", text(place))
    # A picture, the sample, two comparisons, three pairs, four for each speaker: blind, two of scenarios, wording.
    assert len(links) == 4 + len(PAIRED) + 4 * len(SPEAKERS)
    assert all((place.out / link).exists() for link in links)
    page = (place.out / "summary.html").read_text(encoding="utf-8")
    assert set(re.findall(r'href="([^"#]+)"', page)) == set(links) - {"summary.svg"}
    assert not any(link.startswith("/") or ".." in link for link in links)


def test_every_speaker_has_a_row_and_reasons(place: DemoFolder) -> None:
    report = text(place)
    for name in SPEAKERS:
        assert f"| {name} | {ANSWERS[name]} | 1.2 | 47 | 92 | FAIL | 94 |" in report
        assert f"- {name}: it decides otherwise; it is loud." in report
    assert "- the quotes of faithful" in report
    assert "\nAn AUC of .97.\n" in report


def test_the_comparison_of_the_speakers_is_told(place: DemoFolder) -> None:
    assert "- drifted is worse, scenarios." in text(place)


def test_nothing_left_open_is_said_too(place: DemoFolder) -> None:
    assert "Nothing was left open." in text(place, DemoSummary(LINES, (), (), "x"))
    assert "Nothing was left open." not in text(place)


@pytest.mark.parametrize(
    ("live", "said"),
    [
        (Live({}), ""),
        (Live({}, "It did not answer."), "It did not answer."),
        (Live({"a": "x", "b": "y"}), "2 answers of the embedded model were generated live; they are"),
        (Live({"a": "x"}, "It is slow."), "measured by wording and not rated. It is slow."),
    ],
)
def test_what_was_asked_live_is_told_where_there_is_something(place: DemoFolder, live: Live, said: str) -> None:
    told = live_words(demo(place, live))
    assert said in told
    assert bool(told) == bool(said)
    assert told in text(place, live=live)


def test_the_newest_report_of_a_study_is_linked(place: DemoFolder) -> None:
    for number in (2, 9, 10):
        touch(place.study("blind", "faithful") / "reports" / f"result-{number}.html")
    found = newest_report(place, "blind", "faithful")
    assert found is not None
    assert found.name == "result-10.html"


def test_the_first_screen_has_table_links_and_what_is_open(place: DemoFolder) -> None:
    roles = {section.name: section.role for section in start_page(demo(place), TOLD).sections}
    assert (roles["table"], roles["reports"], roles["open"]) == ("first", "next", "caution")
