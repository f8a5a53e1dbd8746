"""Pictures of a report, drawn by matplotlib as SVG whose text is text: intervals with cuts and ranges, and the gate."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from ringtrue.formula.grammar import parse
from ringtrue.formula.tree import Comparison, Name, Negative, Node, Number
from ringtrue.report.number_format import interval_of, value_of
from ringtrue.report.section import Column, Figure, Section, Table
from ringtrue.report.summary import About
from ringtrue.terms.number import brief
from ringtrue.terms.protocol import Picture, Protocol
from ringtrue.terms.result import Estimate, Result
from ringtrue.terms.text import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE, ORANGE, GREY = "#0B4F8A", "#B35900", "#595959"
_SETTINGS: Any = {"svg.fonttype": "none", "svg.hashsalt": "ringtrue", "font.family": ["sans-serif"], "font.size": 9.0}
_LONGEST = 44  # characters of a label
_DATA = (Column("what"), *(Column(name, "number") for name in ("value", "95 % interval", "n")))
_GATE_DATA = (Column("picks of"), Column("found the person", "number"), Column("interval", "number"))


def drawn(title: str, height: float, draw: Callable[[Axes], None], width: float = 7.2) -> str:
    """One picture with its title; the same data always give the same picture."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    written = StringIO()
    with rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # the viewer has fonts of its own
        figure = Canvas(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        draw(axes)
        axes.set_title(title, loc="left", fontsize=10)
        for side in ("right", "top"):
            axes.spines[side].set_visible(False)
        figure.savefig(written, format="svg", metadata={"Date": None, "Title": title})
    return written.getvalue()


def pictures_section(
    protocol: Protocol, result: Result, about: About, gates: Mapping[str, Mapping[str, Any]] | None = None
) -> Section:
    """Every picture the protocol names that has something to show, and each gate; `gates` as result.json has them."""
    figures = [_picture(number, one, protocol, result, about) for number, one in enumerate(about.wording.pictures)]
    figures += [_gate(name, gate, about, _self_control(name, protocol, result)) for name, gate in (gates or {}).items()]
    figures.append(_voices(protocol, result))
    found = tuple(figure for figure in figures if figure is not None)
    return Section("pictures", "The numbers in pictures", found)


def _picture(number: int, picture: Picture, protocol: Protocol, result: Result, about: About) -> Figure | None:
    """Estimates with their intervals, the cuts of the rules, and the ranges a document expects."""
    found = {name: result.estimates[name] for name in picture.of if name in result.estimates}
    rows = {name: one for name, one in found.items() if one.value is not None}
    if not rows:
        return None
    labels = [_label(name, about) for name in rows]
    cuts = [cuts_of(protocol, name) for name in rows]
    ranges = [about.wording.ranges.get(name) for name in rows]

    def draw(axes: Axes) -> None:
        _rows(axes, labels, list(rows.values()), picture)
        for place, (row_cuts, expected) in enumerate(zip(cuts, ranges, strict=True)):
            y = len(rows) - 1 - place
            for cut in row_cuts:
                axes.plot([cut, cut], [y - 0.32, y + 0.32], color=ORANGE, linewidth=1.4, linestyle=(0, (2, 1.5)))
            if expected:
                axes.plot(expected, [y - 0.28, y - 0.28], color=ORANGE, linewidth=3.0, solid_capstyle="butt")

    cells = tuple((label, *_figures(one)) for label, one in zip(labels, rows.values(), strict=True))
    told = "; ".join(f"{label} {brief(one.value or 0.0)}" for label, one in zip(labels, rows.values(), strict=True))
    words = f"{picture.title}: {told}"
    marks = [*(["a dashed line is a cut of the rules"] if any(cuts) else [])]
    marks += ["a bar below a point is where the document expects it"] if any(ranges) else []
    title = f"{picture.title}{f' ({chr(59).join(marks)})' if marks else ''}"
    svg = drawn(picture.title, 0.9 + 0.36 * len(rows), draw)
    return Figure(f"picture-{number}", title.replace(";", "; "), svg, words, Table(_DATA, cells))


def _voices(protocol: Protocol, result: Result) -> Figure | None:
    """Where the voice instrument, if it was asked, places each speaker between other people and the person."""
    known = {name: result.estimates.get(f"voice_{name}") for name in protocol.speakers}
    rows = {name: one for name, one in known.items() if one and one.kind == "statistic" and one.value is not None}
    if not rows:
        return None
    title = "Voice, by wording alone: 0 is where other people stand, 1 where the person does"
    ends = [end for one in rows.values() for end in (one.low, one.value, one.high) if end is not None]

    def draw(axes: Axes) -> None:
        for end in (0.0, 1.0):
            axes.axvline(end, color=GREY, linestyle=":", linewidth=1.0)
        _rows(axes, list(rows), list(rows.values()), Picture(title, tuple(rows), min(-0.5, *ends), max(1.5, *ends)))

    cells = tuple((name, *_figures(one)) for name, one in rows.items())
    words = "; ".join(f"{name} {brief(one.value or 0.0)}" for name, one in rows.items())
    return Figure(
        "voice", title, drawn("Voice", 0.9 + 0.36 * len(rows), draw), f"{title}: {words}", Table(_DATA, cells)
    )


def cuts_of(protocol: Protocol, name: str) -> list[float]:
    """The numbers that the protocol's rules hold an estimate's value against."""
    rules = [
        *protocol.verdict,
        *protocol.sound_verdict,
        *(rule for rules in protocol.status.values() for rule in rules),
    ]
    found: set[float] = set()
    for condition in {text for rule in rules for text in rule.conditions}:
        for node in parse(condition).root.walk():
            if isinstance(node, Comparison) and len(node.parts) == 2:
                left, right = node.parts
                names = {_bare_name(part.name) for part in left.walk() if isinstance(part, Name)}
                limit = _limit(right)
                if limit is not None and name in names and (len(names) == 1 or _is_lowest(left)):
                    found.add(limit)
    return sorted(found)


def _limit(node: Node) -> float | None:
    """The number on a side of a comparison, with its sign; None where there is something else."""
    if isinstance(node, Negative):
        inner = _limit(node.parts[0])
        return None if inner is None else -inner
    return node.number if isinstance(node, Number) else None


def _bare_name(name: str) -> str:
    """The estimate an end of an interval belongs to."""
    return name.removesuffix("_low").removesuffix("_high")


def _is_lowest(node: Node) -> bool:
    """Whether a side is min(...): its limit is one for every name in it."""
    function = getattr(node, "function", None)
    return function is not None and function.name in ("min", "max")


def _label(name: str, about: About) -> str:
    """A short word for an estimate: that of its group, else its label without an article."""
    for members in about.wording.groups.values():
        if name in members:
            return members[name]
    label = about.wording.label(name).removeprefix("the ")
    return shortened(label, _LONGEST)


def _figures(one: Estimate) -> tuple[str, str, str]:
    return value_of(one), interval_of(one), str(one.n)


def _rows(axes: Axes, labels: Sequence[str], estimates: Sequence[Estimate], picture: Picture) -> None:
    last = len(labels) - 1
    for place, one in enumerate(estimates):
        point(axes, last - place, one)
    axes.set_yticks(range(len(labels))[::-1], labels, parse_math=False)
    axes.set_ylim(-0.6, len(labels) - 0.4)
    axes.set_xlim(picture.low, picture.high)
    axes.grid(axis="x", color=GREY, alpha=0.25, linewidth=0.6)
    axes.tick_params(axis="y", length=0)


def point(axes: Axes, place: float, found: Estimate, colour: str = BLUE) -> None:
    """One estimate with its interval on a row of a picture."""
    if found.low is not None and found.high is not None:
        axes.plot([found.low, found.high], [place, place], color=colour, linewidth=1.8)
    axes.plot([found.value or 0.0], [place], marker="o", color=colour, markersize=5.5, clip_on=False)


def _self_control(name: str, protocol: Protocol, result: Result) -> Estimate | None:
    """The picks beside another text of the person's own, where the protocol measures them and they were rated."""
    asked, speaker = protocol.measures[name].gate, protocol.controls.get("self")
    same = (
        one.name for one in protocol.measures.values() if speaker and (one.crossed, one.speaker) == (asked, speaker)
    )
    found = (result.estimates.get(one) for one in same)
    return next((one for one in found if one is not None and one.value is not None), None)


def _gate(name: str, gate: Mapping[str, Any], about: About, itself: Estimate | None) -> Figure | None:
    """The region in which picks count as indistinguishable, the clone's picks, and those of the controls."""
    own, control = Estimate.from_dict(gate), gate.get("control")
    if own.value is None:
        return None
    margin = float(gate.get("margin", 0.65))
    rows = {"the clone": own} | ({"the generic control": Estimate.from_dict(control)} if control else {})
    rows |= {"the person beside themselves": itself} if itself else {}
    title = "Picks that found the person, and the region of the gate"

    def draw(axes: Axes) -> None:
        axes.axvspan(1.0 - margin, margin, color=ORANGE, alpha=0.18, linewidth=0)
        axes.axvline(0.5, color=GREY, linestyle=":", linewidth=1.0)
        _rows(axes, list(rows), list(rows.values()), Picture(title, tuple(rows), 0.0, 1.0))

    words = (
        f"{about.wording.label(name)}: the clone {brief(own.value)}, region {brief(1 - margin)} to {brief(margin)}, "
        f"chance 0.5"
    )
    cells = tuple((who, value_of(one), interval_of(one)) for who, one in rows.items())
    said = f"{title}: inside the shaded region for its whole interval a clone cannot be told from the person"
    return Figure(f"gate-{name}", said, drawn(title, 1.7, draw), words, Table(_GATE_DATA, cells))
