"""A small protocol with every type of scale, its items, and files of judgments made by the tests."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ringtrue.judge.intake import read_judgments
from ringtrue.judge.rows import ImportedAnswer
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol, Question, Rule, Scale

SCALES = {
    scale.name: scale
    for scale in (
        Scale("real-one", "pick", toward="real", ties=True),
        Scale("nearer", "bipolar", -2, 2, 1, toward="clone"),
        Scale("grade", "steps", 1, 3, 1),
        Scale("level", "anchored", 0, 100),
        Scale("ticked", "checklist"),
        Scale("yes-no", "flag"),
        Scale("words", "text"),
    )
}
QUOTE = Kind("quote", ("real", "clone"), (Question("found", "real-one", "Which?"), Question("voice", "nearer", "How?")))
DECISION = Kind(
    "decision",
    ("clone",),
    (
        Question("criteria", "ticked", "Which hold?", lists="criteria"),
        Question("tone", "ticked", "Which tones?", lists="checklist.tone"),
        Question("vibe", "grade", "How much?"),
        Question("score", "level", "What level?"),
        Question("trap", "yes-no", "Trapped?"),
        Question("remark", "words", "Anything?"),
    ),
)
PROTOCOL = Protocol(
    "sample",
    "1.0.0",
    SCALES,
    {"quote": QUOTE, "decision": DECISION},
    {},
    (Rule("PASS"),),
    (Rule("PASS"),),
    candidate="clone",
    controls={"self": "self", "generic": "generic"},
)
ITEMS = (
    Item("Q1", "quote", "On work"),
    Item("Q2", "quote", "On rest"),
    Item(
        "D1", "decision", "Buy?", fields={"criteria": ["fast", "cheap", "kind"], "checklist": {"tone": ["dry", "warm"]}}
    ),
    Item("D2", "decision", "Sell?"),
)


class Desk:
    """Writes judgments to a file and takes them in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, text: str, name: str = "answers.jsonl") -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def take(self, *rows: Any, **options: Any) -> list[ImportedAnswer]:
        """Take rows in as JSON Lines; a mapping without a rater or item gets one."""
        return self.read("".join(json.dumps(_filled(row)) + "\n" for row in rows), **options)

    def read(
        self, text: str, name: str = "answers.jsonl", items: Sequence[Item] = ITEMS, **options: Any
    ) -> list[ImportedAnswer]:
        return read_judgments(self.file(text, name), PROTOCOL, items, **options)

    def faults(self, *rows: Any, **options: Any) -> tuple[Problem, ...]:
        return self.refusal(lambda: self.take(*rows, **options))

    def refusal(self, act: Callable[[], object]) -> tuple[Problem, ...]:
        with pytest.raises(BadInput) as caught:
            act()
        return caught.value.problems


def _filled(row: Any) -> Any:
    usual = {"rater": "R1", "item": "D1"}
    return {key: value for key, value in (usual | row).items() if value is not ...} if isinstance(row, dict) else row


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """One for all tests, so that property tests may use it: every reading overwrites the file of the last."""
    return Desk(tmp_path_factory.mktemp("judgments"))
