"""A result as one Markdown document: the verdicts first, then what they rest on, down to the single item."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ringtrue.report.judging import judging_of
from ringtrue.report.number_format import ReportSection, interval_of, shown, value_of
from ringtrue.report.summary import (
    LITERAL,
    SOUND,
    About,
    Weak,
    check_row,
    columns_of,
    counted,
    difference,
    headline,
    labelled,
    reservations,
    weakest,
    why,
)
from ringtrue.terms.result import Estimate, Result
from ringtrue.terms.text import code, escaped, shortened

MOST_WEAK = 10
MOST_ITEMS = 200  # more than the longest suite for people; a longer table nobody reads


def as_markdown(result: Result, about: About, sections: Iterable[ReportSection] = ()) -> str:
    """The whole report. Texts of other people are escaped: they show as they are and do nothing.

    `sections` are a protocol's own, titles and lines of Markdown; they stand between the verdicts and the estimates.
    """
    parts = [
        _top(result, about),
        _verdicts(result),
        _reservations(result),
        *(_section(title, lines) for title, lines in sections),
        _estimates(result, about),
        _categories(result),
        _checks(result),
        _weak_items(result, about),
        _items(result),
        _method(result, about),
    ]
    return "\n".join(line for part in parts for line in part)


def _top(result: Result, about: About) -> Iterator[str]:
    first, label, middle, other = (escaped(part) for part in headline(result, about))
    title = ": ".join(escaped(part) for part in (about.subject, about.protocol_title) if part.strip())
    yield f"# {title or 'Result'}"
    yield ""
    # Escaping trims each part, so the blanks between them are set here.
    yield f"{first} **{label}**{_joined(middle)}{f' **{other}**.' if other else ''}"
    yield ""
    if about.note.strip():
        yield f"> **Note.** {escaped(about.note)}"
        yield ""
    if about.changes:
        yield "> **Changed after the answer key was opened.** Who changed it could see how it would turn out."
        yield from (f"> - {escaped(change)}" for change in about.changes)
        yield ""
    facts = (("Study", about.study_name), ("Scored", about.when), ("Rests on", counted(result)))
    yield from (f"- {name}: {escaped(text)}" for name, text in facts if text.strip())
    yield ""
    if about.protocol_about.strip():
        yield f"The protocol in short: {escaped(about.protocol_about)}"
        yield ""


def _joined(words: str) -> str:
    return words if words.startswith((",", ";")) else f" {words}"


def _verdicts(result: Result) -> Iterator[str]:
    """Both verdicts side by side, one row for each condition that decided them."""
    literal, sound = result.verdict, result.sound_verdict
    labels = (f"**{escaped(labelled(result, verdict))}**" for verdict in (literal, sound))
    rows: list[tuple[str, ...]] = [("verdict", *labels)]
    for place in range(max(len(literal.reasons), len(sound.reasons))):
        cells = (escaped(side.reasons[place]) if place < len(side.reasons) else "" for side in (literal, sound))
        rows.append(("decided by" if place == 0 else "", *cells))
    yield from _section("The two verdicts", _table(("", LITERAL, SOUND), rows))
    yield escaped(difference(result))
    yield ""


def _reservations(result: Result) -> Iterator[str]:
    found = reservations(result)
    lines = [f"- {escaped(text)}" for text in found] or ["No reservations were recorded."]
    yield from _section("What cannot be concluded, and what to know", lines)


def _estimates(result: Result, about: About) -> Iterator[str]:
    apart = judging_of(result)  # they stand with the judges
    rows = [_estimate_row(name, one, about) for name, one in result.estimates.items() if name not in apart]
    lines = _table(("estimate", "value", "95 % interval", "n", "reading", "definition"), rows, right=(1, 2, 3))
    yield from _section("Estimates", lines if rows else ["There are none."])
    if rows:
        yield (
            "*literal*: computed exactly as the document says; *sound*: the number a sceptic accepts beside it; "
            "*statistic*: a standard statistic. A dash means that there is no such number, and the definition says why."
        )
        yield ""


def _estimate_row(name: str, estimate: Estimate, about: About) -> tuple[str, ...]:
    figures = value_of(estimate), interval_of(estimate), str(estimate.n)
    return code(name), *figures, estimate.kind, _meaning(name, estimate, about)


def _meaning(name: str, estimate: Estimate, about: About) -> str:
    """Definition, method and reservation of an estimate in one cell."""
    reason = f"{'no value' if estimate.value is None else 'note'}: {estimate.reason}" if estimate.reason else ""
    parts = (about.definition(name), estimate.method, reason)
    return escaped("; ".join(part for part in parts if part.strip()))


def _categories(result: Result) -> Iterator[str]:
    if result.status:
        rows = [(code(name), escaped(label)) for name, label in result.status.items()]
        yield from _section("Categories", _table(("category", "status"), rows))
    if result.bands:
        bands = [
            (code(name), *(escaped(found.get(key, "")) for key in ("value", "low", "high")))
            for name, found in result.bands.items()
        ]
        columns = ("estimate", "band of the value", "of the lower bound", "of the upper bound")
        yield from _section("Bands", _table(columns, bands))


def _checks(result: Result) -> Iterator[str]:
    if not result.checks:
        return
    rows = [tuple(map(escaped, check_row(check))) for check in result.checks]
    columns = ("check", "answer", "value", "limit", "by the value alone", "note")
    yield from _section("Checks", _table(columns, rows, right=(2, 3)))


def _weak_items(result: Result, about: About) -> Iterator[str]:
    weak, number = weakest(result.items, about.rank_by, most=MOST_WEAK)
    if not weak:
        return
    lines = _table(("item", "kind", "score", "score is", "cause"), map(_weak_row, weak), right=(2,))
    yield from _section(f"Weakest items ({len(weak)} of {number})", lines)


def _weak_row(weak: Weak) -> tuple[str, ...]:
    first = code(weak.item.get("id", "")), escaped(weak.item.get("kind") or "")
    return *first, shown(weak.score), code(weak.column) if weak.column else "", escaped(why(weak.item))


def _items(result: Result) -> Iterator[str]:
    """A table for each kind, since each has scores of its own."""
    if not result.items:
        return
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for item in result.items[:MOST_ITEMS]:
        kinds.setdefault(str(item.get("kind") or ""), []).append(item)
    yield from _section("Items", ())
    for kind, items in kinds.items():
        if kind:
            yield f"### {escaped(kind)}"
            yield ""
        columns = columns_of(items) or ("id",)
        rows = [[_cell(shown(item.get(name))) for name in columns] for item in items]
        yield from _table([escaped(name) for name in columns], rows)
        yield ""
    left_out = len(result.items) - MOST_ITEMS
    if left_out > 0:
        yield f"{left_out:,} more items are in result.json, and in the table of `ringtrue report DIR --format csv`."
        yield ""


@lru_cache(maxsize=1024)
def _cell(text: str) -> str:
    """A text as a cell of a table; most of a column's are the same few."""
    return escaped(shortened(text))


def _method(result: Result, about: About) -> Iterator[str]:
    facts = [
        ("Protocol", code(result.protocol.get("name", ""))),
        ("Version", code(result.protocol.get("version", ""))),
        ("Hash", code(result.protocol.get("hash", ""))),
        ("Unit of resampling", escaped(about.unit)),
        ("Replicates", "" if about.replicates is None else f"{about.replicates:,}"),
        ("Seed", "" if about.seed is None else str(about.seed)),
        ("Program", escaped(f"ringtrue {about.program_version}" if about.program_version else "")),
    ]
    lines = [f"- {name}: {text}" for name, text in facts if text]
    lines.append("- Figures here are rounded; result.json has them in full.")
    yield from _section("How this was computed", lines)


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    listed = list(lines)
    yield from listed
    if listed:
        yield ""


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()) -> list[str]:
    """A table whose cells are escaped already."""
    flush = set(right)
    rule = ["---:" if place in flush else "---" for place in range(len(columns))]
    return [f"| {' | '.join(cells)} |" for cells in (columns, rule, *rows)]
