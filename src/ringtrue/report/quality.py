"""The section of a report on how raters answered: a row for each, remarks, the main numbers with and without."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ringtrue.report.escape import code, escaped
from ringtrue.report.figures import interval_of, value_of
from ringtrue.terms import Estimate

TITLE = "How the raters answered"
_COLUMNS = ("rater", "cards", "minutes", "seconds a card", "attention", "generic", "self", "picks right", "longest row")
_SHOWN = "Shown, never applied: no answer was left out of the verdicts above."


def quality_section(quality: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Title and lines of Markdown, from the document of the study's quality."""
    lines = [
        f"| {' | '.join(_COLUMNS)} |",
        "|---|" + "---:|" * (len(_COLUMNS) - 1),
        *(f"| {' | '.join(_row(rater))} |" for rater in quality["raters"]),
        "",
        _SHOWN,
        "",
        *(f"- {escaped(text)}" for text in (*quality["remarks"], *_screened(quality), *quality["notes"])),
        "",
        *_compared(quality["compared"]),
    ]
    return TITLE, lines


def share_cell(share: Mapping[str, Any]) -> str:
    """`5 of 6`, or a dash where there were no such cards."""
    return f"{share['value'] * share['n']:g} of {share['n']}" if share["value"] is not None else "–"


def cards_cell(rater: Mapping[str, Any]) -> str:
    """Cards answered, of how many dealt where that is known."""
    return f"{rater['answered']} of {rater['dealt']}" if rater["dealt"] else str(rater["answered"])


def row_cell(rater: Mapping[str, Any]) -> str:
    """The most striking row of the same answer."""
    row = rater["monotony"]
    return f"{row['row']} of {row['of']} ({row['question']})" if row else "–"


def number_cell(number: float | None, places: int = 0) -> str:
    """A number, or a dash."""
    return "–" if number is None else f"{number:.{places}f}"


def _row(rater: Mapping[str, Any]) -> Sequence[str]:
    timing = rater["timing"]
    return (
        escaped(rater["name"]),
        cards_cell(rater),
        number_cell(timing["minutes"], 1),
        number_cell(timing["seconds_a_card"]),
        *(share_cell(rater[name]) for name in ("attention", "generic", "self_control", "picks")),
        escaped(row_cell(rater)),
    )


def _screened(quality: Mapping[str, Any]) -> Iterator[str]:
    for name, why in quality["screened"].items():
        yield f"The rule fixed beforehand would leave {name} out: {why}."


def _compared(compared: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not compared:
        return
    yield "| estimate | every answer | without tired tenths | without screened raters |"
    yield "|---|---:|---:|---:|"
    for one in compared:
        cells = (_cell(one[name]) for name in ("all", "without_tired_tenths", "without_screened_raters"))
        yield f"| {code(one['estimate'])} | {' | '.join(cells)} |"


def _cell(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return "–"
    estimate = Estimate(**found)
    bounds = interval_of(estimate)
    return f"{value_of(estimate)} ({bounds})" if estimate.low is not None else value_of(estimate)
