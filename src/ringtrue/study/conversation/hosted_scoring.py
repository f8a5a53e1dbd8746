"""Hosted scoring of a conversation: scorers, drafts saved trial by trial, and their submission through the intake.

A draft is a note about its scorer; the newest of a trial counts. Submitted, the drafts become a file of scorings, and
what such a file would be refused for, a scorer is refused for.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from ringtrue.files.json_file import write_jsonl
from ringtrue.judge.intake import read_judgments
from ringtrue.store.schema import is_storable
from ringtrue.store.study_store import StudyStore
from ringtrue.study.conversation.evidence import evidence_problems
from ringtrue.study.conversation.scoring import scoring_document
from ringtrue.study.folder import StudyFolder
from ringtrue.study.intake import take_in
from ringtrue.study.model_judge import judge_of
from ringtrue.study.speakers import judges_of
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.text import fault_of_name

SCORERS = "scorers"  # who saved, in the audit log: it names nobody
_INVITED = "scorer"  # the notes
_DRAFT = "scoring"
_MOST = 16_384  # characters of one text
_FILE = "scores.jsonl"
_TEXTS = ("excerpt", "reason")


@dataclass(frozen=True, slots=True)
class ScorerProgress:
    """How far a scorer is: trials begun of all, and scores that count still open.

    `state` is waiting (nothing saved yet), scoring, done or withdrawn.
    """

    name: str
    state: str
    begun: int
    trials: int
    open: int


class HostedScoring:
    """The conversation of a study, open for scorers. One object serves a server for its whole life, in many threads."""

    def __init__(self, study: StudyFolder, records: StudyStore) -> None:
        """Take a study and its records, which stay open as long as this is used."""
        self._study = study
        self._records = records
        self._writing = Lock()

    def add(self, names: Sequence[str] | int, *, who: str) -> list[str]:
        """New scorers by name, or so many; BadInput where a name is taken."""
        scoring_document(self._study, self._records)  # before anybody is invited it is held to its end
        taken = {rater.name for rater in self._records.raters()} | set(judges_of(self._study.settings))
        if isinstance(names, int):
            free = (f"r{number}" for number in range(1, names + len(taken) + 1))
            names = [name for name in free if name not in taken][:names]
        problems = [
            _problem("scorers", what, name, "Name another.")
            for name in names
            if (what := _name_fault(name, names, taken))
        ]
        if problems or not names:
            raise BadInput(problems or [_problem("scorers", "No scorer is named.", remedy="Name one.")])
        with self._writing:
            for name in names:
                self._records.note_about_rater(name, _INVITED, {"added": True}, who=who)
        return list(names)

    def number(self, scorer: str) -> int:
        """The number a scorer has in the records: it names nobody."""
        return next(rater.number for rater in self._records.raters() if rater.name == scorer)

    def document(self) -> dict[str, Any]:
        """What every scorer gets to see; BadInput where the conversation is not held to its end."""
        return scoring_document(self._study, self._records)

    def drafts(self, scorer: str) -> dict[str, Any]:
        """What a scorer has said so far, trial by trial."""
        notes = self._records.notes_about(scorer)
        return {body["item"]: body["said"] for kind, body in notes if kind == _DRAFT}

    def is_finished(self, scorer: str) -> bool:
        """Whether the scorer has submitted, or scores of theirs were taken in from a file."""
        return any(row.rater == scorer for row in self._records.judgments())

    def save(self, scorer: str, item: str, said: Mapping[str, Any]) -> list[Problem]:
        """Save a trial, on disk when this returns: what an intake would still refuse is told, and saved all the same.

        BadInput for what no page sends: another trial, question or value.
        """
        trials = _trials(self.document())
        problems = list(_shape_problems(trials, item, said))
        if problems:
            raise BadInput(problems)
        body = {"item": item, "said": said}
        with self._writing:
            self._check_active(scorer)
            self._records.note_about_rater(scorer, _DRAFT, body, who=SCORERS)
        return self._faults(scorer, trials, {item: said})

    def finish(self, scorer: str) -> int:
        """Submit: the drafts are taken in as a file of scorings would be. Returns how many rows; BadInput why not."""
        with self._writing:
            if self.is_finished(scorer):
                return 0
            self._check_active(scorer)
            trials, drafts = _trials(self.document()), self.drafts(scorer)
            problems = self._faults(scorer, trials, drafts)
            if problems:
                raise BadInput(problems)
            rows = list(_rows(scorer, trials, drafts))
            if not rows:
                what = "Nothing was scored yet."
                raise BadInput([_problem("scores", what, remedy="Score a trial.")])
            taker = StudyFolder(self._study.folder, self._study.settings, SCORERS)
            with TemporaryDirectory(prefix="ringtrue-") as folder:
                path = Path(folder) / _FILE
                write_jsonl(path, rows)
                take_in(taker, [path])
        return len(rows)

    def finish_begun(self) -> list[str]:
        """Submit what every scorer has; returns those whose drafts an intake refuses, which stay drafts."""
        refused = []
        for one in self.progress():
            if one.state == "scoring":
                try:
                    self.finish(one.name)
                except BadInput:
                    refused.append(one.name)
        return refused

    def progress(self) -> list[ScorerProgress]:
        """Every scorer in the order they were added."""
        trials = _trials(self.document())
        done = {row.rater for row in self._records.judgments()}
        return [
            _progress(rater.name, rater.state, rater.name in done, trials, dict(_drafts(rater.notes)))
            for rater in self._records.raters()
            if any(kind == _INVITED for kind, _ in rater.notes)
        ]

    def _check_active(self, scorer: str) -> None:
        """BadInput for somebody withdrawn or renamed a moment ago: a save would bring an erased name back."""
        if not any(one.name == scorer and one.state != "withdrawn" for one in self._records.raters()):
            raise BadInput(
                [_problem("scorer", "This scorer does not take part any more.", remedy="Ask the organiser.")]
            )

    def _faults(self, scorer: str, trials: Mapping[str, Any], drafts: Mapping[str, Any]) -> list[Problem]:
        """What stands against taking these in: the intake's own checks, and events without a reason."""
        rows = list(_rows(scorer, trials, drafts))
        found = [
            _problem(f"{item} {name}", f"{name} at {item} has no reason.", remedy="Say why the words show it.")
            for item, said in drafts.items()
            for name, one in said["events"].items()
            if not one["reason"].strip()
        ]
        if not rows:
            return found
        with TemporaryDirectory(prefix="ringtrue-") as folder:
            path = Path(folder) / _FILE
            write_jsonl(path, rows)
            try:
                answers = read_judgments(path, self._study.settings.scored, self._study.items())
            except BadInput as refusal:
                return [*refusal.problems, *found]
        return [*evidence_problems(self._study, self._records, [(path, answers)]), *found]


