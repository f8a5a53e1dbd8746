"""Score a study by its protocol, with the steps it chooses afterwards; statistic judges."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.files.json_file import write_json
from ringtrue.judge.statistic.voice import RATER, Opinion, voice_opinion
from ringtrue.score.scorers import unnoted
from ringtrue.sources.person_texts import read_person_texts, read_text_groups
from ringtrue.store.study_store import StudyStore
from ringtrue.study.collect import asked_again
from ringtrue.study.conversation.findings import with_conversation
from ringtrue.study.folder import StudyFolder
from ringtrue.study.judge_licence import licensed_models, standings, with_licences
from ringtrue.study.judge_marks import with_marks
from ringtrue.study.judge_panel import with_judges
from ringtrue.study.kept_protocol import about_protocol, refuse_other_protocol
from ringtrue.study.manifest import changed_knowingly, with_changes
from ringtrue.study.model_judge import judges_asked, models_behind
from ringtrue.study.pairs.order_test import with_form
from ringtrue.study.rater_groups import with_groups
from ringtrue.study.ratings import ratings_and_words, with_words, words_in
from ringtrue.study.settings import DEFAULT_REPLICATES, Settings, read_settings, subject_folder
from ringtrue.study.settings import FILE as STUDY_FILE
from ringtrue.study.speakers import judges_of
from ringtrue.study.suite_guard import forced_deals, recorded_suite
from ringtrue.study.unblind import cards_dealt, nothing_to_score, with_waiting
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Result

if TYPE_CHECKING:
    from ringtrue.score.study_table import StudyTable
    from ringtrue.voice.result import VoiceEstimate


# The texts a statistic judge needs: the person's own, other people's, and what each speaker answered.


Answers = Mapping[str, Mapping[str, str]]  # speaker -> item -> text


@dataclass(frozen=True, slots=True)
class Material:
    """The person's own texts and, where they were named, other people's; `notes` say what was left out."""

    own: tuple[str, ...]
    place: str
    others: Mapping[str, tuple[str, ...]] | None = None
    notes: tuple[str, ...] = field(default=())


def read_material(folder: Path, settings: Settings, own: Path | str | None, others: Path | str | None) -> Material:
    """The texts of the folders given or, without them, of those that study.yaml names."""
    mine = Path(own) if own is not None else _named(folder, settings)
    read = read_person_texts(mine, source="--own" if own is not None else "subject.folder")
    if others is None:
        return Material(read.texts, read.place, None, read.notes)
    people, notes = read_text_groups(others, source="--others")
    return Material(read.texts, read.place, people, (*read.notes, *notes))


def _named(folder: Path, settings: Settings) -> Path:
    """The subject's folder; BadInput where the study names none."""
    named = subject_folder(folder, settings)
    if named is None:
        remedy = "Add folder: ../texts to subject, or give --own DIR."
        what = "The study does not say where the person's own texts are."
        raise BadInput([Problem(str(folder / STUDY_FILE), "subject.folder", what, remedy=remedy)])
    return named


def answers_by_speaker(items: Sequence[Item], records: StudyStore, settings: Settings) -> Answers:
    """What each speaker said last to each item that counts, collected or given in the item.

    Speakers whose words are the person's documents are left out: they would be compared with themselves.
    """
    kept = {item.id: item for item in items if item.status not in ("rejected", "withdrawn")}
    found: dict[str, dict[str, str]] = {}
    for item in kept.values():
        given = item.fields.get("responses")
        for speaker, text in given.items() if isinstance(given, Mapping) else ():
            if isinstance(text, str) and text.strip():
                found.setdefault(str(speaker), {})[item.id] = text
    for record in records.responses(last=True):
        said = record.response
        if said.item in kept and said.text is not None and said.text.strip():
            found.setdefault(said.speaker, {})[said.item] = said.text
    speakers: Any = settings.data.get("speakers") or {}
    documented = {
        name for name, how in speakers.items() if isinstance(how, Mapping) and how.get("kind") == "documented"
    }
    return {speaker: texts for speaker, texts in sorted(found.items()) if speaker not in documented}


