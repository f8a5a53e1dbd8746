"""An explanation as a section of a Markdown report."""

from collections.abc import Iterator, Sequence

from ringtrue.voice.explain.advice import advice
from ringtrue.voice.explain.numbers import rate
from ringtrue.voice.explain.plain_text import escaped
from ringtrue.voice.explain.table import label
from ringtrue.voice.explain.usage import Direction, Example, Explanation, Usage

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
        yield "Nothing sets the replies apart from the person's own texts beyond chance.\n"


def _row(row: Usage) -> str:
    kind = f"{row.kind}, topic" if row.topic_bound else row.kind
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
        yield "### Not told\n"
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
