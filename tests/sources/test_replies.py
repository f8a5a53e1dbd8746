"""Replies from a folder, from CSV and from JSON Lines: columns found, items and occasions kept, one text refused."""

import json
from pathlib import Path

import pytest

from ringtrue.sources.replies import read_replies
from ringtrue.terms.problem import BadInput


def lines(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def refused(path: Path, **options: str) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        read_replies(path, **options)  # type: ignore[arg-type]
    return [f"{problem.place}: {problem.what} {problem.value}".strip() for problem in refusal.value.problems]


def test_a_folder_has_one_reply_in_every_file(tmp_path: Path) -> None:
    for name in ("q1.txt", "q2.md"):
        (tmp_path / name).write_text(f"about {name}", encoding="utf-8")
    found = read_replies(tmp_path)
    assert (found.items, found.occasions) == (("q1", "q2"), ("q1.txt", "q2.md"))
    assert found.by_item() == {"q1": ["about q1.txt"], "q2": ["about q2.md"]}


def test_columns_of_a_csv_are_found_by_their_usual_names(tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    path.write_text("item;Session;Reply\nq1;monday;Yes.\nq2;monday;No.\nq1;friday;  \n", encoding="utf-8")
    found = read_replies(path)
    assert found.texts == ("Yes.", "No.")
    assert found.items == ("q1", "q2")
    assert found.occasions == ("monday", "monday")
    assert found.names == ("line 2", "line 3")
    assert found.notes[0].endswith("1 left out because there is no text in them: line 4.")


def test_a_column_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    path.write_text("text,mine\nquestion,My answer.\n", encoding="utf-8")
    assert read_replies(path).texts == ("question",)
    found = read_replies(path, column="Mine")
    assert (found.texts, found.items, found.occasions) == (("My answer.",), (), ())
    assert refused(path, column="yours") == ["line 1: There is no text in a column yours. text, mine"]


def test_json_lines_are_read_by_key_and_failed_calls_are_empty(tmp_path: Path) -> None:
    path = lines(tmp_path / "r.jsonl", {"id": 1, "response": "One."}, {"id": 2, "response": None, "error": "late"})
    found = read_replies(path)
    assert (found.texts, found.items) == (("One.",), ("1",))
    assert len(found.notes) == 1


def test_the_same_words_said_twice_count_twice(tmp_path: Path) -> None:
    assert read_replies(lines(tmp_path / "r.jsonl", {"text": "No."}, {"text": "No."})).texts == ("No.", "No.")


def test_every_line_without_a_text_is_named(tmp_path: Path) -> None:
    path = lines(tmp_path / "r.jsonl", {"said": "One."}, {"text": 5}, ["Two."], {"text": "Three."})
    assert [problem.partition(":")[0] for problem in refused(path)] == ["line 1", "line 2", "line 3"]


def test_a_file_that_would_be_one_reply_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    path.write_text("One.\n\nTwo.\n", encoding="utf-8")
    assert refused(path) == ["--replies: This file would be read as one single reply."]


def test_items_missing_on_some_lines_pair_nothing(tmp_path: Path) -> None:
    found = read_replies(lines(tmp_path / "r.jsonl", {"item": "a", "text": "One."}, {"text": "Two."}))
    assert (found.items, found.by_item()) == ((), {})
