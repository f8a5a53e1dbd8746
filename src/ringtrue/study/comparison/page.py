"""A comparison as a report of sections: what changed, what it rests on, the items that flipped, the clone itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.files.atomic_write import write_text
from ringtrue.report.figures import BLUE, GREY, ORANGE, drawn, point
from ringtrue.report.number_format import interval_of, shown
from ringtrue.report.section import (
    Block,
    Cards,
    Figure,
    ItemCard,
    Link,
    Links,
    Outcome,
    Points,
    Report,
    Section,
    Table,
    Text,
    columns,
)
from ringtrue.report.word_differences import likeness
from ringtrue.study.comparison.comparison import Comparison, by_document, sentence, verdict
from ringtrue.study.item_cards import item_pages
from ringtrue.terms.number import MISSING, brief, figure
from ringtrue.terms.problem import BadInput, Problem

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ringtrue.score.comparison import Compared, ItemPair, Step

MOST_CARDS = 60  # of a step, those that fell furthest first
MOST_FIRST = 5
_ALIKE = 0.4  # texts that share less are easier to read without their differences
_MOST_LINES = 400  # of a prompt's differences
_OUTCOMES: dict[str, Outcome] = {"better": "good", "no worse": "good", "worse": "bad", "inconclusive": "open"}
TABLES = {
    "dimension": "By dimension",
    "kind": "By kind of item",
    "type": "By type",
    "domain": "By domain",
    "difficulty": "By difficulty",
    "subtype": "By subtype",
    "part": "What these are made of",
}
_CONVENTION = (
    "Better, worse and no worse are decided by the interval and not by the value; how many points still count as no "
    "worse is a convention of the protocol."
)


def write_page(found: Comparison, out: Path) -> Path:
    """Write the comparison as a page (.html) or as Markdown (.md); returns the file."""
    from ringtrue.report.html import as_html
    from ringtrue.report.markdown import as_markdown

    forms = {".html": as_html, ".htm": as_html, ".md": as_markdown}
    form = forms.get(out.suffix.lower())
    if form is None:
        remedy = "End its name in .html or .md."
        raise BadInput([Problem(str(out), "--out", "There is no such form of a comparison.", out.suffix, remedy)])
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, form(report_of(found)))
    return out


def report_of(found: Comparison) -> Report:
    """The whole comparison; of many versions each step has sections of its own, the newest first."""
    last = found.last
    many = len(found.steps) > 1
    steps = [
        section for number in reversed(range(len(found.steps))) for section in _step_sections(found, number, many=many)
    ]
    parts = [
        _answer(found),
        _first(found),
        _caution(found),
        *([_versions(found)] if many else []),
        _items(found),
        *steps,
        _method(found),
    ]
    return Report(
        title=f"{found.name(last.after)} against {found.name(last.before)}" if not many else "Versions compared",
        headline=sentence(found),
        sections=tuple(part for part in parts if not part.is_empty),
        label=last.figure.outcome,
        outcome=_OUTCOMES[last.figure.outcome],
        notes=tuple(Text(note, "note", title="Note.") for note in found.remarks),
        facts=(
            ("Protocol", f"{found.protocol.title or found.protocol.name} ({found.protocol.version})"),
            ("Compared on", f"{len(found.names)} items that all versions share; {found.raters}"),
        ),
    )


# The first screen: the answer, what to look at, what cannot be concluded.


def _answer(found: Comparison) -> Section:
    lines = [f"{verdict(found, step)}." for step in found.steps] if len(found.steps) > 1 else []
    called_for = by_document(found, found.last)
    lines.append(
        f"The document's limits go by the value alone: {called_for}."
        if called_for
        else "The document's limits, which go by the value alone, call for nothing."
    )
    changes = found.changes[-1].sentences
    blocks: list[Block] = [Points(tuple(lines), "strong"), Points(tuple(changes), title="What changed in the clone")]
    return Section("answer", "What changed", tuple(blocks), "first")


def _first(found: Comparison) -> Section:
    step = found.last
    fell = [one for one in step.flipped if one.before.get("passed")][:MOST_FIRST]
    links = tuple(Link(_card_id(found, step, one), "", f"{_scores(one)}: passed before, fails now") for one in fell)
    otherwise = "No item that passed before fails now."
    return Section("first", "What to look at first", (Links(links, otherwise),), "next")


def _caution(found: Comparison) -> Section:
    open_ = [part.tagged or found.short(part.name) for part in found.last.parts if part.outcome == "inconclusive"]
    lines = [*found.notes, _CONVENTION]
    if open_:
        lines.append(f"Inconclusive are also: {', '.join(open_)}.")
    return Section("caution", "What cannot be concluded, and what to know", (Points(tuple(lines), "note"),), "caution")


# All versions: values, trend, ladder.


def _versions(found: Comparison) -> Section:
    of = found.short(found.limits.of)
    rows = []
    for place, (one, value) in enumerate(zip(found.sources, found.figures, strict=True)):
        rung = found.ladder[place] if found.ladder else None
        ladder = (f"{100 * rung.won / rung.met:.0f} %", _strength(rung.strength)) if rung and rung.met else ()
        rows.append((one.name, figure(value), one.result.verdict.label, one.result.sound_verdict.label, *ladder))
    ladder_columns = ("items it wins", "strength") if found.ladder else ()
    titles = ("version", of, "verdict", "sound verdict", *ladder_columns)
    blocks: list[Block] = [Table(columns(*titles, numbers=(of, "items it wins"), names=("version",)), tuple(rows))]
    if found.trend is not None and found.trend.value is not None:
        span = f" ({interval_of(found.trend)})" if found.trend.low is not None else ""
        rise = f"{found.points(found.trend.value, sign=True)} points{span}"
        words = f"From one version to the next {of} changes by {rise}, over all of them."
        blocks.append(Text(words, title="Trend."))
    if found.ladder:
        words = (
            "Each item sets every two versions against each other; the one with the higher score wins, equal ones "
            "share. Strengths are log-odds relative to the first version (Bradley-Terry): a difference of 1 is odds of "
            "2.7 to 1."
        )
        blocks.append(Text(words, title="Ladder."))
    return Section("versions", "All versions", tuple(blocks))


def _strength(estimate: Any) -> str:
    span = f" ({interval_of(estimate)})" if estimate.low is not None and estimate.low != estimate.high else ""
    return f"{estimate.value:.2f}{span}"


# One step: tables, picture, items, the clone.


def _step_sections(found: Comparison, number: int, *, many: bool) -> Iterator[Section]:
    step, change = found.steps[number], found.changes[number]
    pair = f"{found.name(step.after)} against {found.name(step.before)}"
    suffix, of = (f"-{number + 1}", f"{pair}: ") if many else ("", "")
    blocks: list[Block] = []
    if many:
        blocks.append(Text(sentence(found, step), "strong"))
    tables = step.tables
    if tables:
        blocks.append(_picture(found, step, f"changes{suffix}"))
    blocks += [_table(found, step, tables[name], title) for name, title in TABLES.items() if name in tables]
    yield Section(f"step{suffix}", f"{of}by dimension and kind" if many else "By dimension and kind", tuple(blocks))
    if change.prompt:
        rows = tuple((line[:1].strip(), line[1:]) for line in change.prompt[:_MOST_LINES])
        left = len(change.prompt) - len(rows)
        table = Table(columns("", "line"), rows, more=f"and {left} lines more" if left > 0 else "", long=len(rows) > 30)
        yield Section(
            f"prompt{suffix}", f"{of}the prompt, line by line" if many else "The prompt, line by line", (table,)
        )


def _table(found: Comparison, step: "Step", parts: "Sequence[Compared]", title: str) -> Table:
    before, after = found.name(step.before), found.name(step.after)
    level = f"{100 * parts[0].change.level:.3g}"
    titles = ("", before, after, "change", "interval", "items", "what it says")
    rows = tuple(row_of(found, part) for part in parts)
    together = f"Each interval has {level} %, so that all of this table hold together with 95 %."
    return Table(columns(*titles, numbers=(before, after, "change", "items")), rows, title=title, more=together)


def row_of(found: Comparison, part: "Compared") -> tuple[str, ...]:
    """A number before and after: name, both values, change, interval, items, what it says."""
    from ringtrue.score.comparison import outcome_words

    name = part.tagged or f"{found.short(part.name)}{' (lower is better)' if part.lower_is_better else ''}"
    change = part.change
    span = MISSING if change.low is None else f"{found.points(change.low)} to {found.points(change.high)}"
    said = outcome_words(part.outcome, found.limits.investigate)
    return (
        name,
        figure(part.before),
        figure(part.after),
        found.points(change.value, sign=True),
        span,
        str(change.n),
        said,
    )


def _items(found: Comparison) -> Section:
    """The items that flipped in any step, the newest step first; where none did, those that fell furthest."""
    cards: list[ItemCard] = []
    lines, known = [], _KnownCards(found)
    for step in reversed(found.steps):
        flipped = step.flipped
        chosen = flipped or sorted((one for one in step.items if one.rise < 0.0), key=lambda one: one.rise)[:10]
        cards += [_card(found, step, one, known) for one in chosen[:MOST_CARDS]]
        fell = sum(bool(one.before.get("passed")) for one in flipped)
        pair = f"{found.name(step.after)} against {found.name(step.before)}: " if len(found.steps) > 1 else ""
        words = f"{fell} items passed before and fail now, {len(flipped) - fell} failed before and pass now."
        lines.append(pair + (words if flipped else "no item passed in one and failed in the other."))
        if len(chosen) > MOST_CARDS:
            lines.append(f"{pair}the {MOST_CARDS} that fell furthest are shown.")
    blocks: tuple[Block, ...] = (Points(tuple(lines)), *((Cards(tuple(cards)),) if cards else ()))
    return Section("items", "Items that flipped, side by side", blocks, "items")


def _card_id(found: Comparison, step: "Step", pair: "ItemPair") -> str:
    return pair.id if len(found.steps) == 1 else f"{pair.id} ({found.name(step.after)})"


def _card(found: Comparison, step: "Step", pair: "ItemPair", known: "_KnownCards") -> ItemCard:
    """An item with both answers side by side, and what raters and judges said of either."""
    names = found.name(step.before), found.name(step.after)
    before, after = (known.card(place, pair.id) for place in (step.before, step.after))
    base = after or before or ItemCard(pair.id)
    said = [replace(card.answers[0], title=name) for name, card in zip(names, (before, after), strict=True) if card]
    passed = bool(pair.after.get("passed"))
    return replace(
        base,
        id=_card_id(found, step, pair),
        kind=base.kind or str(pair.after.get("kind") or ""),
        outcome="good" if passed and pair.flipped else "bad",
        score=_scores(pair),
        why=": ".join(part for part in (_flip(pair), after.why if after else "") if part),
        answers=tuple(said),
        ticks=tuple(
            replace(tick, group=f"{tick.group} ({name})")
            for name, card in zip(names, (before, after), strict=True)
            for tick in (card.ticks if card else ())
        ),
        opinions=tuple(
            replace(one, rater=f"{one.rater} on {name}")
            for name, card in zip(names, (before, after), strict=True)
            for one in (card.opinions if card else ())
        ),
        facts=tuple(_facts(found, pair)),
        tags={**base.tags, **({"version": names[1]} if len(found.steps) > 1 else {})},
        compare=len(said) == 2 and likeness(said[0].text, said[1].text) >= _ALIKE,
    )


@dataclass
class _KnownCards:
    """The cards of each version, made when one is first asked for."""

    found: Comparison
    _made: dict[int, dict[str, ItemCard]] = field(default_factory=dict)

    def card(self, place: int, item: str) -> ItemCard | None:
        """The card of an item in a version, None where the version keeps no texts."""
        source = self.found.sources[place]
        if source.study is None:
            return None
        if place not in self._made:
            pages = item_pages(source.study, source.result, source.study.about_result(source.result))
            self._made[place] = {card.id: card for card in pages.cards}
        return self._made[place].get(item)


def _flip(pair: "ItemPair") -> str:
    if not pair.flipped:
        return "fell"
    return "failed before, passes now" if pair.after.get("passed") else "passed before, fails now"


def _scores(pair: "ItemPair") -> str:
    before, after = pair.scores
    return f"{MISSING if before is None else brief(before)} to {MISSING if after is None else brief(after)}"


def _facts(found: Comparison, pair: "ItemPair") -> Iterator[tuple[str, str]]:
    """What changed in its rows besides the score."""
    for name in (*found.protocol.weights, "cause", "primary"):
        here, there = pair.before.get(name), pair.after.get(name)
        if here != there:
            yield found.short(name), f"{shown(here)} to {shown(there)}"


# The picture of a step: every change with its interval.


_COLOURS = {"better": "#1F6F3F", "no worse": BLUE, "worse": ORANGE, "inconclusive": GREY}


def _picture(found: Comparison, step: "Step", name: str) -> Figure:
    shown_ = [step.figure, *(part for part in step.parts if part.table != "part")]
    title = f"Changes from {found.name(step.before)} to {found.name(step.after)}, with their intervals"
    words = "Left of the dashed line something became worse; the shaded strip still counts as no worse."
    rows = tuple(row_of(found, part)[:5] for part in shown_)
    data = Table(columns("", "before", "after", "change", "interval", numbers=("before", "after", "change")), rows)
    return Figure(name, title, _svg(found, shown_, title), words, data, file=f"{name}.svg")


def _svg(found: Comparison, parts: "Sequence[Compared]", title: str) -> str:
    """A row for each change, as it counts: to the left it is worse."""

    from ringtrue.score.comparison import turned

    def draw(axes: "Axes") -> None:
        axes.axvline(0.0, color=GREY, linewidth=1, linestyle="--")
        axes.axvspan(-found.limits.investigate, 0.0, color=BLUE, alpha=0.12, linewidth=0)
        for height, part in enumerate(reversed(parts)):
            point(axes, height, turned(part.change) if part.lower_is_better else part.change, _COLOURS[part.outcome])
        axes.set_yticks(range(len(parts)), [part.tagged or found.short(part.name) for part in reversed(parts)])
        axes.set_xlabel("points")
        axes.tick_params(axis="y", length=0)

    return drawn(title, 0.8 + 0.26 * len(parts), draw)


def _method(found: Comparison) -> Section:
    rows = [
        ("Protocol hash", found.protocol.hash),
        ("Figure", f"{found.short(found.limits.of)} ({found.limits.of})"),
        ("Method", found.last.figure.change.method),
    ]
    rows += [(f"Version {number}", f"{one.name}: {one.place}") for number, one in enumerate(found.sources, 1)]
    rows += [("Scored", ", ".join(one.scored_at[:16] for one in found.sources if one.scored_at))]
    table = Table(columns("", "value"), tuple(row for row in rows if row[1]))
    return Section("method", "How this was compared", (table,), "appendix")
