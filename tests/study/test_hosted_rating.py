"""The desk: what a server needs of a study, from many threads, without any key."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from hosted_studies import conditions_met, everybody_ready, lite_study
from result_files import answers_to
from ringtrue.judge.result_file import read_answers
from ringtrue.store.answers import PacketClosed
from ringtrue.store.overview import AnswerMark, PacketStatus
from ringtrue.study.hosted_rating import HostedRating, Marks
from ringtrue.study.rating_conditions import CardFinished, NotReady
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput

RATERS = ("jo", "kim")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study dealt once; each test gets a copy."""
    study = lite_study(tmp_path_factory.mktemp("template") / "study")
    study.deal(list(RATERS), controls=0, force=True, why="a small study")
    return study.folder


@pytest.fixture
def dealt(template: Path, tmp_path: Path) -> Study:
    copytree(template.parent, tmp_path, dirs_exist_ok=True)
    return Study.open(tmp_path / "study", who="Ines")


@pytest.fixture
def desk(dealt: Study) -> Iterator[HostedRating]:
    """A study open for raters, who have all agreed and passed the check."""
    everybody_ready(dealt)
    with dealt.hosted_rating() as opened:
        yield opened


def token_of(desk: HostedRating, rater: str) -> str:
    return next(packet.token for packet in desk.packets() if packet.rater == rater)


def givens(desk: HostedRating, token: str, cards: int | None = None) -> list[Given]:
    return read_answers(desk.document(token), answers_to(desk.document(token), cards=cards))


def test_a_document_is_made_once_and_has_no_token(desk: HostedRating) -> None:
    token = token_of(desk, "jo")
    document = desk.document(token)
    assert document["hosted"] is True
    assert document["packet"] is None
    assert desk.document(token) is document
    with pytest.raises(BadInput, match="no such packet"):
        desk.document("unknown")


def test_answers_are_saved_and_come_back(desk: HostedRating) -> None:
    token = token_of(desk, "jo")
    mine = givens(desk, token, 1)
    desk.save(token, mine)
    assert desk.answers(token) == mine
    assert desk.answers(token_of(desk, "kim")) == []
    refused = desk.save_many([(token, mine), ("unknown", mine)])
    assert refused[0] is None
    assert isinstance(refused[1], PacketClosed)


def test_finishing_needs_every_required_answer(desk: HostedRating) -> None:
    token = token_of(desk, "jo")
    desk.save(token, givens(desk, token, 1))
    with pytest.raises(BadInput, match="Not answered yet") as refused:
        desk.finish(token)
    assert refused.value.problems[0].place == "card 2, continuity"
    desk.save(token, givens(desk, token))
    desk.finish(token)
    assert [packet.state for packet in desk.packets()] == ["returned", "out"]
    with pytest.raises(PacketClosed):
        desk.save(token, givens(desk, token, 1))
    with pytest.raises(BadInput, match="already"):
        desk.finish(token)


def test_a_packet_can_be_closed_with_answers_missing(desk: HostedRating) -> None:
    token = token_of(desk, "jo")
    desk.save(token, givens(desk, token, 1))
    desk.finish(token, partial=True)
    assert desk.packets()[0].state == "partial"


@pytest.fixture
def unready(dealt: Study) -> Iterator[HostedRating]:
    """A study open for raters, of whom nothing was heard."""
    with dealt.hosted_rating() as opened:
        yield opened


def test_what_was_asked_once_is_not_asked_again(unready: HostedRating) -> None:
    token = token_of(unready, "jo")
    consent = conditions_met(unready.document(token))["consent"]
    nothing = {"consent": False, "qualification": False, "comprehension": None, "practice": False}
    assert unready.sitting(token) == nothing
    for other in (consent | {"hash": "of another text"}, consent | {"statements": {}}):
        unready.note(token, "consent", other)
        assert unready.sitting(token) == nothing
    unready.note(token, "consent", consent)
    unready.note(token, "comprehension", {"attempts": 2, "passed": True})
    assert unready.sitting(token) == nothing | {"consent": True, "comprehension": {"attempts": 2, "passed": True}}
    assert unready.sitting(token_of(unready, "kim")) == nothing
    with pytest.raises(BadInput, match="no such packet"):
        unready.note("unknown", "consent", {})


