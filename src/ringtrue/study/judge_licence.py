"""Licences of a study's judges: calibrate one, find those that hold, and what licensed scores add to people's."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from json import dumps
from pathlib import Path

from ringtrue.calls.adapter import sampling_of
from ringtrue.judge.model.licence import FOLDER, Binding, Licence, licences_in
from ringtrue.judge.model.prompt import rubric, shown_digest
from ringtrue.protocols.scales import MECHANISMS
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.judge_panel import takes_in
from ringtrue.study.model_judge import judge_of, model_of
from ringtrue.study.settings import FILE, gold_text
from ringtrue.study.speakers import judges_of
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Estimate, Result

KEY = "licences"  # of study.yaml: another folder to look in
ACT = "judge calibrated"
Texts = Mapping[str, Mapping[str, str]]  # speaker -> item -> text

# Which judge it is, what it is shown, and the licence that holds for just that.


def binding_of(study: StudyFolder, judge: Speaker) -> Binding:
    """What a licence of this judge in this study has to name."""
    language = str(judge.settings.get("language") or "en")
    gold = bool(gold_text(study.folder, study.settings))
    sampling = dumps(sampling_of(judge), sort_keys=True)
    shown = shown_digest(study.settings.protocol, language, gold=gold)
    return Binding(model_of(judge), sampling, rubric(language).hash, language, shown)


def folders_of(study: StudyFolder) -> list[Path]:
    """Where a study's licences are: in its own folder, and in the one study.yaml names."""
    named = study.settings.data.get(KEY)
    return [study.folder / FOLDER, *([study.folder / str(named)] if named else [])]


@dataclass(frozen=True, slots=True)
class JudgeStanding:
    """One judge of a study and the licence that holds for it; without one, why not."""

    judge: Speaker
    licence: Licence | None
    why: str = ""


def standings(study: StudyFolder) -> list[JudgeStanding]:
    """Every judge of study.yaml with its licence."""
    judges = judges_of(study.settings).values()
    found = list(licences_in(folders_of(study))) if judges else []
    return [_standing(judge, binding_of(study, judge), found) for judge in judges]


def _standing(judge: Speaker, binding: Binding, found: Sequence[Licence]) -> JudgeStanding:
    same = [one for one in found if one.binding == binding]
    granted = next((one for one in same if one.granted), None)
    if granted is not None and all(one.granted for one in same):
        return JudgeStanding(judge, granted)
    if same:
        refused = next(one for one in same if not one.granted)
        return JudgeStanding(judge, None, f"it was refused one ({'; '.join(refused.refusals)})")
    near = [one for one in found if one.granted and one.binding.model == binding.model]
    if near:
        changed = " and ".join(near[0].binding.differences(binding))
        return JudgeStanding(judge, None, f"its licence is stale: another {changed}")
    return JudgeStanding(judge, None, "it was not calibrated")


def licensed_models(standing: Sequence[JudgeStanding]) -> frozenset[str]:
    """The models all of whose judges have a licence."""
    without = {model_of(one.judge) for one in standing if one.licence is None}
    return frozenset(model_of(one.judge) for one in standing) - without


# What a result says about licences, and the estimate from few labels and many licensed scores.


def with_licences(result: Result, study: StudyFolder, records: StudyStore) -> Result:
    """The result with who has a licence and, where people labelled some cards, the prediction-powered estimate."""
    if not result.judges:
        return result
    asked = {one.judge for one in result.judges}
    standing = [one for one in standings(study) if one.judge.name in asked]
    notes = [_told(one) for one in standing]
    licensed = {one.judge.name for one in standing if one.licence is not None}
    more = dict(powered(study, records, licensed)) if licensed and result.counts.get("people") else {}
    return replace(result, estimates={**result.estimates, **more}, notes=(*result.notes, *notes))


def _told(one: JudgeStanding) -> str:
    if one.licence is None:
        return f"{one.judge.name} ({model_of(one.judge)}) has no licence: {one.why}. ringtrue judge calibrate DIR."
    on = "people's scores" if one.licence.basis == "people" else "controls alone"
    return f"{one.judge.name} ({model_of(one.judge)}) is licensed, on {on}, {one.licence.at[:10]}. {one.licence.worth}"


