"""Let a leak pass, with a reason that is recorded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ringtrue.blind.leaks import Leak
from ringtrue.blind.traces import LeakRule
from ringtrue.terms import BadInput, Problem


@dataclass(frozen=True, slots=True)
class Waiver:
    """Lets leaks of one rule pass, on one item or (None) on all, because of a reason."""

    rule: LeakRule
    reason: str
    item: str | None = None

    def covers(self, leak: Leak) -> bool:
        """Whether it is about this leak."""
        return self.rule == leak.rule and self.item in (None, leak.item)


def waived(leaks: Iterable[Leak], waivers: Sequence[Waiver]) -> list[Leak]:
    """The leaks with the reasons of those let pass; BadInput for a waiver without a reason or without a leak."""
    found = list(leaks)
    problems = []
    for waiver in waivers:
        place = f"{waiver.rule}, {waiver.item or 'all items'}"
        if not waiver.reason.strip():
            problems.append(Problem("waivers", place, "A waiver needs a reason.", remedy="Say why it does no harm."))
        if not any(waiver.covers(leak) for leak in found):
            what = "There is no such leak to let pass."
            problems.append(Problem("waivers", place, what, remedy="Leave the waiver out."))
    if problems:
        raise BadInput(problems)
    return [_let_pass(leak, waivers) for leak in found]


def _let_pass(leak: Leak, waivers: Sequence[Waiver]) -> Leak:
    reason = next((waiver.reason for waiver in waivers if waiver.covers(leak)), "")
    return replace(leak, waived=reason)
