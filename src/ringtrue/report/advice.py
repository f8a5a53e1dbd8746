"""The advice after a round of scenarios as a Markdown page, from its JSON form."""

from collections.abc import Iterator, Mapping
from typing import Any

from ringtrue.report.escape import code, escaped
from ringtrue.report.figures import figure, interval_of
from ringtrue.terms import Estimate

MOST_NAMED = 30
_PRIORITIES = {
    "P0": "P0: first, or the figure says little",
    "P1": "P1: what failed",
    "P2": "P2: what passed and holds the figure down",
}


def advice_markdown(advice: Mapping[str, Any], subject: str) -> str:
    """The page: is another round needed, how the rounds went, and what to mend in which order."""
    return "\n".join(_lines(advice, subject)) + "\n"


def _lines(advice: Mapping[str, Any], subject: str) -> Iterator[str]:
    yield f"# Round {advice['iteration']}: what to do next for {escaped(subject)}"
    yield ""
    yield ("**Escalate.** " if advice["escalate"] else "") + escaped(advice["why"])
    yield ""
    yield from _rounds(advice)
    for priority, title in _PRIORITIES.items():
        chosen = [fix for fix in advice["fixes"] if fix["priority"] == priority]
        if chosen:
            yield f"## {title}"
            yield ""
            for fix in chosen:
                yield from _fix(fix)
            yield ""
    if not advice["fixes"]:
        yield "Nothing to mend: every scenario reached the target."


def _rounds(advice: Mapping[str, Any]) -> Iterator[str]:
    if not advice["earlier"]:
        return
    for number, one in enumerate(advice["earlier"], 1):
        yield f"- Round {number}: {figure(one['aggregate'])} ({escaped(one['folder'])})"
    yield f"- Round {advice['iteration']}: {figure(advice['aggregate_fidelity'])}"
    change = advice["change"]
    if change:
        estimate = Estimate(**{key: value for key, value in change.items() if key in Estimate.__dataclass_fields__})
        yield f"- Change on the same scenarios: {_change(estimate)}"
    yield ""


def _change(estimate: Estimate) -> str:
    if estimate.value is None:
        return escaped(estimate.reason)
    known = f"95 % interval {interval_of(estimate)}" if estimate.low is not None else escaped(estimate.reason)
    return f"{figure(estimate.value, digits=2)} points ({known}), {estimate.n} scenarios"


def _fix(fix: Mapping[str, Any]) -> Iterator[str]:
    names = [code(name) for name in fix["scenarios"][:MOST_NAMED]]
    more = len(fix["scenarios"]) - len(names)
    gain = "" if fix["gain"] is None else f"; at 100 there it would add {fix['gain']:.2f} points to the aggregate"
    about = f"{fix['dimension']}, {fix['where']}" if fix["dimension"] else "no score"
    count = len(fix["scenarios"])
    yield f"- **{about}** ({count} scenario{'s' if count > 1 else ''}{gain}). {escaped(fix['action'])}"
    yield f"  {', '.join(names)}{f' and {more} more' if more > 0 else ''}"