def powered(study: StudyFolder, records: StudyStore, licensed: set[str]) -> Iterator[tuple[str, Estimate]]:
    """The mean of people's scores alone, and with the scores of licensed judges on the other items.

    Items people scored have to be a fair sample of all. Several licensed judges count by their mean.
    """
    import numpy as np

    from ringtrue.judge.model.reliability import mean_over_items
    from ringtrue.stats.combination.prediction_powered import prediction_powered_mean

    protocol = study.settings.scored
    for question in questions_compared(protocol)[:1]:
        people: dict[str, list[float]] = defaultdict(list)
        judged: dict[str, list[float]] = defaultdict(list)
        for take in takes_in(study, records):
            if take.question != question or take.row[1] != protocol.candidate:
                continue
            if take.kind == "person":
                people[take.row[0]].append(take.value)
            elif take.judge in licensed:
                judged[take.row[0]].append(take.value)
        labels = {item: sum(given) / len(given) for item, given in people.items()}
        scores = {item: sum(given) / len(given) for item, given in judged.items()}
        both = sorted(labels.keys() & scores.keys())
        rest = [scores[item] for item in sorted(scores.keys() - labels.keys())]
        if len(labels) < 2 or not both:
            continue
        values = np.array(list(labels.values()))
        alone = mean_over_items(np.column_stack([values, np.ones(values.size)]), "mean of people's scores")
        together = prediction_powered_mean([labels[one] for one in both], [scores[one] for one in both], rest)
        yield f"{question}_people", replace(alone, kind="sound")
        yield f"{question}_powered", replace(together, kind="sound")


# Calibration: what is recorded in the study, held against people and controls.


def questions_compared(protocol: Protocol) -> list[str]:
    """What a judge is calibrated on: the score of a card, else the choice between its texts, else every question."""
    if protocol.weights and protocol.score:
        return [protocol.score]
    asked = [question for kind in protocol.kinds.values() for question in kind.questions]
    scales = {question.name: MECHANISMS[protocol.scales[question.scale].type] for question in asked}
    choices = [name for name, scale in scales.items() if scale.compares]
    return list(dict.fromkeys([*choices, *(name for name, scale in scales.items() if scale.counts)]))


def calibrate(
    study: StudyFolder,
    records: StudyStore,
    judge: Speaker,
    texts: Texts,
    *,
    probes: Sequence[float] = (),
    again: Sequence[float] = (),
) -> Licence:
    """Calibrate one judge on what is recorded; `texts` are what each speaker said to each item.

    `probes` are rises of its scores with words to the judge added, `again` differences when it was asked the same.
    """
    from ringtrue.judge.model.calibration import Material, calibrated
    from ringtrue.judge.model.injection import addressed_to_judge

    protocol = study.settings.protocol
    said = {(item, speaker): text for speaker, found in texts.items() for item, text in found.items()}
    question, binding = questions_compared(protocol)[0], binding_of(study, judge)
    material = Material(
        protocol.candidate,
        protocol.controls.get("generic"),
        protocol.controls.get("self"),
        {row: len(text.split()) for row, text in said.items()},
        {row for row, text in said.items() if addressed_to_judge(text)},
        tuple(probes),
        tuple(again),
        _width(protocol, question),
        _obeyed(records, binding),
    )
    found = calibrated(takes_in(study, records), judge.name, question, material)
    return Licence.of(found, judge.name, protocol.name, binding)


def _obeyed(records: StudyStore, binding: Binding) -> Estimate | None:
    """What the last probes of this judge showed in this study."""
    notes = [entry.detail["note"] for entry in records.audit_entries(f"noted: {ACT}")]
    probed = [note["obeys"] for note in notes if note["binding"] == binding.digest and note.get("obeys")]
    return Estimate.from_dict(probed[-1]) if probed else None


def _width(protocol: Protocol, question: str) -> float:
    """From the lowest to the highest answer to a question; a card's score has the scale of what it is made of."""
    names = list(protocol.by_weight) if question == protocol.score and protocol.weights else [question]
    scales = [protocol.scales[one.scale] for name in names if (one := protocol.question(name))]
    widths = [scale.high - scale.low for scale in scales if scale.low is not None and scale.high is not None]
    return max(widths, default=1.0)


def judged_by(study: StudyFolder, records: StudyStore, name: str | None) -> list[Speaker]:
    """The judges of study.yaml that have scored something, or the one named; BadInput where there is none."""
    judges = judges_of(study.settings)
    answered = {judge_of(rater) for rater in records.model_answers()}
    if name is not None and name not in judges:
        remedy = f"one of {', '.join(judges) or 'none: add judges to study.yaml'}"
        raise BadInput([Problem("command line", "--judge", "study.yaml has no such judge.", name, remedy)])
    found = [judge for judge in judges.values() if judge.name in answered and name in (None, judge.name)]
    if not found:
        remedy = f"let one judge first: ringtrue judge {study.folder} --judge NAME"
        raise BadInput(
            [Problem(str(study.folder), FILE, "No judge of study.yaml has scored a card here.", remedy=remedy)]
        )
    return found


def write_licence(study: StudyFolder, records: StudyStore, licence: Licence, folder: Path | None) -> Path:
    """Write a licence and note it in the audit log."""
    path = licence.write(folder or study.folder / FOLDER)
    told = {"judge": licence.judge, "granted": licence.granted, "basis": licence.basis, "file": path.name}
    obeys = licence.estimates["obeys"]
    shown = {"obeys": obeys.as_dict()} if obeys.value is not None else {}
    records.note(ACT, {**told, "binding": licence.binding.digest, **shown}, who=study.who)
    return path
