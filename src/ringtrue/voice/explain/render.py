"""Render an explanation as Markdown, as a table and as an SVG plot."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from ringtrue.terms.text import escaped
from ringtrue.voice.explain.prompt_advice import advice
from ringtrue.voice.explain.usage import Direction, Example, Explanation, Usage, rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# The rows of an explanation as text, for a terminal.


COLUMNS = ("use", "kind", "what", "person", "replies", "unit", "sure", "example")
_PLACES = {"sentence start": "begins: ", "text start": "text begins: ", "text end": "text ends: ", "anywhere": ""}


def table(explanation: Explanation) -> list[tuple[str, ...]]:
    """One tuple of COLUMNS for each row: missing signatures, then over-used, then under-used, each the surest first."""
    known_by = [row for row in explanation.rows if row.signature]
    rest = [row for row in (*explanation.of("over"), *explanation.of("under")) if not row.signature]
    return [_cells(row) for row in (*known_by, *rest)]


def label(row: Usage) -> str:
    """What the row is about, with the place it stands at."""
    return f"{_PLACES[row.place]}{row.name}"


def example(row: Usage) -> str:
    """One excerpt: of the replies where they over-use it, of the person where they under-use it."""
    shown = row.reply_examples if row.direction == "over" else row.own_examples
    return shown[0].excerpt if shown else ""


def _cells(row: Usage) -> tuple[str, ...]:
    use = "missing" if row.signature else "too much" if row.direction == "over" else "too little"
    kind = _kind(row)
    sure = f"{abs(row.sureness):.1f}"
    return use, kind, label(row), rate(row.own), rate(row.replies), row.unit, sure, example(row)


# An explanation as a section of a Markdown report.


_HEADINGS: dict[Direction, str] = {"over": "Over-used by the replies", "under": "Under-used by the replies"}
_SHOWN = 2  # examples in a cell


def markdown(explanation: Explanation) -> str:
    """Advice, a table for each direction, what was refused, and how it was made."""
    return "\n".join([*_advice(explanation), *_tables(explanation), *_refused(explanation), *_method(explanation)])


def _advice(explanation: Explanation) -> Iterator[str]:
    lines = advice(explanation)
    if lines:
        yield "### What to change\n"
        yield from (f"{number}. {line}" for number, line in enumerate(lines, 1))
        yield ""


def _tables(explanation: Explanation) -> Iterator[str]:
    for direction, heading in _HEADINGS.items():
        rows = explanation.of(direction)
        if rows:
            yield f"### {heading}\n"
            yield "| what | kind | person | replies | others | unit | sure | the person | the replies |"
            yield "|---|---|---:|---:|---:|---|---:|---|---|"
            yield from map(_row, rows)
            yield ""
    if explanation.tested and not explanation.rows:
        yield "The replies do not differ from the person's own texts beyond chance.\n"


def _kind(row: Usage) -> str:
    """The kind, and whether the wording belongs to a subject or is one the person is known by."""
    return f"{row.kind}, topic" if row.topic_bound else f"{row.kind}, signature" if row.signature else row.kind


def _row(row: Usage) -> str:
    kind = _kind(row)
    cells = (
        escaped(label(row)),
        kind,
        rate(row.own),
        rate(row.replies),
        "" if row.others is None else rate(row.others),
        row.unit,
        f"{abs(row.sureness):.1f}",
        _examples(row.own_examples),
        _examples(row.reply_examples),
    )
    return f"| {' | '.join(cells)} |"


def _examples(given: Sequence[Example]) -> str:
    return "<br>".join(f"{escaped(one.excerpt)} ({one.text + 1})" for one in given[:_SHOWN])


def _refused(explanation: Explanation) -> Iterator[str]:
    if explanation.refused:
        yield "### Inconclusive\n"
        reasons: dict[str, list[str]] = {}
        for refusal in explanation.refused:
            reasons.setdefault(refusal.reason, []).append(refusal.what)
        yield from (f"- {', '.join(what)}: {escaped(reason)}." for reason, what in reasons.items())
        yield ""


def _method(explanation: Explanation) -> Iterator[str]:
    yield (
        f"From {explanation.own_words:,} words in {explanation.own_texts:,} texts of the person and "
        f"{explanation.reply_words:,} words in {explanation.reply_texts:,} replies; {explanation.tested:,} usages "
        f"compared. Method: {explanation.method}. Numbers in brackets count the texts in the order given; *topic* "
        "marks names and wording from few texts.\n"
    )


# An explanation as a picture: the person's rate and the replies' rate of every usage, side by side.


# Vermilion and dark blue differ for every kind of colour vision, and one is light, the other dark, in grey; the
# markers differ too.
_COLOUR: dict[Direction, str] = {"over": "#E07B00", "under": "#0B4F8A"}
_MARKER: dict[Direction, str] = {"over": "o", "under": "s"}
_SAID: dict[Direction, str] = {"over": "the replies: too much", "under": "the replies: too little"}
_ROW = 0.27  # inches
_SMALLEST = 0.001  # a rate below this is drawn as none
_GAP = 0.7  # rows between what is over-used and what is under-used
_WIDTH = 9.4
_LONGEST = 50  # characters of a label
_SETTINGS: Any = {"svg.fonttype": "none", "svg.hashsalt": "ringtrue", "font.family": ["sans-serif"], "font.size": 9.0}


def plot(explanation: Explanation) -> str:
    """The rows as an SVG in which text stays text: a ring for the person, a filled mark for the replies, log scale.

    One line for each row, so labels cannot overlap. A rate of none stands at the left edge. The same explanation
    always gives the same picture.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    rows = [*explanation.of("over"), *explanation.of("under")]
    written = StringIO()
    with rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # the viewer has fonts of its own
        height = (max(len(rows), 1) + _GAP) * _ROW + 1.3
        figure = Figure(figsize=(_WIDTH, height))
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0.385, 0.62 / height, 0.355, 1 - 1.1 / height))
        _draw(axes, rows, explanation)
        figure.savefig(written, format="svg", metadata={"Date": None, "Title": "How the replies differ"})
    return written.getvalue()


