"""Withdrawing raters and items: an act in the audit log, and scoring leaves them out."""

import sqlite3
from pathlib import Path

import pytest

from dealt_studies import answer_all, nearer_to, pair_items, pair_study
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput


@pytest.fixture
def dealt(tmp_path: Path) -> Study:
    study = pair_study(tmp_path / "s", pair_items(5, controls=6))
    study.deal(["Ada Quill", "Bo Quill", "Cy Quill"], controls=6, force=True, why="a small study")
    return study


def last_acts(study: Study, number: int) -> list[tuple[str, object]]:
    with study.records() as records:
        entries = list(records.audit_entries())[-number:]
    return [(entry.act, entry.detail.get("why", entry.detail.get("note"))) for entry in entries]


def test_a_rater_withdrawn_before_answering_gives_the_packets_back(dealt: Study) -> None:
    done = dealt.withdraw_rater("Bo Quill", why="no time")
    assert (done.name, done.packets, done.answers) == ("Bo Quill", 1, 0)
    assert last_acts(dealt, 2) == [("rater withdrawn", "no time"), ("packet withdrawn", "no time")]
    with dealt.records() as records:
        one = next(one for one in records.packets() if one.packet.rater == "Bo Quill")
        assert one.state == "withdrawn"
        with pytest.raises(BadInput, match="withdrawn"):
            records.save_answers(one.packet.token, [Given(one.packet.cards[0].id, "voice", 1.0)], who="x")
    answer_all(dealt, nearer_to("alpha"))
    dealt.unblind()  # nothing of Bo's is out any more
    assert dealt.score(replicates=20).counts["people"] == 2


def test_a_rater_withdrawn_after_answering_is_left_out_and_kept(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    dealt.unblind()
    assert dealt.score(replicates=20).counts["people"] == 3
    done = dealt.withdraw_rater("Cy Quill", why="knew the author")
    assert done.answers == 36  # three on each of 5 + 6 cards and on one that is shown again
    assert dealt.score(replicates=20).counts["people"] == 2
    assert {one.rater for one in dealt.ratings()} == {"Ada Quill", "Bo Quill"}
    with dealt.records() as records:
        assert sum(row.rater == "Cy Quill" for row in records.judgments(withdrawn=True)) == 36
        assert records.verify_audit() == []


def test_an_anonymised_rater_s_name_is_nowhere_in_the_database(dealt: Study) -> None:
    with dealt.records() as records:
        records.note_about_rater("Ada Quill", "consent", {"signed": "Ada Quill"}, who="tester")
    done = dealt.withdraw_rater("Ada Quill", why="asked to be forgotten", anonymise=True)
    assert done.name == "rater-1"
    assert [act for act, _ in last_acts(dealt, 1)] == ["rater anonymised"]
    with sqlite3.connect(dealt.folder / "study.db") as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert "Ada" not in dump
    assert "Bo Quill" in dump
    with dealt.records() as records:
        assert records.verify_audit() == []


def test_anonymised_only_the_answers_go_on_counting(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    done = dealt.withdraw_rater("Ada Quill", why="asked", anonymise=True, keep_answers=True)
    assert done.counted
    dealt.unblind()
    assert {one.rater for one in dealt.ratings()} == {"rater-1", "Bo Quill", "Cy Quill"}


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("Nobody", {"why": "x"}, "no such rater"),
        ("Ada Quill", {"why": " "}, "needs a reason"),
        ("Ada Quill", {"why": "x", "keep_answers": True}, "nothing to do"),
    ],
)
def test_what_cannot_be_withdrawn_is_refused(dealt: Study, name: str, options: dict[str, object], told: str) -> None:
    before = last_acts(dealt, 1)
    with pytest.raises(BadInput, match=told):
        dealt.withdraw_rater(name, **options)  # type: ignore[arg-type]
    assert last_acts(dealt, 1) == before


def test_an_item_withdrawn_after_dealing_is_left_out_with_its_answers(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    assert dealt.withdraw_item("P2", why="a misprint") == 3  # its card, of three raters
    assert ("noted: item withdrawn", {"item": "P2", "why": "a misprint"}) in last_acts(dealt, 3)
    assert {item.id: item.status for item in dealt.items()}["P2"] == "withdrawn"
    dealt.unblind()
    result = dealt.score(replicates=20)
    assert result.counts["items"] == 4
    assert "P2" not in {row["id"] for row in result.items}


def test_an_item_needs_a_reason_and_has_to_be_there(dealt: Study) -> None:
    with pytest.raises(BadInput, match="needs a reason"):
        dealt.withdraw_item("P2", why="")
    with pytest.raises(BadInput, match="no such item"):
        dealt.withdraw_item("P22", why="x")
    assert {item.status for item in dealt.items()} == {"accepted"}
