"""The leak check of a study before it is dealt: every leak is fixed or waived with a reason, or nothing is dealt."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, get_args

from ringtrue.blind.leak_check import Leak, LeakRule, Waiver, checked_drafts, leaks, waived
from ringtrue.files.problems import nearest
from ringtrue.store.study_store import StudyStore
from ringtrue.study.settings import Settings
from ringtrue.study.speakers import speakers_of
from ringtrue.terms.item import Item, Response
from ringtrue.terms.problem import BadInput, Problem

if TYPE_CHECKING:
    from ringtrue.blind.surface_style import SetComparison

# The names that must not be read on a card: the person's, its parts, and those of the speakers' models.


_SHORTEST = 3
# Small words between the parts of a name; alone they name nobody.
_PARTICLES = frozenset(
    ("and", "bin", "das", "del", "der", "des", "die", "dos", "ibn", "las", "los", "the", "van", "von")
)


@dataclass(frozen=True, slots=True)
class LeakingNames:
    """Whole names, found however they are spelt, and parts of names, found as they are written.

    `every` has all parts of the subject's name, also those too short to be refused on a single card.
    """

    whole: tuple[str, ...]
    parts: tuple[str, ...]
    every: tuple[str, ...] = ()


def leaking_names(settings: Settings) -> LeakingNames:
    """The names of a study; one word in small letters is a folder's name and counts only where it is written large."""
    subject = settings.subject.replace("-", " ").replace("_", " ") if _is_slug(settings.subject) else settings.subject
    words = [word.strip(".,;:()\"'") for word in subject.split()]
    folder_only = len(words) == 1 and _is_slug(settings.subject)
    every = [word[:1].upper() + word[1:] for word in words if len(word) > 1 and word.casefold() not in _PARTICLES]
    parts = [word for word in every if len(word) >= _SHORTEST]
    models = [
        PurePath(str(speaker.settings[key])).name
        for speaker in speakers_of(settings).values()
        for key in ("model", "file")
        if speaker.settings.get(key)
    ]
    whole = models if folder_only else [subject, settings.subject, *models]
    return LeakingNames(_distinct(whole), _distinct(parts if len(words) > 1 or folder_only else []), _distinct(every))


def _is_slug(name: str) -> bool:
    """Whether it is a folder's name rather than a person's."""
    return " " not in name and name == name.lower()


def _distinct(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name.strip()))


WAIVED = "leaks waived"  # the act in the audit log
RULES: tuple[str, ...] = get_args(LeakRule)
_REMEDIES = {
    "name": "collect another answer, or remove the name for all speakers",
    "machine": "collect another answer",
    "citation": "tell the speaker to leave out citation marks, and collect again",
    "gold": "choose another gold text, or another item",
    "length": "give items words: [fewest, most], and collect into a new study: answers off in length are asked again",
    "numbers": "ask the speaker not to repeat the question, and collect again",
    "markdown": "ask the speaker for plain text, and collect again",
    "repeat": "collect another answer, or leave one of the items out",
    "typography": "deal --normalise evens out quotes, dashes, ellipses and spaces; for emoji and line breaks ask the "
    "speaker for plain text, and collect again",
}


def checked_leaks(
    settings: Settings,
    items: Sequence[Item],
    responses: Iterable[Response],
    waivers: Sequence[Waiver],
    *,
    gold: str = "",
    earlier: Sequence[Waiver] = (),
    controls: Collection[tuple[str, str]] | None = None,
    over_sets: Iterable[Leak] = (),
) -> list[Leak]:
    """The leaks that were waived, now or at an earlier deal; BadInput with every other one.

    `controls` are the items and speakers of the control cards that are dealt, all that could be where it is None.
    `over_sets` are the leaks of whole sets of cards, from `compared_sets`.
    """
    names = leaking_names(settings)
    found = leaks(
        items, responses, settings.protocol, names=names.whole, parts=names.parts, gold=gold, controls=controls
    )
    found += over_sets
    still = [waiver for waiver in earlier if any(waiver.covers(leak) for leak in found)]
    told = waived(found, [*waivers, *still])
    left = [leak for leak in told if not leak.waived]
    if left:
        raise BadInput([_problem(leak) for leak in left])
    return told


COMPARED = "cards compared as a set"  # the acts in the audit log
EVENED = "typography evened out"


def compared_sets(
    settings: Settings,
    items: Sequence[Item],
    responses: Iterable[Response],
    controls: Collection[tuple[str, str]] | None = None,
) -> list["SetComparison"]:
    """The pairs of the suite, and those of each control that is dealt, each compared as a whole."""
    from ringtrue.blind.artefacts import card_sets  # lazy import: with it comes SciPy
    from ringtrue.blind.surface_style import SetComparison

    parts = leaking_names(settings).every
    return [
        SetComparison.of(one, parts)
        for one in card_sets(*checked_drafts(items, responses, settings.protocol, controls))
    ]


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


def told_findings(records: StudyStore) -> list[str]:
    """What was evened out and what the pairs showed as a whole, in sentences, deal by deal; each sentence once."""
    told: list[str] = []
    for entry in records.audit_entries(f"noted: {COMPARED}", f"noted: {EVENED}"):
        note = entry.detail["note"]
        told += note["told"] if "told" in note else [line for one in note["sets"] for line in one["told"]]
    return list(dict.fromkeys(told))


def told_waivers(waivers: Sequence[Waiver], passed: Sequence[Leak]) -> list[dict[str, Any]]:
    """The waivers as written to plan and audit log, with the number of leaks each covers."""
    return [
        {
            "rule": waiver.rule,
            "item": waiver.item,
            "reason": waiver.reason,
            "leaks": sum(waiver.covers(leak) for leak in passed),
        }
        for waiver in waivers
    ]
