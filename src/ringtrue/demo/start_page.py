"""The demo's start page: who rings true and why, the comparison of the speakers, and links to every report."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ringtrue.demo.comparison import COMPARED
from ringtrue.demo.conversations import PROTOCOL as CONVERSATION
from ringtrue.demo.layout import PAIRED, SPEAKERS, DemoFolder
from ringtrue.demo.report import COLUMNS, NO, YES, DemoSummary, picture
from ringtrue.demo.run import Demo
from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import read_json
from ringtrue.report.html import as_html
from ringtrue.report.markdown import as_markdown
from ringtrue.report.section import Block, Figure, Page, Pages, Points, Report, Section, Table, Text, columns

FILE = "summary.html"
TITLE = "Who rings true: the sample of ringtrue"
LABEL = (
    "Oda Brennick is invented. The clones' answers were written for the sample, the generic bot's recorded from the "
    "embedded model, and the ratings and the judge's scores are simulated: no person rated, no model judged."
)
_PICTURE = "summary.svg"


def write_summary(demo: Demo, told: DemoSummary) -> Path:
    """Write summary.html, the same as summary.md, and summary.svg; returns the page."""
    out = demo.place.out
    report = start_page(demo, told)
    write_text(out / _PICTURE, picture(demo))
    write_text((out / FILE).with_suffix(".md"), as_markdown(report))
    write_text(out / FILE, as_html(report))
    return out / FILE


def start_page(demo: Demo, told: DemoSummary) -> Report:
    """Everything on one page; each report is a link away."""
    sections = (
        Section("table", "Each speaker", tuple(_table(told)), "first"),
        Section("reports", "Open a report", (Pages(tuple(_pages(demo))),), "next"),
        Section("open", "What cannot be concluded", (Points(told.untold or ("Nothing was left open.",)),), "caution"),
        Section("why", "Why", (Points(tuple(f"{one.speaker}: {'; '.join(one.why)}." for one in told.lines)),)),
        Section("compared", "The four speakers compared", tuple(_compared(demo.place))),
        Section("pairs", "Pairs", (Points(told.pairs),)),
        Section("conversation", "A conversation, written and scored by hand", (Points(told.conversations),)),
        Section("picture", "Voice, blind picks and scenarios", tuple(_picture(demo, told))),
    )
    return Report(TITLE, _headline(told), sections, notes=(Text(LABEL, "note"),))


def _headline(told: DemoSummary) -> str:
    """Who rings true, who does not, and of whom it cannot be said."""
    named = {answer: [one.speaker for one in told.lines if one.answer.startswith(answer)] for answer in (YES, NO)}
    rest = [one.speaker for one in told.lines if not one.answer.startswith((YES, NO))]
    verbs = {YES: ("rings true", "ring true"), NO: ("does not", "do not")}
    parts = [f"{_joined(names)} {verbs[answer][len(names) > 1]}" for answer, names in named.items() if names]
    parts += [f"of {_joined(rest)} it is inconclusive"] if rest else []
    return f"{'; '.join(parts)}."


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _table(told: DemoSummary) -> Iterator[Block]:
    rows = tuple(
        (one.speaker, one.answer, one.voice, one.quotes, one.decisions, one.blind, one.scenarios) for one in told.lines
    )
    yield Table(columns(*COLUMNS), rows)
    yield Text(
        "Figures with their 95 % intervals, blind with its sound verdict; docs/sample.md explains each of them. Yes "
        "needs a sound PASS in blind that neither voice nor scenarios speak against; no, a sound FAIL. A provisional "
        "no: the study fails by its document, and allows no sound verdict."
    )


def _picture(demo: Demo, told: DemoSummary) -> Iterator[Block]:
    data = Table(columns("speaker", "voice", "her words found", "scenarios"),
                 tuple((one.speaker, one.voice, one.quotes, one.scenarios) for one in told.lines))  # fmt: skip
    title = "Voice, blind picks and scenarios of the four speakers"
    yield Figure("summary", title, picture(demo), title, data, file=_PICTURE)
    yield Text(f"{told.instrument[:1].upper()}{told.instrument[1:]}.")
    if live := live_words(demo):
        yield Text(live)


def live_words(demo: Demo) -> str:
    """What was asked of the embedded model while the demo ran, "" where nothing."""
    number = len(demo.live.texts)
    asked = f"{number} answers of the embedded model were generated live; they are measured by wording and not rated."
    return " ".join(part for part in (asked if number else "", demo.live.note) if part)


# Links to every report, named as seen from the demo's folder.


def _pages(demo: Demo) -> Iterator[tuple[str, tuple[Page, ...]]]:
    place = demo.place
    for speaker in SPEAKERS:
        folder = place.study("scenarios", speaker)
        found: dict[str, Path | None] = {
            "blind": newest_report(place, "blind", speaker),
            "scenarios": folder / "report.html",
            "what to fix": folder / "iteration.md",
            "wording": place.voice / f"{speaker}.html",
        }
        yield speaker, _links(place, found)
    pairs: dict[str, Path | None] = {name: newest_report(place, "pairs", name) for name in PAIRED}
    yield "pairs, the full persona beside", _links(place, pairs)
    held = {name: newest_report(place, CONVERSATION, name) for name in demo.conversations}
    yield "conversation, written and scored by hand", _links(place, held)
    compared: dict[str, Path | None] = {name: place.compared / f"{name}.html" for name in COMPARED}
    yield "the four speakers compared", _links(place, compared)
    yield "", _links(place, {"the sample itself": place.sample})


def _links(place: DemoFolder, found: dict[str, Path | None]) -> tuple[Page, ...]:
    return tuple(
        Page(words, path.relative_to(place.out).as_posix()) for words, path in found.items() if path and path.exists()
    )


def newest_report(place: DemoFolder, protocol: str, speaker: str) -> Path | None:
    """The newest report of a study; they are numbered, 10 after 9."""
    reports = (place.study(protocol, speaker) / "reports").glob("*.html")
    return max(reports, key=lambda path: (len(path.name), path.name), default=None)


def _compared(place: DemoFolder) -> Iterator[Block]:
    for name in COMPARED:
        file = place.compared / f"{name}.json"
        if file.is_file():
            steps: list[dict[str, Any]] = read_json(file).data["steps"]
            yield Points(tuple(step["sentence"] for step in steps), title=f"{name.capitalize()}:")
