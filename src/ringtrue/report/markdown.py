"""A report as Markdown. Texts of other people are escaped: they show as they are and do nothing."""

from collections.abc import Iterable, Iterator, Sequence

from ringtrue.report.section import (
    Block,
    Cards,
    Figure,
    Grid,
    ItemCard,
    Links,
    Opinion,
    Passage,
    Points,
    Report,
    Section,
    Table,
    Text,
    Verdicts,
)
from ringtrue.terms.text import code, escaped, shortened

_LONGEST_CELL = 300
_LONGEST_TEXT = 2_000


def as_markdown(report: Report) -> str:
    """The whole report as one document."""
    lines = [*_top(report), *(line for section in report.sections for line in section_lines(section))]
    return "\n".join(lines)


def section_lines(section: Section) -> Iterator[str]:
    """One section with its title, each block followed by a blank line."""
    yield f"## {escaped(section.title)}"
    yield ""
    for block in section.blocks:
        yield from block_lines(block)


def block_lines(block: Block) -> Iterator[str]:
    """One block, followed by a blank line where it says anything."""
    lines = list(_lines_of(block))
    yield from lines
    if lines and lines[-1]:
        yield ""


def _lines_of(block: Block) -> Iterator[str]:
    match block:
        case Text() | Points():
            return _said(block)
        case Table():
            return _table(block)
        case Figure():
            return _figure(block)
        case Verdicts():
            return _verdicts(block)
        case Links():
            return _links(block)
        case Grid():
            return iter(())  # one line for each item and rater: too long to read here
        case Cards():
            return (line for card in block.cards[: block.shown] for line in _card(card))


def _top(report: Report) -> Iterator[str]:
    yield f"# {escaped(report.title) or 'Report'}"
    yield ""
    yield _with_label(report.headline, report.label)
    yield ""
    for note in report.notes:
        yield from block_lines(note)
    yield from (f"- {escaped(name)}: {escaped(text)}" for name, text in report.facts if text.strip())
    yield ""


def _with_label(sentence: str, label: str) -> str:
    """The sentence with its label set off: the first place where the label stands."""
    before, found, after = sentence.partition(label) if label.strip() else (sentence, "", "")
    if not found:
        return escaped(sentence)
    # Escaping trims each part, so the blanks between them are set here.
    first, last = escaped(before), escaped(after)
    joined = last if not last or after[0] in ",;.:" else f" {last}"
    return f"{first}{' ' if first else ''}**{escaped(label)}**{joined}"


def _said(block: Text | Points) -> Iterator[str]:
    title = f"**{escaped(block.title)}** " if block.title else ""
    lines = (block.words,) if isinstance(block, Text) else block.lines
    marked = [escaped(line) for line in lines if line.strip()]
    if isinstance(block, Text):
        strong = block.tone in ("strong", "alarm")
        marked = [f"**{line}**" if strong else line for line in marked]
        marked = [title + line for line in marked]
    else:
        marked = [*([title.strip()] if title and marked else []), *(f"- {line}" for line in marked)]
    quoted = "> " if block.tone in ("note", "alarm") else ""
    yield from (quoted + line for line in marked)


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"### {escaped(table.title)}"
        yield ""
    if table.rows:
        rule = ["---:" if column.kind == "number" else "---" for column in table.columns]
        yield _row([escaped(column.title) for column in table.columns])
        yield _row(rule)
        named = [column.kind in ("name", "item") for column in table.columns]
        for cells in table.rows:
            yield _row([code(cell) if is_name else _cell(cell) for cell, is_name in zip(cells, named, strict=True)])
    if table.more:
        yield ""
        yield escaped(table.more)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return escaped(shortened(text, _LONGEST_CELL))


def _figure(figure: Figure) -> Iterator[str]:
    if figure.file:
        yield f"![{escaped(figure.words or figure.title)}]({figure.file})"


def _verdicts(block: Verdicts) -> Iterator[str]:
    sides = block.sides
    yield _row(["", *(escaped(side.title) for side in sides)])
    yield _row(["---"] * (len(sides) + 1))
    yield _row(["verdict", *(f"**{escaped(side.label)}**" for side in sides)])
    for place in range(max((len(side.reasons) for side in sides), default=0)):
        cells = (escaped(side.reasons[place]) if place < len(side.reasons) else "" for side in sides)
        yield _row(["decided by" if place == 0 else "", *cells])
    if block.difference:
        yield ""
        yield escaped(block.difference)


def _links(block: Links) -> Iterator[str]:
    for number, link in enumerate(block.links, 1):
        title = f" {escaped(link.title)}" if link.title else ""
        yield f"{number}. {code(link.item)}{title}: {escaped(link.words)}"
    if not block.links and block.otherwise:
        yield escaped(block.otherwise)


# Item cards: what was asked, said and expected, what raters saw and why.


def _card(card: ItemCard) -> Iterator[str]:
    about = ", ".join(escaped(part) for part in (card.kind, card.score, card.why) if part)
    yield f"### {code(card.id)}{f' ({about})' if about else ''}"
    yield ""
    yield from _passages((*card.asked, *card.answers, *card.expected, *card.sources))
    if card.ticks:
        yield from (f"- {_met(one.met)}, {one.yes} of {one.of}: {escaped(one.text)}" for one in card.ticks)
        yield ""
    if card.opinions:
        yield from (f"- {line}" for line in map(_opinion, card.opinions) if line)
        yield ""


def _passages(passages: Iterable[Passage]) -> Iterator[str]:
    for one in passages:
        yield f"**{escaped(one.title)}**: {escaped(shortened(one.text, _LONGEST_TEXT))}"
        yield ""


def _met(answer: bool | None) -> str:
    return {True: "met", False: "not met", None: "undecided"}[answer]


def _opinion(one: Opinion) -> str:
    """An answer with a reason; one without says nothing that the scores do not."""
    if not (one.reason or one.quote):
        return ""
    quote = f" Quoted: “{escaped(one.quote)}”" if one.quote else ""
    return f"{escaped(one.rater)}, {escaped(one.question)} {escaped(one.answer)}: {escaped(one.reason)}{quote}"
