"""Files told apart by what is in them."""

import json
from pathlib import Path

import pytest

from result_files import summed, written
from ringtrue.files import Problems
from ringtrue.protocols import load
from ringtrue.study.intake_files import FileReader
from ringtrue.terms import Item

PAIRS = load("pairs")
ITEMS = [Item("P1", "pair", "one", fields={"domain": "TECH"})]


@pytest.fixture
def problems() -> Problems:
    return Problems()


def reader(problems: Problems, columns: Path | None = None, slots: Path | None = None) -> FileReader:
    return FileReader(PAIRS, ITEMS, "person", columns, slots, problems)


def test_judgments_and_results_go_to_their_lists_with_their_digests(tmp_path: Path, problems: Problems) -> None:
    rows = tmp_path / "rows.json"
    rows.write_text(json.dumps([{"rater": "r", "item": "P1", "question": "vibe", "value": 2}]), encoding="utf-8")
    result = written(tmp_path / "r.json", summed({"ringtrue": 1, "packet": "t", "answers": [1]}))
    files = reader(problems)
    for path in (rows, result):
        files.read(path)
    assert not problems
    assert [len(answers) for _, _, answers in files.judgments] == [1]
    assert [one.packet for _, _, one in files.results] == ["t"]
    assert [path for path, _ in files.sources] == [rows, result]
    assert len({source.sha256 for _, source in files.sources}) == 2


def test_a_table_is_read_by_the_mapping_where_there_is_one(tmp_path: Path, problems: Problems) -> None:
    (tmp_path / "map.yaml").write_text("rater: who\ncolumns: {V: {item: P1, question: vibe}}\n", encoding="utf-8")
    (tmp_path / "rows.csv").write_text("who,V\nr,3\n", encoding="utf-8")
    files = reader(problems, columns=tmp_path / "map.yaml")
    files.read(tmp_path / "rows.csv")
    assert not problems
    assert [answers[0].rating.value for _, _, answers in files.judgments] == [3.0]


@pytest.mark.parametrize("name", ["answers.xlsx", "answers", "page.html"])
def test_other_kinds_of_files_are_refused(tmp_path: Path, problems: Problems, name: str) -> None:
    (tmp_path / name).write_text("x", encoding="utf-8")
    reader(problems).read(tmp_path / name)
    assert [problem.what for problem in problems] == ["Judgments are read from .json, .jsonl and .csv files."]


def test_reading_goes_on_after_a_fault(tmp_path: Path, problems: Problems) -> None:
    files = reader(problems, slots=tmp_path / "gone.yaml")
    for name in ("a.json", "b.txt", "c.csv"):
        files.read(tmp_path / name)
    assert [Path(problem.file).name for problem in problems] == ["gone.yaml", "a.json", "b.txt", "c.csv"]


def test_an_empty_and_a_binary_file_are_refused_in_words(tmp_path: Path, problems: Problems) -> None:
    (tmp_path / "empty.csv").write_bytes(b"")
    (tmp_path / "photo.json").write_bytes(b"\x89PNG\r\n\x00\xff" * 50)
    files = reader(problems)
    for name in ("empty.csv", "photo.json"):
        files.read(tmp_path / name)
    assert [problem.what.split(":")[0] for problem in problems] == [
        "The file is empty.",
        "There is a NUL byte (byte 6)",
    ]