def test_nothing_is_saved_before_the_rater_agreed_and_passed_the_check(unready: HostedRating) -> None:
    token = token_of(unready, "jo")
    met = conditions_met(unready.document(token))
    unready.note(token, "comprehension", met["comprehension"])
    with pytest.raises(NotReady, match="consent is missing"):
        unready.save(token, givens(unready, token, 1))
    unready.note(token, "consent", met["consent"] | {"statements": {"adult": False}})
    with pytest.raises(NotReady, match="consent was refused"):
        unready.save(token, givens(unready, token, 1))
    assert unready.answers(token) == []
    unready.note(token, "consent", met["consent"])
    unready.save(token, givens(unready, token, 1))
    # Whoever takes the agreement back is heard at once, also at the end.
    unready.save(token, givens(unready, token))
    unready.note(token, "consent", {})
    with pytest.raises(NotReady):
        unready.save(token, givens(unready, token))
    with pytest.raises(NotReady):
        unready.finish(token)


def test_a_check_failed_for_good_stays_failed_unless_the_organiser_decides_otherwise(
    unready: HostedRating, dealt: Study
) -> None:
    token = token_of(unready, "jo")
    unready.note(token, "consent", conditions_met(unready.document(token))["consent"])
    failed = {"attempts": 2, "passed": False}
    for body in ({"attempts": 1, "passed": False}, failed, failed):  # the last one was sent twice
        unready.note(token, "comprehension", body)
    with pytest.raises(NotReady, match="as often as"):
        unready.note(token, "comprehension", {"attempts": 3, "passed": True})
    with pytest.raises(NotReady, match="not passed"):
        unready.save(token, givens(unready, token, 1))
    with dealt.records() as elsewhere:
        elsewhere.note_about_rater("jo", "comprehension", {"attempts": 2, "passed": True}, who="Ines")
    unready.save(token, givens(unready, token, 1))


def test_one_refusal_does_not_touch_what_others_save_at_the_same_time(desk: HostedRating) -> None:
    jo, kim = (token_of(desk, rater) for rater in RATERS)
    desk.save(jo, givens(desk, jo, 2))
    first = replace(givens(desk, jo, 1)[0], value=-2.0)
    told = desk.save_many([(jo, [first]), (kim, givens(desk, kim, 1)), ("unknown", [first]), (jo, givens(desk, jo))])
    assert [type(one) for one in told] == [CardFinished, type(None), PacketClosed, type(None)]
    assert desk.answers(jo) == givens(desk, jo)
    assert desk.answers(kim) == givens(desk, kim, 1)


def test_answers_sent_again_after_a_restart_change_nothing(desk: HostedRating, dealt: Study) -> None:
    token = token_of(desk, "jo")
    old = givens(desk, token)
    queue = [replace(old[0], value=-2.0), *old]  # the rater thought better of it at once
    desk.save(token, queue)
    with dealt.hosted_rating() as restarted:
        restarted.save(token, queue)
        assert restarted.answers(token)[0].value == old[0].value
        with pytest.raises(CardFinished):
            restarted.save(token, [replace(old[0], seconds=99.0, value=-1.0)])


def test_progress_follows_answers_saved_here_and_elsewhere(desk: HostedRating, dealt: Study) -> None:
    first = desk.progress()
    cards = len(desk.packets()[0].cards)
    assert [(one.rater, one.state, one.done, one.cards) for one in first] == [
        ("jo", "waiting", 0, cards),
        ("kim", "waiting", 0, cards),
    ]
    token = token_of(desk, "jo")
    desk.save(token, givens(desk, token, 2))
    desk.note(token, "sitting", {"breaks": [{"after": 20, "seconds": 60}]})
    with dealt.records() as elsewhere:
        kim = token_of(desk, "kim")
        elsewhere.save_answers(kim, givens(desk, kim), who="raters")
        elsewhere.return_packet(kim, who="raters")
    jo, other = desk.progress()
    assert (jo.state, jo.done, jo.pace, jo.breaks) == ("rating", 2, 4.5, 1)
    assert (other.state, other.done, other.seconds) == ("done", cards, 4.5 * cards)
    assert jo.last_seen is not None


