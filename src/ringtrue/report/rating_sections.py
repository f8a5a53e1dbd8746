"""The sections of a report on the rating: how the cards were dealt and sealed, and how the raters answered."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ringtrue.report.number_format import ReportSection, interval_of, value_of
from ringtrue.terms.result import Estimate
from ringtrue.terms.text import code, escaped

# How the cards were dealt: what was drawn and sealed when, and which leaks were waived.


DEALING = "How it was dealt"
_STATES = {"returned": "returned", "partial": "returned in part", "out": "not returned", "withdrawn": "withdrawn"}


def dealing_section(account: Mapping[str, Any]) -> ReportSection:
    """Title and lines of Markdown, from the account of a study's deals."""
    states = account["packets"]
    packets = ", ".join(f"{states[name]} {words}" for name, words in _STATES.items() if states.get(name))
    cards = f"{account['cards']} cards for {account['raters']} raters, at most {account['largest']} in a sitting."
    lines = [
        f"{cards} Packets: {packets}. Order and sides were drawn for each rater and balanced for raters and items.",
        "",
        "| dealt | raters | cards of each control | seed | sealed key and plan | plan |",
        "|---|---:|---:|---|---|---|",
        *(f"| {' | '.join(_deal_row(deal))} |" for deal in account["deals"]),
        "",
        *_remarks(account),
    ]
    return DEALING, lines


def _deal_row(deal: Mapping[str, Any]) -> Iterator[str]:
    yield _moment(deal["at"])
    yield "–" if deal["raters"] is None else str(deal["raters"])
    controls = deal["controls"]
    if isinstance(controls, Mapping):
        yield ", ".join(f"{kind} {number}" for kind, number in controls.items()) or "0"
    else:
        yield "–" if controls is None else str(controls)
    yield code(deal["seed"]) if deal["seed"] else "–"
    yield from (code(deal[name][:16]) if deal[name] else "–" for name in ("seal", "plan"))


def _remarks(account: Mapping[str, Any]) -> Iterator[str]:
    for note in dict.fromkeys(note for deal in account["deals"] for note in deal["notes"]):
        yield f"- {escaped(note)}"
    yield from (f"- {escaped(note)}" for note in account["forced"])
    if account["pilots"]:
        yield f"- Pilot raters, whose answers count nowhere: {account['pilots']}."
    for told in account["findings"]:
        yield f"- {escaped(told[:1].upper() + told[1:])}."
    for waiver in account["waivers"]:
        where = f"on {waiver['item']}" if waiver["item"] else "on all items"
        line = f"{waiver['leaks']} leaks of the rule {waiver['rule']} {where} were waived: {waiver['reason']}"
        yield f"- {escaped(line)}"
    opened = account["opened"]
    if opened:
        why = f" ({opened['why']})" if opened["why"] else ""
        line = f"The key was opened {_moment(opened['at'])} by {opened['who']}{why}."
        yield f"- {escaped(line)}"
    else:
        yield "- The key is sealed."


def _moment(at: str) -> str:
    return f"{at[:16].replace('T', ' ')} UTC"


# How raters answered: a row for each, remarks, the main numbers with and without.


RATERS = "How the raters answered"
_COLUMNS = (
    *("rater", "cards", "minutes", "start to finish", "seconds a card", "comments", "attention", "generic", "self"),
    *("picks right", "longest row", "hours", "closeness"),
)
_SHOWN = "Shown, never applied: no answer was left out of the verdicts above."


def quality_section(quality: Mapping[str, Any], groups: Sequence[Mapping[str, Any]] = ()) -> ReportSection:
    """Title and lines of Markdown, from the document of the study's quality and the groups of the result."""
    lines = [
        *(f"> **{escaped(text)}**\n" for text in quality["alarms"]),
        f"| {' | '.join(_COLUMNS)} |",
        "|---|" + "---:|" * (len(_COLUMNS) - 1),
        *(f"| {' | '.join(_rater_row(rater))} |" for rater in quality["raters"]),
        "",
        _SHOWN,
        "",
        *(f"- {escaped(text)}" for text in _told(quality)),
        "",
        *_compared(quality["compared"]),
        *_by_closeness(groups),
    ]
    return RATERS, lines


def optional_remarks(quality: Mapping[str, Any]) -> Iterator[str]:
    """How often the panel answered each question that may be left out."""
    cards = sum(rater["answered"] for rater in quality["raters"])
    names = dict.fromkeys(name for rater in quality["raters"] for name in rater["optional"])
    for name in names:
        given = sum(rater["optional"].get(name, 0) for rater in quality["raters"])
        yield f"{name}, which may be left out, was answered on {given} of {cards} cards."


def _by_closeness(groups: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The deciding estimates, a column for each group of raters."""
    if not groups:
        return
    yield from ("", "By how close raters are to the person, each group alone:", "")
    heads = [f"{escaped(group['closeness'])} ({group['raters']})" for group in groups]
    yield f"| estimate | {' | '.join(heads)} |"
    yield "|---|" + "---:|" * len(groups)
    for name in dict.fromkeys(name for group in groups for name in group["estimates"]):
        cells = (_cell(group["estimates"].get(name)) for group in groups)
        yield f"| {code(name)} | {' | '.join(cells)} |"


def _told(quality: Mapping[str, Any]) -> Iterator[str]:
    yield from (*quality["remarks"], *_screened(quality), *optional_remarks(quality), *quality["notes"])


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


def _rater_row(rater: Mapping[str, Any]) -> Sequence[str]:
    timing = rater["timing"]
    return (
        escaped(rater["name"]),
        cards_cell(rater),
        number_cell(timing["minutes"], 1),
        number_cell(rater["whole_minutes"], 1),
        number_cell(timing["seconds_a_card"]),
        str(rater["comments"]),
        *(share_cell(rater[name]) for name in ("attention", "generic", "self_control", "picks")),
        escaped(row_cell(rater)),
        "–" if rater["hours"] is None else f"{rater['hours']:g}",
        escaped(rater["closeness"] or "–"),
    )


def _screened(quality: Mapping[str, Any]) -> Iterator[str]:
    for name, why in quality["screened"].items():
        yield f"The rule fixed in advance would leave {name} out: {why}."


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
    estimate = Estimate.from_dict(found)
    bounds = interval_of(estimate)
    return f"{value_of(estimate)} ({bounds})" if estimate.low is not None else value_of(estimate)
