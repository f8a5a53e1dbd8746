"""An explanation as a picture: the person's rate and the replies' rate of every usage, side by side."""

from __future__ import annotations

import warnings
from io import StringIO
from typing import TYPE_CHECKING, Any

from ringtrue.voice.explain.numbers import rate
from ringtrue.voice.explain.table import label
from ringtrue.voice.explain.usage import Direction, Explanation, Usage

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Vermilion and dark blue differ for every kind of colour vision, and one is light, the other dark, in grey; the
# markers differ besides.
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
        figure.savefig(written, format="svg", metadata={"Date": None, "Title": "What sets the replies apart"})
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