def digest(answers: Answers) -> str:
    """A fingerprint of everything that was said, by which a later change is noticed."""
    total = sha256()
    for speaker, texts in sorted(answers.items()):
        for item, text in sorted(texts.items()):
            for part in (speaker, item, text):
                total.update(f"{len(part)}:".encode() + part.encode())
    return total.hexdigest()


# Statistic judges in a study: what they say is recorded as theirs, beside people's numbers and never in them.


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
        remedy = "Collect answers first, or import them with the items (ringtrue items import)."
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


def with_statistics(result: Result, settings: Settings, items: Sequence[Item], records: StudyStore) -> Result:
    """The result with what statistic judges said, as estimates of kind statistic; no other number changes."""
    body = _recorded(records)
    if body is None:
        return result
    estimates = dict(result.estimates)
    for name, fields in body["estimates"].items():
        estimates[name if name not in result.estimates else f"{name}_statistic"] = _estimate(fields)
    named = ", ".join(body["estimates"])
    notes = [
        f"{named}: by the voice instrument, a statistic of wording. It is not a rating and enters no other number."
    ]
    if body["answers"] != digest(answers_by_speaker(items, records, settings)):
        notes.append("Replies have changed since the voice instrument measured them: ringtrue judge DIR --judge voice.")
    return replace(result, estimates=estimates, notes=(*result.notes, *notes))


def has_statistics(records: StudyStore) -> bool:
    """Whether a statistic judge has recorded estimates."""
    return _recorded(records) is not None


def _recorded(records: StudyStore) -> Mapping[str, Any] | None:
    """What the judge said last, None where it was never asked or has been withdrawn."""
    judge = next((rater for rater in records.raters() if rater.name == RATER and rater.state == "active"), None)
    said = [body for kind, body in judge.notes if kind == NOTE] if judge else []
    return said[-1] if said else None


def _estimate(fields: Mapping[str, Any]) -> "VoiceEstimate":
    from ringtrue.voice.result import VoiceEstimate

    known = VoiceEstimate.__dataclass_fields__
    return VoiceEstimate(**{key: value for key, value in fields.items() if key in known})


# Controls that are none: a text of the generic speaker, or of the person, that is the candidate's own word for word.


Copies = Collection[tuple[str, str | None]]  # item and speaker


def copied_controls(records: StudyStore, protocol: Protocol) -> Copies:
    """Item and control speaker of every answer that was collected for both with the same words."""
    said = {
        (one.response.item, name): _words_of(one.response.text)
        for name in dict.fromkeys(protocol.controls.values())
        for one in records.responses(speaker=name, last=True)
        if one.response.text
    }
    if not said:
        return set()
    own = records.texts(list(dict.fromkeys(item for item, _ in said)), speaker=protocol.candidate)
    return {(item, name) for (item, name), words in said.items() if words == _words_of(own.get(item, ""))}


def about_copies(copies: Copies) -> list[str]:
    """A note for each control that was left out as a copy."""
    numbers = Counter(name for _, name in copies)
    return [
        f"{number} answers of {name} are the candidate's own, word for word: they are no control and were left out."
        for name, number in sorted(numbers.items(), key=str)
    ]


def _words_of(text: str) -> tuple[str, ...]:
    return tuple(text.casefold().split())


# Scoring a study: its items and ratings as they are now, recorded beside earlier results and written to a file.


FILE = "result.json"
CURRENT_FILE = "result-current.json"
BY_CURRENT = "scored by the current protocol"


@dataclass(frozen=True, slots=True)
class JustScored:
    """The study whose result the steps after scoring complete, its items, and its records, open for writing."""

    study: StudyFolder
    items: Sequence[Item]
    records: StudyStore


# The steps after scoring, by the names protocols choose them by.
STEPS: Mapping[str, Callable[[Result, JustScored], Result]] = {
    "causes": lambda result, at: with_words(result, words_in(at.records)),
    "pairs": lambda result, at: with_form(result, at.study),
    "statistics": lambda result, at: with_statistics(result, at.study.settings, at.items, at.records),
    "judges": lambda result, at: _judged(result, at),
    "waiting": lambda result, at: with_waiting(result, at.records),
    "conversation": lambda result, at: with_conversation(result, at.study, at.records),
}