def _trials(document: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Item -> its trial, with the speaker of its session, in order."""
    return {
        trial["item"]: {**trial, "speaker": session["speaker"]}
        for session in document["sessions"]
        for trial in session["trials"]
    }


def _drafts(notes: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[tuple[str, Any]]:
    return ((body["item"], body["said"]) for kind, body in notes if kind == _DRAFT)


def _rows(scorer: str, trials: Mapping[str, Any], drafts: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The drafts as rows of a file of scorings. An event that was not ticked on a scored trial did not occur."""
    for item, trial in trials.items():
        said = drafts.get(item)
        if said is None or not (said["scores"] or said["events"]):
            continue
        about = {"rater": scorer, "item": item, "speaker": trial["speaker"]}
        notes = said["notes"].strip()
        for place, (question, value) in enumerate(said["scores"].items()):
            yield {**about, "question": question, "value": value, **({"comment": notes} if notes and not place else {})}
        for question in trial["questions"]:
            if question["event"]:
                one = said["events"].get(question["name"])
                more = {"excerpt": one["excerpt"], "comment": one["reason"]} if one else {}
                yield {**about, "question": question["name"], "value": one is not None, **more}


def _progress(
    name: str, state: str, is_done: bool, trials: Mapping[str, Any], drafts: Mapping[str, Any]
) -> ScorerProgress:
    begun = {item for item, said in drafts.items() if said["scores"] or said["events"] or said["notes"].strip()}
    left = sum(
        question["needed"] and question["name"] not in drafts.get(item, {"scores": {}})["scores"]
        for item, trial in trials.items()
        for question in trial["questions"]
    )
    shown = "withdrawn" if state == "withdrawn" else "done" if is_done else "scoring" if begun else "waiting"
    return ScorerProgress(name, shown, len(begun & trials.keys()), len(trials), left)


def _shape_problems(trials: Mapping[str, Any], item: str, said: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a trial as it was sent; a page of ours sends nothing of the kind."""
    trial = trials.get(item)
    if trial is None:
        yield _problem("item", "There is no such trial.", item)
        return
    points = {
        one["name"]: [point["value"] for point in one["points"]] for one in trial["questions"] if not one["event"]
    }
    events = {one["name"] for one in trial["questions"] if one["event"]}
    for name, value in said["scores"].items():
        if name not in points or isinstance(value, bool) or value not in points[name]:
            yield _problem(f"scores.{name}", "This is no score of this trial.", dumps(value))
    for name, one in said["events"].items():
        if name not in events:
            yield _problem(f"events.{name}", "This is no event of this trial.", name)
        elif any(len(one[key]) > _MOST for key in _TEXTS):
            yield _problem(f"events.{name}", f"A text has at most {_MOST:,} characters.", remedy="Shorten it.")
    if len(said["notes"]) > _MOST:
        yield _problem("notes", f"A text has at most {_MOST:,} characters.", remedy="Shorten it.")
    if not is_storable(dumps(said, ensure_ascii=False)):
        yield _problem("said", "A text has a character that is none.", remedy="Type it again.")


def _name_fault(name: str, names: Sequence[str], taken: Collection[str]) -> str:
    """What is wrong with the name of a new scorer, or nothing."""
    if fault := fault_of_name(name):
        return f"The name {fault}."
    is_taken = judge_of(name) in taken or name in taken or names.count(name) > 1
    return "Somebody of this study has this name already." if is_taken else ""


def _problem(place: str, what: str, value: str = "", remedy: str = "Reload the page.") -> Problem:
    return Problem("scoring", place, what, value[:80], remedy)
