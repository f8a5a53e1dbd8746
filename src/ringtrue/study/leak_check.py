"""The leak check of a study before it is dealt: every leak is mended or let pass with a reason, or nothing is dealt."""

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from ringtrue.blind import Leak, Waiver, waived
from ringtrue.blind.leaks import leaks
from ringtrue.blind.traces import LeakRule
from ringtrue.files import nearest
from ringtrue.store import StudyStore
from ringtrue.study.settings import Settings
from ringtrue.study.telltale_names import telltale_names
from ringtrue.terms import BadInput, Item, Problem, Response

WAIVED = "leaks waived"  # the act in the audit log
RULES: tuple[str, ...] = get_args(LeakRule)
_REMEDIES = {
    "name": "collect another answer, or take the name out for all speakers alike",
    "machine": "collect another answer",
    "citation": "tell the speaker to leave out citation marks, and collect again",
    "gold": "choose another gold text, or another item",
    "length": "ask the speaker for a length, and collect again",
    "markdown": "ask the speaker for plain text, and collect again",
    "typography": "ask the speaker for plain text, and collect again",
}


def checked_leaks(
    settings: Settings,
    items: Sequence[Item],
    responses: Iterable[Response],
    waivers: Sequence[Waiver],
    *,
    gold: str = "",
    earlier: Sequence[Waiver] = (),
    controlled: bool = True,
) -> list[Leak]:
    """The leaks that were let pass, now or at an earlier deal; BadInput with every other one."""
    names = telltale_names(settings)
    found = leaks(
        items, responses, settings.protocol, names=names.whole, parts=names.parts, gold=gold, controlled=controlled
    )
    still = [waiver for waiver in earlier if any(waiver.covers(leak) for leak in found)]
    told = waived(found, [*waivers, *still])
    left = [leak for leak in told if not leak.waived]
    if left:
        raise BadInput([_problem(leak) for leak in left])
    return told


def _problem(leak: Leak) -> Problem:
    place = f"{leak.item}, {leak.speaker}, {leak.place}"
    remedy = f"{_REMEDIES[leak.rule]}; or --waive {leak.rule}:{leak.item}=REASON"
    return Problem("responses", place, f"{leak.rule}: {leak.what}", leak.excerpt, remedy)


def read_waiver(text: str) -> Waiver:
    """RULE=REASON or RULE:ITEM=REASON."""
    named, mark, reason = text.partition("=")
    rule, _, item = (part.strip() for part in named.partition(":"))
    if rule not in RULES:
        near = nearest(rule, RULES)
        remedy = f"did you mean {near}?" if near else f"one of {', '.join(RULES)}"
        raise BadInput([Problem("--waive", text, "There is no such rule to waive.", rule, remedy)])
    if not mark or not reason.strip():
        remedy = f'write --waive "{named}=why it does no harm"'
        raise BadInput([Problem("--waive", text, "A waiver needs a reason.", remedy=remedy)])
    return Waiver(rule, reason.strip(), item or None)  # type: ignore[arg-type]  # it is among the rules


def earlier_waivers(records: StudyStore) -> list[Waiver]:
    """The waivers of earlier deals, as the audit log has them."""
    entries = (entry for entry in records.audit_entries() if entry.act == f"noted: {WAIVED}")
    given = (waiver for entry in entries for waiver in entry.detail["note"]["waivers"])
    return [Waiver(one["rule"], one["reason"], one["item"]) for one in given]


def told_waivers(waivers: Sequence[Waiver], passed: Sequence[Leak]) -> list[dict[str, Any]]:
    """The waivers as they stand in plan and audit log, with the number of leaks each let pass."""
    return [
        {
            "rule": waiver.rule,
            "item": waiver.item,
            "reason": waiver.reason,
            "leaks": sum(waiver.covers(leak) for leak in passed),
        }
        for waiver in waivers
    ]