def _draw(axes: Axes, rows: list[Usage], explanation: Explanation) -> None:
    rates = [value for row in rows for value in (row.own, row.replies)]
    positive = [value for value in rates if value > _SMALLEST] or [1.0]
    none = min(positive) / 2.5
    for place, row in enumerate(rows):
        _draw_row(axes, len(rows) - 1 - place + (_GAP if row.direction == "over" else 0.0), row, none)
    axes.set_xscale("log")
    axes.set_xlim(none / 1.35, max(positive) * 1.5)
    axes.set_ylim(-0.7, max(len(rows), 1) - 0.3 + _GAP)
    axes.set_yticks([])
    axes.set_xlabel("rate in the unit at the right, logarithmic")
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    _ticks(axes, none, any(value <= _SMALLEST for value in rates))
    if rows:
        _legend(axes, rows)
    else:
        reason = explanation.refused[0].reason if explanation.refused and not explanation.tested else "nothing differs"
        axes.text(0.5, 0.5, reason, transform=axes.transAxes, ha="center", va="center", wrap=True, parse_math=False)


def _draw_row(axes: Axes, height: float, row: Usage, none: float) -> None:
    colour = _COLOUR[row.direction]
    own, replies = (value if value > _SMALLEST else none for value in (row.own, row.replies))
    dashes = ":" if none in (own, replies) else "-"  # none lies infinitely far on a logarithmic scale
    axes.plot([own, replies], [height, height], dashes, color=colour, linewidth=1.6, alpha=0.6, zorder=1)
    axes.plot(own, height, "o", markersize=7, markerfacecolor="white", markeredgecolor="#333333", zorder=2)
    axes.plot(replies, height, _MARKER[row.direction], markersize=6.5, color=colour, zorder=3)
    text: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center", "parse_math": False}
    shown = label(row)
    shown = shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1].rstrip() + "…"
    faded = "#777777" if row.topic_bound else "#111111"
    axes.text(-0.02, height, shown, ha="right", color=faded, **text)
    axes.text(1.02, height, f"{rate(row.own)} → {rate(row.replies)} {row.unit}", ha="left", color="#444444", **text)


def _ticks(axes: Axes, none: float, has_none: bool) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    low, high = axes.get_xlim()
    decades = [10.0**power for power in range(-4, 8) if max(low, 2.5 * none if has_none else 0) < 10.0**power < high]
    axes.xaxis.set_major_locator(FixedLocator([*([none] if has_none else []), *decades]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: "none" if value == none else f"{value:g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(axis="x", color="#dddddd", linewidth=0.6, zorder=0)
    axes.set_axisbelow(True)


def _legend(axes: Axes, rows: list[Usage]) -> None:
    from matplotlib.lines import Line2D

    keys = [Line2D([], [], marker="o", linestyle="", markerfacecolor="white", markeredgecolor="#333333", markersize=7)]
    names = ["the person"]
    for direction in _COLOUR:
        if any(row.direction == direction for row in rows):
            keys.append(
                Line2D([], [], marker=_MARKER[direction], linestyle="", color=_COLOUR[direction], markersize=6.5)
            )
            names.append(_SAID[direction])
    axes.legend(keys, names, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, handletextpad=0.3)
