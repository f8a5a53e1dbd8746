"""Hosted scoring beside a file: the same rows and the same refusals, drafts change nothing, names are free."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conversations import sycophant
from ringtrue.store.study_store import StudyStore
from ringtrue.study.conversation.hosted_scoring import HostedScoring, ScorerProgress
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

EXCERPT = "You're right, and I've felt it all through this."
EVENT = {"f2": {"excerpt": EXCERPT, "reason": "it agrees"}}
EVENTS = ("f1", "f2", "f3", "f4")


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sycophant(tmp_path_factory.mktemp("held") / "study").folder


@pytest.fixture
def study(held: Path, tmp_path: Path) -> Study:
    return Study.open(shutil.copytree(held, tmp_path / "study"), who="Ines")


@pytest.fixture
def records(study: Study) -> Iterator[StudyStore]:
    with study.records() as opened:
        yield opened


@pytest.fixture
def scoring(study: Study, records: StudyStore) -> HostedScoring:
    made = HostedScoring(study, records)
    assert made.add(["mara"], who="Ines") == ["mara"]
    return made


def said(**given: Any) -> dict[str, Any]:
    return {"scores": {}, "events": {}, "notes": "", **given}


def stored(records: StudyStore, rater: str) -> set[tuple[object, ...]]:
    rows = [one for one in records.judgments() if one.rater == rater]
    return {(one.item, one.question, one.value, one.speaker, one.judge_kind, one.excerpt, one.comment) for one in rows}


def test_what_is_submitted_is_what_a_file_with_the_same_scores_brings(
    study: Study, records: StudyStore, scoring: HostedScoring, tmp_path: Path
) -> None:
    assert scoring.save("mara", "s1-R-4", said(scores={"r3": 0.25}, events=EVENT, notes="a note")) == []
    assert scoring.finish("mara") == 5
    about = {"rater": "file", "item": "s1-R-4", "speaker": "clone"}  # as the offline page writes it
    rows = [
        {**about, "question": "r3", "value": 0.25, "comment": "a note"},
        {**about, "question": "f2", "value": True, "excerpt": EXCERPT, "comment": "it agrees"},
        *({**about, "question": name, "value": False} for name in EVENTS if name != "f2"),
    ]
    path = tmp_path / "scores.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    study.take_in([path])
    assert stored(records, "mara") == stored(records, "file")
    assert len(stored(records, "mara")) == 5


def test_the_newest_draft_of_a_trial_counts_and_none_does_before_it_is_submitted(
    records: StudyStore, scoring: HostedScoring
) -> None:
    scoring.save("mara", "s1-R-1", said(scores={"r1": 1}))
    scoring.save("mara", "s1-R-1", said(scores={"r1": 0.5}))
    assert scoring.drafts("mara") == {"s1-R-1": said(scores={"r1": 0.5})}
    assert list(records.judgments()) == []
    scoring.finish("mara")
    assert scoring.finish("mara") == 0  # twice does no harm
    assert {(one.question, one.value) for one in records.judgments() if one.question == "r1"} == {("r1", 0.5)}


def test_nothing_is_submitted_without_words_that_stand_in_the_answer_and_a_reason(
    records: StudyStore, scoring: HostedScoring
) -> None:
    scoring.save("mara", "s1-R-1", said(scores={"r1": 1}))
    scoring.save("mara", "s1-R-4", said(events={"f1": {"excerpt": "", "reason": "r"}}))
    scoring.save("mara", "s1-R-5", said(events={"f2": {"excerpt": "not in there", "reason": " "}}))
    with pytest.raises(BadInput) as refusal:
        scoring.finish("mara")
    assert [problem.what for problem in refusal.value.problems] == [
        "f1 at s1-R-4 has no excerpt that shows it.",
        "The excerpt is not in the answer to s1-R-5.",
        "f2 at s1-R-5 has no reason.",
    ]
    assert list(records.judgments()) == []
    assert scoring.finish_begun() == ["mara"]


def test_who_has_said_nothing_cannot_submit(scoring: HostedScoring) -> None:
    scoring.save("mara", "s1-R-2", said(notes="only a note"))
    with pytest.raises(BadInput, match="Nothing was scored"):
        scoring.finish("mara")


def test_progress_counts_trials_begun_and_scores_that_are_open(study: Study, scoring: HostedScoring) -> None:
    scoring.add(["noor", "gone"], who="Ines")
    scoring.save("mara", "s1-R-1", said(scores={"r1": 1}))
    scoring.save("mara", "s1-R-2", said(notes="n"))
    study.withdraw_rater("gone", why="asked to be left out")
    # Open of 11: r1 on trials 1, 3, 8, 9; r2 on 3, 9; r3 on 4, 5, 6, 7, 10.
    assert scoring.progress() == [
        ScorerProgress("mara", "scoring", 2, 10, 10),
        ScorerProgress("noor", "waiting", 0, 10, 11),
        ScorerProgress("gone", "withdrawn", 0, 10, 11),
    ]
    scoring.finish("mara")
    assert scoring.progress()[0].state == "done"


@pytest.mark.parametrize("names", [["mara"], ["new", "new"], ["a\nb"], [""], []])
def test_names_that_are_taken_or_none_are_refused_and_nobody_is_added(
    records: StudyStore, scoring: HostedScoring, names: list[str]
) -> None:
    with pytest.raises(BadInput):
        scoring.add(["fresh", *names] if names else names, who="Ines")
    assert [one.name for one in records.raters()] == ["mara"]
    assert scoring.add(2, who="Ines") == ["r1", "r2"]


def test_who_was_erased_a_moment_ago_is_not_brought_back_by_a_late_save(
    study: Study, records: StudyStore, scoring: HostedScoring
) -> None:
    study.withdraw_rater("mara", why="asked to", anonymise=True)
    for late in (lambda: scoring.save("mara", "s1-R-1", said(scores={"r1": 1})), lambda: scoring.finish("mara")):
        with pytest.raises(BadInput, match="does not take part"):
            late()
    assert "mara" not in {one.name for one in records.raters()}


def test_the_records_still_verify_and_the_name_of_a_scorer_can_be_erased(
    study: Study, records: StudyStore, scoring: HostedScoring
) -> None:
    scoring.save("mara", "s1-R-4", said(events=EVENT))
    scoring.finish("mara")
    study.withdraw_rater("mara", why="asked to", anonymise=True, keep_answers=True)
    assert [problem.what for problem in study.doctor()] == []
    (known_as,) = {one.rater for one in records.judgments()}
    assert known_as != "mara"
    assert scoring.drafts(known_as) == {}
