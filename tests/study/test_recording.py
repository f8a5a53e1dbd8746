"""Responses and judgments are written in pieces, and the rest whatever happens."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ringtrue.store import JudgmentRecord
from ringtrue.study import Study
from ringtrue.study.recording import Answered, Recording
from ringtrue.terms import BadInput, Response


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study.create(tmp_path / "s", protocol="scenarios")


def answer(item: str, value: float | None, question: str = "voice_accuracy") -> JudgmentRecord:
    reason = None if value is not None else "no answer"
    return JudgmentRecord("j", item, question, value, "clone", judge_kind="model", reason=reason)


def test_lots_are_acts_and_the_rest_comes_at_the_end(study: Study) -> None:
    with study.records() as records:

        def cut_short() -> None:
            with Recording(records, who="ana") as recording:
                for number in range(600):
                    recording.responses([Response(f"S{number}", "clone", "text")])
                raise RuntimeError("oops")

        with pytest.raises(RuntimeError, match="oops"):
            cut_short()
        assert sum(1 for _ in records.responses()) == 600
        assert sum(entry.act == "responses recorded" for entry in records.audit_entries()) == 3  # 256, 256, 88


def test_an_answer_takes_the_place_of_an_empty_one(study: Study) -> None:
    with study.records() as records:
        with Recording(records, who="ana") as recording:
            recording.judgments([answer("A", None)])
            recording.judgments([answer("B", 80.0)])
        before = Answered.of(records, ["j"])
        assert before.valued == {("j", "B", "clone")}
        assert before.open == {("j", "A", "clone", "voice_accuracy")}
        with Recording(records, who="ana", open_answers=before.open) as recording:
            recording.judgments([answer("A", 70.0), answer("A", 60.0, "persona_accuracy")])
        after = {(row.item, row.question): row.value for row in records.judgments()}
        assert after == {("A", "voice_accuracy"): 70.0, ("B", "voice_accuracy"): 80.0, ("A", "persona_accuracy"): 60.0}
        assert Answered.of(records, ["j"]).open == frozenset()
        assert Answered.of(records, ["somebody else"]).valued == frozenset()


def test_somebody_else_may_write_meanwhile(study: Study) -> None:
    handed: list[Callable[[], None]] = []
    with study.records() as records:
        with Recording(records, who="ana") as recording:
            recording.behind = handed.append
            for number in range(300):
                recording.responses([Response(f"S{number}", "clone", "text")])
            assert sum(1 for _ in records.responses()) == 0
            for work in handed:
                work()
            assert sum(1 for _ in records.responses()) == 256
        assert sum(1 for _ in records.responses()) == 300  # the rest is written on leaving, by whoever leaves


def test_what_somebody_else_could_not_write_is_told_with_what_comes_next(study: Study) -> None:
    handed: list[Callable[[], None]] = []
    with study.records() as records:

        def failing() -> None:
            with Recording(records, who="ana") as recording:
                recording.behind = handed.append
                recording.responses([Response(3, "clone", "text")])  # type: ignore[arg-type]
                recording.flush()
                handed[0]()
                recording.responses([Response("S1", "clone", "text")])

        with pytest.raises(BadInput, match="not a text"):
            failing()