def _judged(result: Result, at: JustScored) -> Result:
    """What is known about the model judges, and the marks on what they judged."""
    found = with_judges(result, at.study, at.records)
    if not found.judges:
        return found
    settings = at.study.settings
    found = with_licences(found, at.study, at.records)
    return with_marks(found, settings.scored, answers_by_speaker(at.items, at.records, settings), at.records)


def score_study(
    study: StudyFolder, *, replicates: int = DEFAULT_REPLICATES, watch: Callable[[int], None] | None = None
) -> Result:
    """The result by the protocol the study was made with; `watch` is told how many more resamples are done."""
    with study.records() as records:
        refuse_other_protocol(study.folder, records, study.settings.protocol)
        result = _scored(study, records, replicates, watch)
        records.record_result(result, who=study.who)
    write_json(study.folder / FILE, result.as_dict())
    return result


def score_by_current(
    study: StudyFolder, *, replicates: int = DEFAULT_REPLICATES, watch: Callable[[int], None] | None = None
) -> Result:
    """A second result, by the protocol study.yaml names as it is now: noted, and written beside the study's own."""
    now = StudyFolder(study.folder, read_settings(study.folder, current=True), study.who)
    protocol = now.settings.protocol
    with study.records() as records:
        made_with = records.record().protocol
        result = _scored(now, records, replicates, watch)
        note = {"protocol": dict(result.protocol), "verdict": result.verdict.label, "sound": result.sound_verdict.label}
        records.note(BY_CURRENT, note, who=study.who)
    same = "" if protocol.hash == made_with["hash"] else "not "
    text = (
        f"A second result, by {protocol.name} {protocol.version} (hash {protocol.hash[:12]}), which is {same}the "
        f"protocol this study was made with ({made_with['version']}, hash {made_with['hash'][:12]}). The study's own "
        "result stays as it is."
    )
    result = replace(result, notes=(text, *result.notes), protocol={**result.protocol, "made_with": made_with["hash"]})
    write_json(study.folder / CURRENT_FILE, result.as_dict())
    return result


def _scored(study: StudyFolder, records: StudyStore, replicates: int, watch: Callable[[int], None] | None) -> Result:
    """Everything the study's settings say about its items and ratings, with the steps its protocol chooses."""
    from ringtrue.score.estimates import unwatched
    from ringtrue.score.scoring import scored  # with it comes NumPy, which nothing but scoring needs here

    protocol, seed, items = study.settings.scored, study.settings.seed, study.items()
    copies = copied_controls(records, protocol)
    given = _given(study, items, records, copies)
    result = scored(
        protocol,
        given,
        suite=recorded_suite(records),
        changed=changed_knowingly(records),
        licensed=licensed_models(standings(study)),
        replicates=replicates,
        seed=seed,
        watch=watch or unwatched,
    )
    told = (*about_protocol(protocol), *about_copies(copies), *asked_again(records))
    result = replace(result, notes=(*told, *result.notes, *forced_deals(records)))
    for name in protocol.after:
        result = STEPS[name](result, JustScored(study, items, records))
    return with_changes(with_groups(result, study), records)


def _given(study: StudyFolder, items: Sequence[Item], records: StudyStore, copies: Copies) -> "StudyTable":
    """Items and ratings without those of copies, the items recorded if they are not as they were."""
    from ringtrue.score.scoring import gathered

    records.record_items(items, who=study.who, file=study.items_file.name)
    every = ratings_and_words(records, study.settings.protocol, {})
    kept = (one for one in every if (one.item, one.speaker) not in copies) if copies else every
    ratings = unnoted(study.settings.scored, items, kept)
    models = models_behind(judges_of(study.settings), judges_asked(records))
    given = gathered(study.settings.scored, items, ratings, cards_dealt(records), models)
    if not given.ratings and not has_statistics(records):
        raise nothing_to_score(study.folder, records)
    return given
