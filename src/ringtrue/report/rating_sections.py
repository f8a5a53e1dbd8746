"""The sections of a report on the rating: how the cards were dealt and sealed, and how the raters answered."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ringtrue.report.number_format import interval_of, value_of
from ringtrue.report.section import Block, Points, Section, Table, Text, columns
from ringtrue.terms.result import Estimate

# How the cards were dealt: what was drawn and sealed when, and which leaks were waived.


DEALING = "How it was dealt"
_STATES = {"returned": "returned", "partial": "returned in part", "out": "not returned", "withdrawn": "withdrawn"}


_DEAL_COLUMNS = columns(
    *("dealt", "raters", "cards of each control", "seed", "sealed key and plan", "plan"),
    numbers=("raters", "cards of each control"),
    names=("seed", "sealed key and plan", "plan"),
)


def dealing_section(account: Mapping[str, Any]) -> Section:
    """The section, from the account of a study's deals."""
    states = account["packets"]
    packets = ", ".join(f"{states[name]} {words}" for name, words in _STATES.items() if states.get(name))
    cards = f"{account['cards']} cards for {account['raters']} raters, at most {account['largest']} in a sitting."
    said = f"{cards} Packets: {packets}. Order and sides were drawn for each rater and balanced for raters and items."
    deals = Table(_DEAL_COLUMNS, tuple(tuple(_deal_row(deal)) for deal in account["deals"]))
    return Section("dealing", DEALING, (Text(said), deals, Points(tuple(_remarks(account)))))


def _deal_row(deal: Mapping[str, Any]) -> Iterator[str]:
    yield _moment(deal["at"])
    yield "–" if deal["raters"] is None else str(deal["raters"])
    controls = deal["controls"]
    if isinstance(controls, Mapping):
        yield ", ".join(f"{kind} {number}" for kind, number in controls.items()) or "0"
    else:
        yield "–" if controls is None else str(controls)
    yield str(deal["seed"] or "–")
    yield from (deal[name][:16] if deal[name] else "–" for name in ("seal", "plan"))


def _remarks(account: Mapping[str, Any]) -> Iterator[str]:
    yield from dict.fromkeys(note for deal in account["deals"] for note in deal["notes"])
    yield from account["forced"]
    if account["pilots"]:
        yield f"Pilot raters, whose answers count nowhere: {account['pilots']}."
    for told in account["findings"]:
        yield f"{told[:1].upper() + told[1:]}."
    for waiver in account["waivers"]:
        where = f"on {waiver['item']}" if waiver["item"] else "on all items"
        yield f"{waiver['leaks']} leaks of the rule {waiver['rule']} {where} were waived: {waiver['reason']}"
    opened = account["opened"]
    if opened:
        why = f" ({opened['why']})" if opened["why"] else ""
        yield f"The key was opened {_moment(opened['at'])} by {opened['who']}{why}."
    else:
        yield "The key is sealed."


def _moment(at: str) -> str:
    return f"{at[:16].replace('T', ' ')} UTC"


# How raters answered: a row for each, remarks, the main numbers with and without.


RATERS = "How the raters answered"
_NUMBERS = ("cards", "minutes", "seconds a card", "attention", "generic", "self", "picks right", "longest row")
_COLUMNS = columns("rater", *_NUMBERS, numbers=_NUMBERS)
_COMPARED = ("every answer", "without tired tenths", "without screened raters")
_SHOWN = "Shown, never applied: no answer was left out of the verdicts above."


def quality_section(quality: Mapping[str, Any]) -> Section:
    """The section, from the document of the study's quality."""
    remarks = (*quality["remarks"], *_screened(quality), *quality["notes"])
    rows = tuple(_compared_row(one) for one in quality["compared"])
    blocks: tuple[Block, ...] = (
        *(Text(text, "alarm") for text in quality["alarms"]),
        Table(_COLUMNS, tuple(tuple(_rater_row(rater)) for rater in quality["raters"])),
        Text(_SHOWN),
        *([Points(remarks)] if remarks else []),
        *([Table(columns("estimate", *_COMPARED, numbers=_COMPARED, names=("estimate",)), rows)] if rows else []),
    )
    return Section("raters", RATERS, blocks)


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
        str(rater["name"]),
        cards_cell(rater),
        number_cell(timing["minutes"], 1),
        number_cell(timing["seconds_a_card"]),
        *(share_cell(rater[name]) for name in ("attention", "generic", "self_control", "picks")),
        row_cell(rater),
    )


def _screened(quality: Mapping[str, Any]) -> Iterator[str]:
    for name, why in quality["screened"].items():
        yield f"The rule fixed in advance would leave {name} out: {why}."


def _compared_row(one: Mapping[str, Any]) -> tuple[str, ...]:
    cells = (_cell(one[name]) for name in ("all", "without_tired_tenths", "without_screened_raters"))
    return str(one["estimate"]), *cells


def _cell(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return "–"
    estimate = Estimate.from_dict(found)
    bounds = interval_of(estimate)
    return f"{value_of(estimate)} ({bounds})" if estimate.low is not None else value_of(estimate)
