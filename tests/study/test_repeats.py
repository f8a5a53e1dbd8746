"""Answers that stand already: files and single answers are told apart from new ones, in the study and in one call."""

from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.judge import Answered
from ringtrue.store import JudgmentRecord, Source
from ringtrue.study.repeats import refuse_answered, taken_before
from ringtrue.terms import BadInput, Rating
from study_templates import fresh


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """ann has said that the text of P1 sounds like the person; the file was a.csv."""
    made = fresh(tmp_path / "study", "pairs")
    with made.records() as records:
        row = JudgmentRecord("ann", "P1", "voice", 1.0, "compressed")
        records.record_judgments([row], who="tester", source=source("a.csv", "aa"))
    return made


def source(name: str, digest: str) -> Source:
    return Source(name, digest * 32)


def answer(
    line: int, rater: str = "ann", item: str = "P1", question: str = "voice", speaker: str | None = None
) -> Answered:
    return Answered(Rating(rater, item, question, 1.0, speaker), None, "", "", line)


def told(study: Study, *files: tuple[str, list[Answered]]) -> list[tuple[str, str, str, str]]:
    """The refusal as rows: file, place, what, value."""
    with study.records() as records:
        try:
            refuse_answered(
                [(Path(name), source(name, "00"), answers) for name, answers in files], records, "compressed"
            )
        except BadInput as refusal:
            return [(one.file, one.place, one.what, one.value) for one in refusal.problems]
    return []


def test_a_file_taken_in_before_is_named_with_its_day(study: Study) -> None:
    with study.records() as records:
        (entry,) = [entry for entry in records.audit_entries() if entry.detail.get("source")]
        (problem,) = taken_before([(Path("copy.csv"), source("copy.csv", "aa"))], records)
    assert (problem.file, problem.place) == ("copy.csv", "whole file")
    assert problem.what == f"It was taken in already, as a.csv on {entry.at[:10]}."
    assert problem.remedy


def test_the_same_content_twice_in_one_call_is_told_once_for_each_repeat(study: Study) -> None:
    files = [(Path(name), source(name, "bb")) for name in ("one.csv", "two.csv", "three.csv")]
    with study.records() as records:
        problems = taken_before(files, records)
    assert [problem.file for problem in problems] == ["two.csv", "three.csv"]
    assert "as one.csv in this same call" in problems[0].what


def test_new_files_are_no_problem(study: Study) -> None:
    with study.records() as records:
        assert taken_before([], records) == []
        assert taken_before([(Path("a.csv"), source("a.csv", "cc"))], records) == []  # a name alone is no repeat


def test_new_answers_pass(study: Study) -> None:
    others = [answer(2, rater="bob"), answer(3, item="P2"), answer(4, question="vibe"), answer(5, speaker="control")]
    assert told(study, ("b.csv", others)) == []
    assert told(study) == []


@pytest.mark.parametrize("speaker", [None, "compressed"])
def test_an_answer_that_stands_is_refused_whether_it_names_the_candidate_or_not(
    study: Study, speaker: str | None
) -> None:
    expected = ("b.csv", "line 7", "the study has this answer already", "ann, P1, voice")
    assert told(study, ("b.csv", [answer(7, speaker=speaker)])) == [expected]


def test_an_answer_that_stands_without_a_speaker_is_one_about_the_candidate(study: Study) -> None:
    with study.records() as records:
        records.record_judgments([JudgmentRecord("cy", "P1", "voice", 1.0)], who="tester")
    assert len(told(study, ("b.csv", [answer(7, rater="cy", speaker="compressed")]))) == 1


def test_an_answer_given_in_two_files_of_one_call_is_refused(study: Study) -> None:
    rows = told(study, ("b.csv", [answer(2, rater="bob")]), ("c.csv", [answer(9, rater="bob", speaker="compressed")]))
    assert rows == [("c.csv", "line 9", "b.csv has this answer on line 2 already", "bob, P1, voice")]


def test_all_repeats_are_told_together(study: Study) -> None:
    assert len(told(study, ("b.csv", [answer(2), answer(3)]), ("c.csv", [answer(2), answer(3, rater="bob")]))) == 3


def test_an_answer_taken_back_may_be_given_again(study: Study) -> None:
    study.withdraw_rater("ann", why="asked for it")
    assert told(study, ("b.csv", [answer(2)])) == []
