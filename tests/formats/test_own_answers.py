"""A person's own answers: four forms of file say the same, and every fault is told with its place."""

from pathlib import Path

import pytest

from ringtrue.files.problems import Problems
from ringtrue.formats.own_answers import read_own_answers

SAID = {"STR-001": "No. Not for sale.", "7": "We wait."}
FORMS = {
    "own.jsonl": '{"item": "STR-001", "text": "No. Not for sale."}\n{"id": 7, "text": "We wait.", "speaker": "me"}\n',
    "own.json": '{"STR-001": "No. Not for sale.", "7": "We wait."}',
    "own.yaml": "STR-001: No. Not for sale.\n7: We wait.\n",
    "list.yml": "- {item: STR-001, text: No. Not for sale.}\n- {id: 7, text: We wait.}\n",
    "own.csv": "text,item\nNo. Not for sale.,STR-001\nWe wait.,7\n",
    "tab.csv": "id\ttext\nSTR-001\tNo. Not for sale.\n7\tWe wait.\n",
}


def read(folder: Path, name: str, text: str) -> tuple[dict[str, str], list[str]]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    found = read_own_answers(path, problems)
    return found, [f"{one.place}: {one.what}" for one in problems]


@pytest.mark.parametrize("name", FORMS)
def test_every_form_says_the_same(tmp_path: Path, name: str) -> None:
    assert read(tmp_path, name, FORMS[name]) == (SAID, [])


@pytest.mark.parametrize(
    ("name", "text", "faults"),
    [
        (
            "own.jsonl",
            '{"item": "A", "text": "x"}\n{"item": "A", "text": " "}\n{"text": "y"}\n{"item": "B"}\n',
            [
                "line 2, item: There is an answer to this scenario already.",
                "line 2, text: There are no words here.",
                "line 3, item: The answer names no scenario.",
                "line 4, text: There are no words here.",
            ],
        ),
        ("own.yaml", "A: x\nB: [1, 2]\n", ["line 2, B: There are no words here."]),
        (
            "list.yaml",
            "- {item: A, text: x}\n- {item: true, text: 4}\n",
            ["line 2, [1].item: The answer names no scenario.", "line 2, [1].text: There are no words here."],
        ),
        ("list.yaml", "- just words\n", ["line 1, [0]: An answer is a table."]),
        ("own.json", '"words"', ["line 1: There are no answers here."]),
        (
            "own.csv",
            "id,text\nA,x\n,y\nA,\n",
            [
                "line 3, column id: The answer names no scenario.",
                "line 4, column id: There is an answer to this scenario already.",
                "line 4, column text: There are no words here.",
            ],
        ),
        ("own.csv", "scenario,text\nA,x\n", ["line 1: No column holds the scenarios' ids."]),
        ("own.txt", "A: x", ["whole file: This is no form of answers we read."]),
    ],
)
def test_every_fault_is_told_with_its_place(tmp_path: Path, name: str, text: str, faults: list[str]) -> None:
    assert read(tmp_path, name, text)[1] == faults


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    problems = Problems()
    assert read_own_answers(tmp_path / "none.csv", problems) == {}
    assert len(problems) == 1
