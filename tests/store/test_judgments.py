"""Judgments: recorded once, corrected openly, streamed back."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.provenance import Source
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Judgment, Rating
from ringtrue.terms.problem import BadInput, Problem

FULL = JudgmentRecord(
    "Jo", "DQ-001", "pick", "A", "clone", "model", "c1", 12.5, "sure\0", "the \ud800 words", "why", None
)


def bare(record: JudgmentRecord) -> JudgmentRecord:
    """The record without what storing adds."""
    return record._replace(seq=None, supersedes=None, provenance=None)


def test_a_full_record_comes_back_with_its_provenance(study: StudyStore) -> None:
    source = Source.of("jo.json", b"x")
    assert study.record_judgments([FULL], who="mail", source=source) == 1
    (stored,) = study.judgments()
    assert bare(stored) == FULL
    assert stored.seq == 1
    assert stored.provenance is not None
    assert (stored.provenance.who, stored.provenance.source, stored.provenance.act) == ("mail", source, 2)


def test_ratings_and_blind_judgments_are_taken_as_they_are(study: StudyStore) -> None:
    rating = Rating("Jo", "DQ-001", "voice", (True, False), "clone")
    blind = Judgment("panel", "c1", "pick", "B", 3.0, "hm")
    study.record_judgments([rating, blind], who="lab", judge_kind="model")
    first, second = study.judgments()
    assert first.as_rating() == rating
    assert (second.rater, second.card, second.value, second.judge_kind) == ("panel", "c1", "B", "model")


VALUES = st.recursive(
    st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=8,
)
TEXTS = st.text(st.characters(codec=None))


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """One database for all examples of a property, which bring a study each."""
    with Store.open(tmp_path_factory.mktemp("lasting") / "study.db", create=True) as store:
        yield store


@given(st.lists(st.tuples(VALUES, TEXTS, TEXTS, st.none() | st.floats(0, 1e300)), min_size=1, max_size=5))
def test_awkward_values_come_back_with_their_types(lasting: Store, rows: list[tuple[object, ...]]) -> None:
    given_records = [
        JudgmentRecord("r", f"i{n}", "q", value, comment=comment, excerpt=excerpt, seconds=seconds)
        for n, (value, comment, excerpt, seconds) in enumerate(rows)
    ]
    study = lasting.create_study("x", protocol={"name": "lite", "version": "1", "hash": "h"}, who="lab")
    study.record_judgments(given_records, who="lab")
    assert repr([bare(record) for record in study.judgments()]) == repr(given_records)
    assert study.verify_audit() == []


def test_huge_texts_and_exact_numbers_survive(study: StudyStore) -> None:
    values = ["漢" * 2_000_000, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, -0.0, 2**63, 1, 1.0, True]
    study.record_judgments([Rating("r", str(n), "q", value) for n, value in enumerate(values)], who="lab")
    assert repr([record.value for record in study.judgments()]) == repr(values)
    assert study.verify_audit() == []


def test_a_correction_supersedes_and_keeps(study: StudyStore) -> None:
    study.record_judgments([Rating("Jo", "i", "q", 1.0), Rating("Kim", "i", "q", 5.0)], who="lab")
    for value in (2.0, 3.0):
        assert study.correct_judgments([Rating("Jo", "i", "q", value)], who="boss", why="misread") == 1
    assert [(row.rater, row.value) for row in study.judgments()] == [("Kim", 5.0), ("Jo", 3.0)]
    every = list(study.judgments(superseded=True))
    assert [(row.seq, row.value, row.supersedes) for row in every] == [
        (1, 1.0, None),
        (2, 5.0, None),
        (3, 2.0, 1),
        (4, 3.0, 3),
    ]
    assert every[-1].provenance is not None
    assert (every[-1].provenance.who, every[-1].provenance.why) == ("boss", "misread")
    assert study.verify_audit() == []


def test_a_correction_needs_a_reason_and_something_to_correct(study: StudyStore) -> None:
    study.record_judgments([Rating("Jo", "i", "q", 1.0)], who="lab")
    with pytest.raises(BadInput, match="needs a reason"):
        study.correct_judgments([Rating("Jo", "i", "q", 2.0)], who="lab", why=" ")
    with pytest.raises(BadInput, match="no such answer"):
        study.correct_judgments([Rating("Jo", "other", "q", 2.0)], who="lab", why="x")
    with pytest.raises(BadInput, match="corrected twice"):
        study.correct_judgments([Rating("Jo", "i", "q", value) for value in (2.0, 3.0)], who="lab", why="x")
    assert [row.value for row in study.judgments()] == [1.0]
    assert [rater.name for rater in study.raters()] == ["Jo"]


def test_faults_in_any_piece_refuse_all(study: StudyStore) -> None:
    rows = [JudgmentRecord("r", f"i{n}", "q", 1.0) for n in range(12_000)]
    rows[1] = rows[1]._replace(rater="")
    rows[11_000] = rows[11_000]._replace(value=None)
    with pytest.raises(BadInput) as refused:
        study.record_judgments(iter(rows), who="lab", source=Source("r.csv", "0"))
    assert [problem.place for problem in refused.value.problems] == ["judgment 2", "judgment 11001"]
    assert list(study.judgments()) == []
    assert study.audit_head()[0] == 1


def test_many_rows_pass_in_order(study: StudyStore) -> None:
    rows = [JudgmentRecord(f"r{n % 7}", f"i{n // 7}", "q", n % 5) for n in range(12_003)]
    assert study.record_judgments(iter(rows), who="lab") == 12_003
    assert [bare(row) for row in study.judgments()] == rows
    assert study.verify_audit() == []


def test_no_judgments_are_no_act(study: StudyStore) -> None:
    assert study.record_judgments([], who="lab") == 0
    assert study.audit_head()[0] == 1


def test_reading_can_stop_early_and_the_store_goes_on(study: StudyStore) -> None:
    study.record_judgments([Rating("r", str(n), "q", 1.0) for n in range(5000)], who="lab")
    rows = study.judgments()
    assert next(rows).item == "0"
    rows.close()
    assert study.record_judgments([Rating("r", "new", "q", 1.0)], who="lab") == 1


# A second answer is refused and both are named.


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