def test_a_withdrawn_packet_does_not_stop_the_desk(desk: HostedRating, dealt: Study) -> None:
    with dealt.records() as elsewhere:
        elsewhere.change_packet(token_of(desk, "jo"), "withdrawn", who="lab")
    assert [one.state for one in desk.progress()] == ["withdrawn", "waiting"]


def test_many_threads_save_and_look_at_once(desk: HostedRating) -> None:
    tokens = [token_of(desk, rater) for rater in RATERS]

    def visit(number: int) -> int:
        token = tokens[number % 2]
        desk.save(token, givens(desk, token))
        return sum(one.done for one in desk.progress())

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(visit, range(6)))
    cards = len(desk.packets()[0].cards)
    assert max(seen) == 2 * cards  # whoever looked last saw all of them
    assert all(count >= cards for count in seen)


def test_the_key_stays_where_it_is(desk: HostedRating, dealt: Study) -> None:
    assert not desk.opened
    desk.progress()
    with dealt.records() as records:
        assert "key opened" not in [entry.act for entry in records.audit_entries()]
    for token in (packet.token for packet in desk.packets()):
        text = str(desk.document(token))
        assert "compressed" not in text
        assert "control" not in text


# Progress counted from marks: cards wholly answered, times, states.


REQUIRED = {"t1": {"c1": frozenset({"voice", "vibe"}), "c2": frozenset({"voice", "vibe"})}, "t2": {"c3": frozenset()}}


def packet(token: str, state: str = "out", rater_state: str = "active") -> PacketStatus:
    return PacketStatus(token, "Jo", rater_state, state, frozenset(REQUIRED[token]))  # type: ignore[arg-type]


def mark(seq: int, card: str, question: str, is_there: bool = True, seconds: float | None = None) -> AnswerMark:
    token = "t2" if card == "c3" else "t1"
    return AnswerMark(seq, token, card, question, is_there, seconds, f"2026-01-01T00:00:{seq:02d}")


def test_a_card_is_done_once_everything_required_is_answered() -> None:
    marks = Marks()
    marks.add([mark(1, "c1", "voice", seconds=3.0)])
    assert marks.of_rater("Jo", [packet("t1")], REQUIRED).done == 0
    marks.add([mark(2, "c1", "vibe", seconds=5.0), mark(3, "c3", "anything", seconds=9.0)])
    told = marks.of_rater("Jo", [packet("t1"), packet("t2")], REQUIRED, breaks=1)
    assert (told.done, told.cards, told.last_seen, told.breaks) == (2, 3, "2026-01-01T00:00:03", 1)
    assert (told.seconds, told.pace) == (14.0, 7.0)  # 5 s and 9 s on the two cards
    assert marks.last == 3


def test_an_answer_taken_back_counts_no_more() -> None:
    marks = Marks()
    marks.add([mark(1, "c1", "voice"), mark(2, "c1", "vibe"), mark(3, "c1", "vibe", is_there=False)])
    assert marks.of_rater("Jo", [packet("t1")], REQUIRED).done == 0
    marks.add([mark(4, "c3", "x"), mark(5, "c3", "x", is_there=False)])
    told = marks.of_rater("Jo", [packet("t2")], REQUIRED)
    assert (told.done, told.pace, told.seconds) == (0, None, 0)


@pytest.mark.parametrize(
    ("packets", "begun", "state"),
    [
        ([packet("t1")], False, "waiting"),
        ([packet("t1")], True, "rating"),
        ([packet("t1", "returned"), packet("t2")], True, "rating"),
        ([packet("t1", "returned"), packet("t2", "partial")], True, "done"),
        ([packet("t1", "withdrawn")], True, "withdrawn"),
        ([packet("t1", "out", "withdrawn")], True, "withdrawn"),
    ],
)
def test_states_of_a_rater(packets: list[PacketStatus], begun: bool, state: str) -> None:
    marks = Marks()
    marks.add([mark(1, "c1", "voice")] if begun else [])
    assert marks.of_rater("Jo", packets, REQUIRED).state == state


def test_a_withdrawn_packet_is_not_counted() -> None:
    told = Marks().of_rater("Jo", [packet("t1", "withdrawn"), packet("t2")], REQUIRED)
    assert (told.cards, told.state) == (1, "waiting")
