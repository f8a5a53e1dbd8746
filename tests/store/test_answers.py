"""Answers to cards: durable, every change kept, the newest stands; closed packets take none."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from ringtrue.store.answers import PacketClosed, faults, given_of, table_row
from ringtrue.store.keys import open_keys, seal_keys
from ringtrue.store.provenance import Source
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Given
from ringtrue.terms.item import Card, Packet
from ringtrue.terms.problem import BadInput

CARDS = tuple(Card(f"c{n}", "pair", "Which?", ("left", "right")) for n in range(3))
PACKETS = [Packet("token-a", "Jo", CARDS), Packet("token-b", "Kim", CARDS)]
FULL = Given("c0", "voice", -2.0, ("0a" * 6, "0b" * 6), 12.345, 11.0, "odd \0 \ud800 text", True, 1)


@pytest.fixture
def dealt(study: StudyStore) -> StudyStore:
    seal_keys(study, {"token-a": {"c0": "x"}, "token-b": {"c0": "x"}}, who="lab")
    study.issue_packets(PACKETS, who="lab")
    return study


def stands(study: StudyStore, token: str | None = None) -> dict[tuple[str, str, str], object]:
    return {(one.token, one.given.card, one.given.question): one.given.value for one in study.answers(token)}


def test_an_answer_comes_back_as_it_was_given(dealt: StudyStore) -> None:
    ticks = Given("c1", "ticks", (True, False))
    dealt.save_answers("token-a", [FULL, ticks, Given("c2", "why", 'a "text"')], who="raters")
    found = list(dealt.answers())
    assert [one.given for one in found] == [FULL, ticks, Given("c2", "why", 'a "text"')]
    assert {(one.token, one.rater) for one in found} == {("token-a", "Jo")}
    assert found[0].at == list(dealt.audit_entries())[-1].at
    assert dealt.verify_audit() == []


def test_the_newest_stands_and_every_change_is_kept(dealt: StudyStore) -> None:
    for value in (1.0, None, 2.0):
        dealt.save_answers("token-a", [Given("c0", "voice", value)], who="raters")
    dealt.save_answers("token-a", [Given("c1", "voice", 1.0)], who="raters")
    dealt.save_answers("token-a", [Given("c1", "voice", None)], who="raters")
    assert stands(dealt) == {("token-a", "c0", "voice"): 2.0}
    assert [one.given.value for one in dealt.answers("token-a", all=True)] == [1.0, None, 2.0, 1.0, None]
    assert list(dealt.answers("token-b")) == []


def test_many_saves_are_one_entry_and_a_bad_one_is_refused_alone(dealt: StudyStore) -> None:
    before = dealt.audit_head()[0]
    good, other = Given("c0", "voice", 1.0), Given("c1", "voice", 2.0)
    saves = [("token-a", [good]), ("token-x", [good]), ("token-b", [other]), ("token-b", [Given("c9", "voice", 1.0)])]
    outcomes = dealt.save_many(saves, who="raters")
    assert [type(outcome) for outcome in outcomes] == [type(None), PacketClosed, type(None), BadInput]
    assert stands(dealt) == {("token-a", "c0", "voice"): 1.0, ("token-b", "c1", "voice"): 2.0}
    assert dealt.audit_head()[0] == before + 1
    entry = list(dealt.audit_entries())[-1]
    assert (entry.act, entry.who, entry.detail["wrote"]["answers"]["rows"]) == ("answers saved", "raters", 2)


def test_nothing_to_save_leaves_no_entry(dealt: StudyStore) -> None:
    before = dealt.audit_head()
    assert dealt.save_many([], who="raters") == []
    assert dealt.save_many([("token-a", [])], who="raters") == [None]
    assert dealt.save_many([("token-z", [FULL])], who="raters")[0] is not None
    assert dealt.audit_head() == before


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (Given("c9", "voice", 1.0), "no such card"),
        (Given("c0", " ", 1.0), "question is empty"),
        (Given("c0", "q" * 151, 1.0), "longer than 150"),
        (Given("c0", "voice", float("nan")), "cannot be stored"),
        (Given("c0", "voice", {"a": 1}), "cannot be stored"),
        (Given("c0", "why", "x" * 100_001), "longer than 100,000"),
        (Given("c0", "voice", 1.0, comment="x" * 100_001), "comment"),
        (Given("c0", "voice", 1.0, seconds=-1.0), "seconds"),
        (Given("c0", "voice", 1.0, visible_seconds=float("inf")), "seconds"),
    ],
)
def test_what_cannot_be_stored_is_refused_with_the_whole_save(dealt: StudyStore, answer: Given, what: str) -> None:
    with pytest.raises(BadInput, match=what) as refused:
        dealt.save_answers("token-a", [FULL, answer], who="raters")
    assert not isinstance(refused.value, PacketClosed)
    assert "answer 2" in refused.value.problems[0].place
    assert list(dealt.answers(all=True)) == []


def test_a_packet_that_is_not_out_takes_no_answers(dealt: StudyStore) -> None:
    dealt.save_answers("token-a", [FULL], who="raters")
    dealt.return_packet("token-a", who="raters")
    with pytest.raises(PacketClosed, match="returned"):
        dealt.save_answers("token-a", [FULL], who="raters")
    with pytest.raises(PacketClosed, match="returned"):
        dealt.save_answers("token-a", [FULL], who="raters", completing=True)
    dealt.change_packet("token-b", "withdrawn", who="lab")
    with pytest.raises(PacketClosed, match="withdrawn"):
        dealt.save_answers("token-b", [FULL], who="raters")


def test_a_packet_back_in_part_takes_answers_only_to_complete_it(dealt: StudyStore) -> None:
    dealt.save_answers("token-a", [FULL], who="raters")
    dealt.return_packet("token-a", who="raters", partial=True)
    with pytest.raises(PacketClosed, match="partial"):
        dealt.save_answers("token-a", [Given("c1", "voice", 1.0)], who="raters")
    dealt.save_answers("token-a", [Given("c1", "voice", 1.0)], who="raters", completing=True)
    assert len(stands(dealt)) == 2


def test_withdrawn_raters_and_opened_keys_end_it(dealt: StudyStore) -> None:
    dealt.withdraw_rater("Jo", who="lab", why="asked")
    with pytest.raises(PacketClosed, match="rater was withdrawn"):
        dealt.save_answers("token-a", [FULL], who="raters")
    dealt.save_answers("token-b", [FULL], who="raters")
    open_keys(dealt, who="lab")
    with pytest.raises(PacketClosed, match="no longer accepted"):
        dealt.save_answers("token-b", [FULL], who="raters")


def test_a_packet_of_another_study_is_unknown_here(store: Store, dealt: StudyStore) -> None:
    other = store.create_study("other", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    with pytest.raises(PacketClosed, match="no such packet"):
        other.save_answers("token-a", [FULL], who="raters")


def test_an_erased_rater_leaves_no_name_in_answers(dealt: StudyStore) -> None:
    dealt.save_answers("token-a", [FULL], who="raters")
    dealt.return_packet("token-a", who="raters", partial=True)
    name = dealt.anonymise_rater("Jo", who="lab")
    assert [one.rater for one in dealt.answers()] == [name]
    with dealt.database.reading() as connection:
        rows = connection.execute(text("SELECT * FROM answers")).all()
    assert not any("Jo" in str(value) for row in rows for value in row)
    assert dealt.verify_audit() == []


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE answers SET value = '2.0' WHERE study = :study", "changed"),
        ("DELETE FROM answers WHERE study = :study", "gone"),
        ("UPDATE answers SET comment = 'kinder' WHERE study = :study", "changed"),
    ],
)
def test_the_audit_chain_covers_answers(dealt: StudyStore, statement: str, what: str) -> None:
    dealt.save_answers("token-a", [FULL], who="raters")
    with dealt.database.writing() as connection:
        connection.execute(text(statement), {"study": dealt.id})
    (problem,) = dealt.verify_audit()
    assert problem.place.startswith("answers of audit entry")
    assert what in problem.what


def saved_and_returned(study: StudyStore, *, fail: bool = False) -> None:
    with study.together(), study.together():
        study.save_answers("token-a", [FULL], who="raters")
        study.return_packet("token-a", who="raters")
        if fail:
            raise ZeroDivisionError


def test_acts_of_a_block_are_stored_together_or_not_at_all(dealt: StudyStore) -> None:
    before = dealt.audit_head()
    with pytest.raises(ZeroDivisionError):
        saved_and_returned(dealt, fail=True)
    assert dealt.audit_head() == before
    assert list(dealt.answers(all=True)) == []
    saved_and_returned(dealt)
    assert dealt.packets("token-a")[0].state == "returned"
    assert dealt.verify_audit() == []


SAVED = st.tuples(
    st.sampled_from(["token-a", "token-b"]),
    st.sampled_from(["c0", "c1"]),
    st.sampled_from(["voice", "vibe"]),
    st.sampled_from([None, 0.0, 1.0, 2.0]),
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("shared") / "study.db", create=True) as opened:
        yield opened


@settings(max_examples=12)
@given(saves=st.lists(SAVED, max_size=9), data=st.data())
def test_neither_batches_nor_the_order_of_raters_change_what_stands(
    shared: Store, saves: list[tuple[str, str, str, float | None]], data: st.DataObject
) -> None:
    """The oracle: the last value of each question, whatever the other rater did in between."""
    expected = {(token, card, question): value for token, card, question, value in saves}
    for order in (saves, sorted(saves, key=lambda one: one[0])):  # a stable sort: each rater's own order stays
        study = shared.create_study("s", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
        study.issue_packets(PACKETS, who="lab")
        left = list(order)
        while left:
            size = data.draw(st.integers(1, len(left)))
            batch, left = left[:size], left[size:]
            told = [(token, [Given(card, question, value)]) for token, card, question, value in batch]
            assert study.save_many(told, who="raters") == [None] * size
        assert stands(study) == {key: value for key, value in expected.items() if value is not None}
        assert study.verify_audit() == []


# Rows of answers: what goes in comes out, and what does not go in is named.


NUMBERS = st.floats(-1e9, 1e9)
VALUES = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=20), st.lists(st.booleans()).map(tuple))
SECONDS = st.one_of(st.none(), st.floats(0, 1e6))


@given(
    st.builds(
        Given,
        st.just("c"),
        st.just("q"),
        VALUES,
        st.lists(st.text("0123456789abcdef", min_size=12, max_size=12), max_size=2).map(tuple),
        SECONDS,
        SECONDS,
        st.text(max_size=20),
        st.booleans(),
        st.one_of(st.none(), st.integers(1, 500)),
    )
)
def test_an_answer_survives_its_row(answer: Given) -> None:
    assert list(faults(answer)) == []
    packet, *row = table_row(answer, 7)
    back = given_of(row)
    assert packet == 7
    assert back == answer
    assert type(back.value) is type(answer.value)


def test_whole_seconds_are_stored_as_every_database_gives_them_back() -> None:
    row = table_row(Given("c", "q", 1.0, seconds=3, visible_seconds=2), 1)
    assert [type(value) for value in row[5:7]] == [float, float]


def test_a_comment_that_is_no_text_is_a_fault() -> None:
    assert [what for what, _ in faults(Given("c", "q", 1.0, comment=7))] == [  # type: ignore[arg-type]
        "The comment is no text of at most 100,000 characters."
    ]


# Packets that come back: their standing answers become judgments, at once and once.


@pytest.fixture
def dealt_returns(study: StudyStore) -> StudyStore:
    seal_keys(study, {"t": {"c0": "x"}}, who="lab")
    study.issue_packets([Packet("t", "Jo", CARDS)], who="lab")
    return study


def judged(study: StudyStore) -> list[tuple[object, ...]]:
    return [(row.rater, row.item, row.card, row.question, row.value, row.comment) for row in study.judgments()]


def test_current_answers_become_blind_judgments(dealt_returns: StudyStore) -> None:
    dealt_returns.save_answers("t", [Given("c0", "voice", 1.0), Given("c1", "voice", 1.0)], who="raters")
    dealt_returns.save_answers(
        "t", [Given("c0", "voice", -1.0, seconds=4.5, comment="hm"), Given("c1", "voice", None)], who="r"
    )
    assert dealt_returns.return_packet("t", who="raters") == 1
    assert judged(dealt_returns) == [("Jo", None, "c0", "voice", -1.0, "hm")]
    (row,) = dealt_returns.judgments()
    assert (row.seconds, row.judge_kind, row.card) == (4.5, "person", "c0")
    assert dealt_returns.packets("t")[0].state == "returned"
    entry = list(dealt_returns.audit_entries())[-1]
    assert (entry.act, entry.detail["answers"], entry.detail["partial"]) == ("packet returned", 1, False)
    assert dealt_returns.verify_audit() == []


def test_a_packet_comes_back_once(dealt_returns: StudyStore) -> None:
    dealt_returns.save_answers("t", [Given("c0", "voice", 1.0)], who="raters")
    dealt_returns.return_packet("t", who="raters")
    with pytest.raises(BadInput, match="returned already"):
        dealt_returns.return_packet("t", who="raters")
    with pytest.raises(BadInput, match="returned already"):
        dealt_returns.return_packet("t", who="raters", partial=True)
    with pytest.raises(BadInput, match="no such packet"):
        dealt_returns.return_packet("u", who="raters")


def test_a_partial_one_is_completed_and_the_earlier_judgment_stays_stored(dealt_returns: StudyStore) -> None:
    dealt_returns.save_answers("t", [Given("c0", "voice", 1.0, seconds=3.0), Given("c1", "voice", 2.0)], who="raters")
    assert dealt_returns.return_packet("t", who="raters", partial=True, source=Source("one.json", "0" * 64)) == 2
    assert dealt_returns.packets("t")[0].state == "partial"
    later = [Given("c0", "voice", 1.0, seconds=3.0), Given("c1", "voice", -2.0), Given("c2", "voice", 0.0)]
    dealt_returns.save_answers("t", later, who="raters", completing=True)
    assert (
        dealt_returns.return_packet("t", who="raters", source=Source("two.json", "1" * 64)) == 2
    )  # one changed, one new
    assert {(row.card, row.value) for row in dealt_returns.judgments()} == {("c0", 1.0), ("c1", -2.0), ("c2", 0.0)}
    every = [(row.card, row.value) for row in dealt_returns.judgments(superseded=True)]
    assert every == [("c0", 1.0), ("c1", 2.0), ("c1", -2.0), ("c2", 0.0)]
    assert [state for state, _, _ in dealt_returns.packets("t")[0].history] == ["out", "partial", "returned"]
    sources = [
        row.provenance.source.name for row in dealt_returns.judgments() if row.provenance and row.provenance.source
    ]
    assert sources == ["one.json", "two.json", "two.json"]
    assert dealt_returns.verify_audit() == []


def test_nothing_answered_is_no_return_and_changes_nothing(dealt_returns: StudyStore) -> None:
    for partial in (False, True):
        with pytest.raises(BadInput, match="Nothing was answered"):
            dealt_returns.return_packet("t", who="raters", partial=partial)
    assert dealt_returns.packets("t")[0].state == "out"


def test_after_the_opening_nothing_comes_back(dealt_returns: StudyStore) -> None:
    dealt_returns.save_answers("t", [Given("c0", "voice", 1.0)], who="raters")
    open_keys(dealt_returns, who="lab", why="early")
    with pytest.raises(BadInput, match="no longer accepted"):
        dealt_returns.return_packet("t", who="raters")
    assert list(dealt_returns.judgments()) == []
