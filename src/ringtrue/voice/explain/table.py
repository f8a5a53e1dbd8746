"""The rows of an explanation as text, for a terminal."""

from ringtrue.voice.explain.numbers import rate
from ringtrue.voice.explain.usage import Explanation, Usage

COLUMNS = ("use", "kind", "what", "person", "replies", "unit", "sure", "example")
_PLACES = {"sentence start": "begins: ", "text start": "text begins: ", "text end": "text ends: ", "anywhere": ""}


def table(explanation: Explanation) -> list[tuple[str, ...]]:
    """One tuple of COLUMNS for each row: over-used first, then under-used, each the surest first."""
    return [_cells(row) for row in (*explanation.of("over"), *explanation.of("under"))]


def label(row: Usage) -> str:
    """What the row is about, with the place it stands at."""
    return f"{_PLACES[row.place]}{row.name}"


def example(row: Usage) -> str:
    """One excerpt: of the replies where they over-use it, of the person where they under-use it."""
    shown = row.reply_examples if row.direction == "over" else row.own_examples
    return shown[0].excerpt if shown else ""


def _cells(row: Usage) -> tuple[str, ...]:
    use = "too much" if row.direction == "over" else "too little"
    kind = f"{row.kind}, topic" if row.topic_bound else row.kind
    sure = f"{abs(row.sureness):.1f}"
    return use, kind, label(row), rate(row.own), rate(row.replies), row.unit, sure, example(row)
