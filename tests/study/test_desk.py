"""The desk: what a server needs of a study, from many threads, without any key."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree

import pytest

from hosted_studies import lite_study
from result_files import answers_to
from ringtrue.store import PacketClosed
from ringtrue.study import Study
from ringtrue.study.desk import Desk
from ringtrue.study.given_reading import read_givens
from ringtrue.terms import BadInput, Given

RATERS = ("jo", "kim")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study dealt once; each test gets a copy."""
    study = lite_study(tmp_path_factory.mktemp("template") / "study")
    study.deal(list(RATERS), controls=0)
    return study.folder


@pytest.fixture
def dealt(template: Path, tmp_path: Path) -> Study:
    copytree(template.parent, tmp_path, dirs_exist_ok=True)
    return Study.open(tmp_path / "study", who="Ines")


@pytest.fixture
def desk(dealt: Study) -> Iterator[Desk]:
    with dealt.desk() as opened:
        yield opened


def token_of(desk: Desk, rater: str) -> str:
    return next(packet.token for packet in desk.packets() if packet.rater == rater)


def givens(desk: Desk, token: str, cards: int | None = None) -> list[Given]:
    return read_givens(desk.document(token), answers_to(desk.document(token), cards=cards))


def test_a_document_is_made_once_and_has_no_token(desk: Desk) -> None:
    token = token_of(desk, "jo")
    document = desk.document(token)
    assert document["hosted"] is True
    assert document["packet"] is None
    assert desk.document(token) is document
    with pytest.raises(BadInput, match="no such packet"):
        desk.document("unknown")


def test_answers_are_saved_and_come_back(desk: Desk) -> None:
    token = token_of(desk, "jo")
    mine = givens(desk, token, 1)
    desk.save(token, mine)
    assert desk.answers(token) == mine
    assert desk.answers(token_of(desk, "kim")) == []
    refused = desk.save_many([(token, mine), ("unknown", mine)])
    assert refused[0] is None
    assert isinstance(refused[1], PacketClosed)


def test_finishing_needs_every_required_answer(desk: Desk) -> None:
    token = token_of(desk, "jo")
    desk.save(token, givens(desk, token, 1))
    with pytest.raises(BadInput, match="not answered yet") as refused:
        desk.finish(token)
    assert refused.value.problems[0].place == "card 2, continuity"
    desk.save(token, givens(desk, token))
    desk.finish(token)
    assert [packet.state for packet in desk.packets()] == ["returned", "out"]
    with pytest.raises(PacketClosed):
        desk.save(token, givens(desk, token, 1))
    with pytest.raises(BadInput, match="already"):
        desk.finish(token)


def test_a_packet_can_be_closed_with_answers_missing(desk: Desk) -> None:
    token = token_of(desk, "jo")
    desk.save(token, givens(desk, token, 1))
    desk.finish(token, partial=True)
    assert desk.packets()[0].state == "partial"


def test_what_was_asked_once_is_not_asked_again(desk: Desk) -> None:
    token = token_of(desk, "jo")
    nothing = {"consent": False, "qualification": False, "comprehension": None, "practice": False}
    assert desk.sitting(token) == nothing
    desk.note(token, "consent", {"hash": "of another text"})
    assert desk.sitting(token) == nothing
    desk.note(token, "consent", {"hash": desk.document(token)["consent"]["hash"]})
    desk.note(token, "comprehension", {"attempts": 2, "passed": True})
    assert desk.sitting(token) == nothing | {"consent": True, "comprehension": {"attempts": 2, "passed": True}}
    assert desk.sitting(token_of(desk, "kim")) == nothing
    with pytest.raises(BadInput, match="no such packet"):
        desk.note("unknown", "consent", {})


def test_progress_follows_answers_saved_here_and_elsewhere(desk: Desk, dealt: Study) -> None:
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


def test_a_withdrawn_packet_does_not_stop_the_desk(desk: Desk, dealt: Study) -> None:
    with dealt.records() as elsewhere:
        elsewhere.change_packet(token_of(desk, "jo"), "withdrawn", who="lab")
    assert [one.state for one in desk.progress()] == ["withdrawn", "waiting"]


def test_many_threads_save_and_look_at_once(desk: Desk) -> None:
    tokens = [token_of(desk, rater) for rater in RATERS]

    def visit(number: int) -> int:
        token = tokens[number % 2]
        desk.save(token, [given for given in givens(desk, token) if given.position == number // 2 + 1])
        return sum(one.done for one in desk.progress())

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(visit, range(6)))
    assert max(seen) == 6  # whoever looked last saw all of them
    assert all(count >= 1 for count in seen)


def test_the_key_stays_where_it_is(desk: Desk, dealt: Study) -> None:
    assert not desk.opened
    desk.progress()
    with dealt.records() as records:
        assert "key opened" not in [entry.act for entry in records.audit_entries()]
    for token in (packet.token for packet in desk.packets()):
        text = str(desk.document(token))
        assert "compressed" not in text
        assert "control" not in text
