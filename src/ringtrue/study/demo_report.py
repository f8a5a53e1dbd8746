"""The demo's own report: summary.md with its picture, and links to the report of every study."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from ringtrue.files import write_text
from ringtrue.study.demo_layout import PAIRED, SPEAKERS, Place
from ringtrue.study.demo_picture import picture
from ringtrue.study.demo_run import Demo
from ringtrue.study.demo_summary import Summary

FILE = "summary.md"
LABEL = (
    "Oda Brennick is invented. The clones' answers were written for the sample, the generic bot's recorded from the "
    "embedded model, and the ratings and the judge's scores are simulated: no person rated, no model judged."
)


def write_summary(demo: Demo, told: Summary) -> Path:
    """Write summary.md and summary.svg; returns the report."""
    out = demo.place.out
    write_text(out / "summary.svg", picture(demo))
    write_text(out / FILE, "\n".join(_lines(demo, told)) + "\n")
    return out / FILE


def _lines(demo: Demo, told: Summary) -> Iterator[str]:
    yield "# Who rings true: the sample of ringtrue\n"
    yield f"> {LABEL}\n"
    yield "![Voice, blind picks and scenarios of the four speakers](summary.svg)\n"
    columns = ("speaker", "rings true?", "voice", "her words found, %", "decisions", "scenarios")
    rows = [
        (one.speaker, f"**{one.answer}**", one.voice, one.quotes, one.decisions, one.scenarios) for one in told.lines
    ]
    yield from _table(columns, rows)
    yield "\nFigures with their 95 % intervals; what each is stands in docs/sample.md.\n"
    yield "## Why\n"
    yield from (f"- **{one.speaker}**: {'; '.join(one.why)}." for one in told.lines)
    yield "\n## Pairs\n"
    yield from (f"- {line}" for line in told.pairs)
    yield "\n## What cannot be told\n"
    yield from ([f"- {line}" for line in told.untold] or ["Nothing was left open."])
    yield f"\n{told.instrument[:1].upper()}{told.instrument[1:]}."
    yield f"\n{_live(demo)}\n" if _live(demo) else ""
    yield "## All reports\n"
    yield from _table(("speaker", "blind", "scenarios", "wording"), [_links(demo.place, name) for name in SPEAKERS])
    paired = [f"[{name}]({_report(demo.place, 'pairs', name)})" for name in PAIRED]
    yield f"\nPairs, the full persona beside: {', '.join(paired)}. The sample itself lies in [sample](sample)."


def _live(demo: Demo) -> str:
    number = len(demo.live.texts)
    asked = f"{number} answers of the embedded model were asked for live; they are measured by wording and not rated."
    return " ".join(part for part in (asked if number else "", demo.live.note) if part)


def _links(place: Place, speaker: str) -> tuple[str, ...]:
    scenarios = f"[report](scenarios/{speaker}/report.md), [what to mend](scenarios/{speaker}/iteration.md)"
    return speaker, f"[report]({_report(place, 'blind', speaker)})", scenarios, f"[page](voice/{speaker}.md)"


def _report(place: Place, protocol: str, speaker: str) -> str:
    """The newest report of a study as seen from the demo's folder; they are numbered, 10 after 9."""
    reports = (place.study(protocol, speaker) / "reports").glob("*.md")
    found = sorted(reports, key=lambda path: (len(path.name), path.name))
    return Path(os.path.relpath(found[-1], place.out)).as_posix()


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (columns, ["---"] * len(columns), *rows)]
