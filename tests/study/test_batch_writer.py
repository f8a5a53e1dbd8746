"""Responses and judgments are written in pieces, and the rest whatever happens."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.study.batch_writer import AnsweredCards, BatchWriter
from ringtrue.study.study import Study
from ringtrue.terms.item import Response
from ringtrue.terms.problem import BadInput


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study.create(tmp_path / "s", protocol="scenarios")


def answer(item: str, value: float | None, question: str = "voice_accuracy") -> JudgmentRecord:
    reason = None if value is not None else "no answer"
    return JudgmentRecord("j", item, question, value, "clone", judge_kind="model", reason=reason)


def test_batches_are_transactions_and_the_rest_comes_at_the_end(study: Study) -> None:
    with study.records() as records:

        def cut_short() -> None:
            with BatchWriter(records, who="ana") as writer:
                for number in range(600):
                    writer.responses([Response(f"S{number}", "clone", "text")])
                raise RuntimeError("oops")

        with pytest.raises(RuntimeError, match="oops"):
            cut_short()
        assert sum(1 for _ in records.responses()) == 600
        assert sum(entry.act == "responses recorded" for entry in records.audit_entries()) == 3  # 256, 256, 88


def test_an_answer_takes_the_place_of_an_empty_one(study: Study) -> None:
    with study.records() as records:
        with BatchWriter(records, who="ana") as writer:
            writer.judgments([answer("A", None)])
            writer.judgments([answer("B", 80.0)])
        before = AnsweredCards.of(records, ["j"])
        assert before.valued == {("j", "B", "clone")}
        assert before.open == {("j", "A", "clone", "voice_accuracy")}
        with BatchWriter(records, who="ana", open_answers=before.open) as writer:
            writer.judgments([answer("A", 70.0), answer("A", 60.0, "persona_accuracy")])
        after = {(row.item, row.question): row.value for row in records.judgments()}
        assert after == {("A", "voice_accuracy"): 70.0, ("B", "voice_accuracy"): 80.0, ("A", "persona_accuracy"): 60.0}
        assert AnsweredCards.of(records, ["j"]).open == frozenset()
        assert AnsweredCards.of(records, ["somebody else"]).valued == frozenset()


def test_another_thread_may_write(study: Study) -> None:
    handed: list[Callable[[], None]] = []
    with study.records() as records:
        with BatchWriter(records, who="ana") as writer:
            writer.hand_to = handed.append
            for number in range(300):
                writer.responses([Response(f"S{number}", "clone", "text")])
            assert sum(1 for _ in records.responses()) == 0
            for work in handed:
                work()
            assert sum(1 for _ in records.responses()) == 256
        assert sum(1 for _ in records.responses()) == 300  # the rest is written on leaving, by whoever leaves


def test_what_another_thread_could_not_write_is_raised_with_what_comes_next(study: Study) -> None:
    handed: list[Callable[[], None]] = []
    with study.records() as records:

        def failing() -> None:
            with BatchWriter(records, who="ana") as writer:
                writer.hand_to = handed.append
                writer.responses([Response(3, "clone", "text")])  # type: ignore[arg-type]
                writer.flush()
                handed[0]()
                writer.responses([Response("S1", "clone", "text")])

        with pytest.raises(BadInput, match="not a text"):
            failing()
