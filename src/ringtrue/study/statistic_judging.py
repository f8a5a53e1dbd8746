"""Statistic judges in a study: what they say is recorded as theirs, beside people's numbers and never in them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.judge.statistic import RATER, Opinion, voice_opinion
from ringtrue.store import StudyStore
from ringtrue.study.own_texts import answers_by_speaker, digest, read_material
from ringtrue.study.settings import Settings
from ringtrue.terms import BadInput, Item, Problem, Rating, Result

if TYPE_CHECKING:
    from ringtrue.voice import VoiceEstimate

NOTE = "estimates"  # what the judge's own record is called in the store


def judge_by_voice(
    folder: Path,
    settings: Settings,
    items: Sequence[Item],
    records: StudyStore,
    *,
    who: str,
    own: Path | str | None = None,
    others: Path | str | None = None,
) -> Opinion:
    """Ask the voice instrument about every speaker's replies, and record what it says."""
    answers = answers_by_speaker(items, records, settings)
    if not answers:
        remedy = "Collect answers first, or bring them along with the items (ringtrue items import)."
        raise BadInput([Problem(str(folder), "responses", "There is no reply to judge.", remedy=remedy)])
    material = read_material(folder, settings, own, others)
    opinion = voice_opinion(material.own, material.others, answers, bare=settings.protocol.controls.get("generic"))
    _record_hints(records, opinion.hints, who)
    body = {
        "estimates": {name: estimate.as_dict() for name, estimate in opinion.estimates.items()},
        "answers": digest(answers),
        "own": {"place": material.place, "texts": len(material.own)},
        "others": None if material.others is None else len(material.others),
        "notes": list(material.notes),
    }
    records.note_about_rater(RATER, NOTE, body, who=who)
    return opinion


# Statistic judges by name.
JUDGES = {"voice": judge_by_voice}


def _record_hints(records: StudyStore, hints: Sequence[Rating], who: str) -> None:
    """New hints are recorded; those that were given before are corrected, and the earlier ones stay stored."""
    before = {(row.item, row.speaker): row.value for row in records.judgments() if row.rater == RATER}
    new = [hint for hint in hints if (hint.item, hint.speaker) not in before]
    changed = [
        hint for hint in hints if (hint.item, hint.speaker) in before and before[hint.item, hint.speaker] != hint.value
    ]
    if new:
        records.record_judgments(new, who=who)
    if changed:
        records.correct_judgments(changed, who=who, why="judged again")


def with_statistics(result: Result, settings: Settings, items: Iterable[Item], records: StudyStore) -> Result:
    """The result with what statistic judges said, as estimates of kind statistic; no other number changes."""
    body = _recorded(records)
    if body is None:
        return result
    estimates = dict(result.estimates)
    for name, fields in body["estimates"].items():
        estimates[name if name not in result.estimates else f"{name}_statistic"] = _estimate(fields)
    named = ", ".join(body["estimates"])
    notes = [f"{named}: by the voice instrument, a statistic of wording. It is no rating and enters no other number."]
    if body["answers"] != digest(answers_by_speaker(list(items), records, settings)):
        notes.append("Replies have changed since the voice instrument read them: ringtrue judge DIR --judge voice.")
    return replace(result, estimates=estimates, notes=(*result.notes, *notes))


def has_statistics(records: StudyStore) -> bool:
    """Whether a statistic judge has said anything that stands."""
    return _recorded(records) is not None


def _recorded(records: StudyStore) -> Mapping[str, Any] | None:
    """What the judge said last, None where it was never asked or has been withdrawn."""
    judge = next((rater for rater in records.raters() if rater.name == RATER and rater.state == "active"), None)
    said = [body for kind, body in judge.notes if kind == NOTE] if judge else []
    return said[-1] if said else None


def _estimate(fields: Mapping[str, Any]) -> "VoiceEstimate":
    from ringtrue.voice import VoiceEstimate

    known = VoiceEstimate.__dataclass_fields__
    return VoiceEstimate(**{key: value for key, value in fields.items() if key in known})
