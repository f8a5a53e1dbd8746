"""The report of the voice instrument: where replies stand between impostors and the person, what sets them apart."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ringtrue.report.figures import GREY, ORANGE, drawn, point
from ringtrue.report.section import (
    Block,
    Cards,
    Column,
    Figure,
    ItemCard,
    Link,
    Links,
    Passage,
    Points,
    Report,
    Section,
    Table,
    Text,
    columns,
)
from ringtrue.terms.number import brief, figure
from ringtrue.terms.result import Estimate
from ringtrue.terms.text import shortened
from ringtrue.voice.explain.prompt_advice import advice
from ringtrue.voice.explain.render import COLUMNS, plot, table
from ringtrue.voice.explain.usage import Explanation
from ringtrue.voice.result import Hint, Reading

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Voice: how close the replies are to the person"
_WHAT = "A statistic of wording: it does not read what is said."
_FIRST = 3
_LONGEST = 160
_DATA = (Column("what"), *(Column(name, "number") for name in ("place", "95 % interval")))


def voice_report(
    reading: Reading,
    explanation: Explanation,
    replies: Mapping[str, str],
    sources: Sequence[str],
    open_points: Sequence[str],
    compared: str,
) -> Report:
    """The report; `replies` are texts by name in the reading's order, `sources` the names of the person's texts."""
    names = list(replies)
    least = [one for one in reading.hints if one.place is not None]
    ordered = sorted(least, key=lambda one: one.place or 0.0)
    unplaced = [one for one in reading.hints if one.place is None]
    links = tuple(Link(names[one.reply], "", f"place {brief(one.place or 0.0)}") for one in ordered[:_FIRST])
    sections = (
        Section("place", "Where they stand", tuple(_place(reading)), "first"),
        Section("advice", "What to change first", _advice(explanation), "next"),
        Section("least", "Least like the person", (Links(links), Text(_hint(reading))) if links else (), "next"),
        Section("open", "What cannot be concluded, and what to know", _points((_WHAT, *open_points)), "caution"),
        Section("flags", "Look at this", tuple(_flags(reading, names, sources))),
        Section("usages", "How the replies differ", tuple(_usages(explanation))),
        Section("replies", "Reply by reply", (Cards(tuple(_cards([*ordered, *unplaced], replies)), 0),), "items"),
        Section("method", "How this was computed", _points((reading.estimate.method, explanation.method)), "appendix"),
    )
    return Report(
        title=TITLE,
        headline=_headline(reading.estimate),
        sections=tuple(section for section in sections if not section.is_empty),
        notes=(Text(f"{compared}. {_WHAT}", "note"),),
    )


def _headline(found: Estimate) -> str:
    if found.value is None:
        return f"Inconclusive: {found.reason}."
    known = found.low is not None and found.high is not None
    bounds = f" (95 % interval {brief(found.low or 0.0)} to {brief(found.high or 0.0)})" if known else ""
    scale = "On a scale from 0, where impostors stand, to 1, the person"
    return f"{scale}, the replies stand at {brief(found.value)}{bounds}."


def _place(reading: Reading) -> Iterator[Block]:
    rows = {"the replies": reading.estimate}
    if reading.bare is not None:
        rows["the same model without the persona"] = reading.bare.estimate
    known = {name: one for name, one in rows.items() if one.value is not None}
    if not known:
        yield Text(f"There is no number: {reading.estimate.reason}.")
        return
    title = "Between impostors (0) and the person (1)"

    def draw(axes: "Axes") -> None:
        for number, one in enumerate(known.values()):
            point(axes, len(known) - 1 - number, one)
        axes.set_yticks(range(len(known))[::-1], list(known))
        axes.set_ylim(-0.6, len(known) - 0.4)
        for end in (0.0, 1.0):
            axes.axvline(end, color=ORANGE if end else GREY, linestyle=":", linewidth=1.2)
        axes.grid(axis="x", color=GREY, alpha=0.25, linewidth=0.6)

    cells = tuple((name, figure(one.value), f"{figure(one.low)} to {figure(one.high)}") for name, one in known.items())
    words = f"{title}: " + "; ".join(f"{name} {brief(one.value or 0.0)}" for name, one in known.items())
    yield Figure("voice-place", title, drawn(title, 1.2 + 0.36 * len(known), draw), words, Table(_DATA, cells))
    if reading.estimate.auc is not None:
        yield Text(
            f"It puts held-out text of the person above an impostor's in {100 * reading.estimate.auc:.0f} % of trials."
        )
    if reading.spread.value is not None:
        yield Text(f"The replies vary {brief(reading.spread.value)} times as much as the person's own passages.")


def _hint(reading: Reading) -> str:
    return f"{reading.hints[0].warning.capitalize()}." if reading.hints else ""


def _advice(explanation: Explanation) -> tuple[Block, ...]:
    lines = [line.replace("\\", "") for line in advice(explanation)]
    if not lines:
        return (Text("No advice: no difference was found, or there was not enough material."),)
    return (Points(tuple(lines)),)


def _points(lines: Sequence[str]) -> tuple[Block, ...]:
    return (Points(tuple(line for line in lines if line)),)


def _flags(reading: Reading, names: Sequence[str], sources: Sequence[str]) -> Iterator[Block]:
    for flag in reading.flags:
        yield Text(flag.why, "alarm", title=f"{flag.kind}:")
        if flag.examples:
            yield Points(tuple(shortened(example, _LONGEST) for example in flag.examples))
    if reading.overlaps:
        head = (Column("words", "number"), Column("reply", "item"), Column("found in"), Column("text"))
        rows = (
            (str(one.words), names[one.reply], sources[one.document], shortened(one.text, _LONGEST))
            for one in sorted(reading.overlaps, key=lambda one: -one.words)
        )
        yield Table(head, tuple(rows), long=True)


def _usages(explanation: Explanation) -> Iterator[Block]:
    rows = tuple(table(explanation))
    if not rows:
        if explanation.tested:
            yield Text("The replies do not differ from the person's own texts beyond chance.")
        return
    data = Table(columns(*COLUMNS, numbers=("person", "replies", "sure")), rows, long=True)
    words = "The person's rate and the replies' rate of every usage"
    yield Figure(
        "voice-usages", "The person's rate (ring) and the replies' rate (filled mark)", plot(explanation), words, data
    )


def _cards(hints: Sequence[Hint], replies: Mapping[str, str]) -> Iterator[ItemCard]:
    names = list(replies)
    for one in hints:
        name = names[one.reply]
        yield ItemCard(
            id=name,
            title=shortened(replies[name], _LONGEST),
            score="" if one.place is None else brief(round(one.place, 2)),
            why=shortened(" ".join(replies[name].split()), _LONGEST),
            answers=(Passage("The reply", replies[name]),),
            facts=(("note", one.note),) if one.note else (),
        )
