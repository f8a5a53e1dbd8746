"""A second answer is refused and both are named."""

import pytest

from ringtrue.store import JudgmentRecord, Source, StudyStore
from ringtrue.terms import BadInput, Problem, Rating


def refused(study: StudyStore, rows: list[Rating | JudgmentRecord]) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as refusal:
        study.record_judgments(rows, who="lab", source=Source("second.csv", "0"))
    return refusal.value.problems


def test_a_stored_answer_and_the_second_one_are_named(study: StudyStore) -> None:
    study.record_judgments([Rating("Jo", "i", "voice", 1.0, "clone")], who="mail")
    (problem,) = refused(study, [Rating("Jo", "new", "voice", 2.0), Rating("Jo", "i", "voice", 2.0, "clone")])
    assert (problem.file, problem.place) == ("second.csv", "judgment 2")
    for told in ("Jo", "'voice' about i (clone)", "stored judgment 1", "by mail says 1.0", "this one says 2.0"):
        assert told in problem.what
    assert [row.value for row in study.judgments()] == [1.0]


def test_the_same_answer_again_is_a_second_one_too(study: StudyStore) -> None:
    study.record_judgments([Rating("Jo", "i", "voice", 1.0)], who="mail")
    assert len(refused(study, [Rating("Jo", "i", "voice", 1.0)])) == 1


def test_two_in_one_file_are_named_by_their_places(study: StudyStore) -> None:
    rows = [JudgmentRecord("Jo", str(n), "q", 1.0) for n in range(6000)]
    rows[5] = JudgmentRecord("Jo", "2", "q", 7.0)  # in the same piece
    rows[5999] = JudgmentRecord("Jo", "4", "q", 8.0)  # in another
    problems = refused(study, rows)
    assert [problem.place for problem in problems] == ["judgment 6"]
    assert "judgment 3 of the same file says 1.0" in problems[0].what
    rows[5] = JudgmentRecord("Jo", "5", "q", 1.0)
    (problem,) = refused(study, rows)
    assert problem.place == "judgment 6000"
    assert "judgment 5 of the same file says 1.0, this one says 8.0" in problem.what


def test_other_speakers_questions_raters_and_cards_do_not_conflict(study: StudyStore) -> None:
    rows = [
        JudgmentRecord(rater, "i", question, 1.0, speaker, card=card)
        for rater in ("Jo", "Kim")
        for question in ("p", "q")
        for speaker in (None, "clone", "real")
        for card in (None, "c1")
    ]
    assert study.record_judgments(rows, who="lab") == 24


def test_a_correction_does_not_make_room_for_a_second_first_answer(study: StudyStore) -> None:
    study.record_judgments([Rating("Jo", "i", "q", 1.0)], who="lab")
    study.correct_judgments([Rating("Jo", "i", "q", 2.0)], who="lab", why="x")
    (problem,) = refused(study, [Rating("Jo", "i", "q", 3.0)])
    assert "stored judgment 2" in problem.what
