"""The section of a report on how the cards were dealt: what was drawn and sealed when, and what was let pass."""

from collections.abc import Iterator, Mapping
from typing import Any

from ringtrue.report.escape import code, escaped

TITLE = "How it was dealt"
_STATES = {"returned": "returned", "partial": "returned in part", "out": "not returned", "withdrawn": "withdrawn"}


def dealing_section(account: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Title and lines of Markdown, from the account of a study's deals."""
    states = account["packets"]
    packets = ", ".join(f"{states[name]} {words}" for name, words in _STATES.items() if states.get(name))
    cards = f"{account['cards']} cards for {account['raters']} raters, at most {account['largest']} in a sitting."
    lines = [
        f"{cards} Packets: {packets}. Order and sides were drawn for each rater and balanced for raters and items.",
        "",
        "| dealt | raters | controls of each kind | seed | sealed key and plan | plan |",
        "|---|---:|---:|---|---|---|",
        *(f"| {' | '.join(_row(deal))} |" for deal in account["deals"]),
        "",
        *_remarks(account),
    ]
    return TITLE, lines


def _row(deal: Mapping[str, Any]) -> Iterator[str]:
    yield _moment(deal["at"])
    yield from ("–" if deal[name] is None else str(deal[name]) for name in ("raters", "controls"))
    yield code(deal["seed"]) if deal["seed"] else "–"
    yield from (code(deal[name][:16]) if deal[name] else "–" for name in ("seal", "plan"))


def _remarks(account: Mapping[str, Any]) -> Iterator[str]:
    for note in dict.fromkeys(note for deal in account["deals"] for note in deal["notes"]):
        yield f"- {escaped(note)}"
    for waiver in account["waivers"]:
        where = f"on {waiver['item']}" if waiver["item"] else "on all items"
        told = f"{waiver['leaks']} leaks of the rule {waiver['rule']} {where} were let pass: {waiver['reason']}"
        yield f"- {escaped(told)}"
    opened = account["opened"]
    if opened:
        why = f" ({opened['why']})" if opened["why"] else ""
        told = f"The key was opened {_moment(opened['at'])} by {opened['who']}{why}."
        yield f"- {escaped(told)}"
    else:
        yield "- The key is sealed."


def _moment(at: str) -> str:
    return f"{at[:16].replace('T', ' ')} UTC"
