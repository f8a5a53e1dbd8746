"""Recorded answers are found by item, speaker and take; what is missing fails alone, what is wrong fails at once."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from callers import ask_all
from ringtrue.calls.adapter import Adapter, adapter_for, speaker_named
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, Rejected, Reply
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput

LINES = [
    {"item": "A", "text": "first of A", "meta": {"run": 1}},
    {"item": "B", "text": "B by drifted", "speaker": "drifted"},
    {"item": "B", "text": "B by faithful", "speaker": "faithful"},
    {"item": "A", "text": "second of A"},
    {"item": 7, "text": ""},
]


def write(folder: Path, *lines: Any) -> None:
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    (folder / "answers.jsonl").write_text(text, encoding="utf-8")


def made(folder: Path, name: str = "clone", **settings: Any) -> Adapter:
    return adapter_for(Speaker(name, "recorded", {"file": "answers.jsonl", **settings}), folder=folder)


def ask(adapter: Adapter, item: str, take: int = 1) -> Reply:
    return asyncio.run(adapter.answer(Call(f"{item}/{take}", (), item, take=take)))


def test_answers_come_by_item_and_take_marked_as_recorded(tmp_path: Path) -> None:
    write(tmp_path, *LINES)
    adapter = made(tmp_path, "faithful")
    assert ask(adapter, "A") == Reply("first of A", meta={"run": 1, "recorded": "recorded:answers.jsonl"})
    assert ask(adapter, "A", take=2).text == "second of A"
    assert ask(adapter, "A").text == "first of A"
    assert ask(adapter, "B").text == "B by faithful"
    assert ask(adapter, "7").text == ""
    assert adapter.label == "recorded:answers.jsonl"


@pytest.mark.parametrize(
    ("item", "take", "had"), [("C", 1, "no answer"), ("A", 3, "2 answers"), ("B", 2, "one answer")]
)
def test_a_missing_answer_is_this_call_alone(tmp_path: Path, item: str, take: int, had: str) -> None:
    write(tmp_path, *LINES)
    with pytest.raises(Rejected, match=f"holds {had} to {item}") as fault:
        ask(made(tmp_path, "faithful"), item, take)
    assert fault.value.alone


def test_the_speaker_of_the_lines_may_be_named(tmp_path: Path) -> None:
    write(tmp_path, *LINES)
    assert ask(made(tmp_path, "clone", speaker="drifted"), "B").text == "B by drifted"
    with pytest.raises(Rejected):  # two speakers, neither called clone: nobody is guessed
        ask(made(tmp_path, "clone"), "B")


def test_the_only_speaker_of_a_file_is_meant(tmp_path: Path) -> None:
    write(tmp_path, LINES[2])
    assert ask(made(tmp_path, "clone"), "B").text == "B by faithful"


def test_other_answers_are_another_model_and_the_same_are_the_same(tmp_path: Path) -> None:
    write(tmp_path, *LINES)
    first = made(tmp_path).model
    assert made(tmp_path).model == first
    write(tmp_path, *LINES[:3])
    assert made(tmp_path).model != first


def test_every_wrong_line_is_named_before_anything_is_asked(tmp_path: Path) -> None:
    write(
        tmp_path,
        LINES[0],
        "not json\n",
        "[1]\n",
        {"text": "no item"},
        {"item": " ", "text": 5},
        {"item": "A", "text": "x", "speaker": 3, "meta": []},
    )
    with pytest.raises(BadInput) as refusal:
        made(tmp_path)
    assert [problem.place.partition(",")[0] for problem in refusal.value.problems] == [
        "line 2",
        "line 3",
        "line 4",
        "line 5",
        "line 5",
        "line 6",
        "line 6",
    ]


def test_a_missing_file_and_a_missing_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        made(tmp_path)
    with pytest.raises(BadInput, match="lacks it"):
        adapter_for(Speaker("clone", "recorded", {}), folder=tmp_path)
    with pytest.raises(BadInput, match="names no file"):
        speaker_named("recorded:", name="clone")


def test_the_spelling_on_the_command_line(tmp_path: Path) -> None:
    write(tmp_path, LINES[0])
    speaker = speaker_named("recorded:answers.jsonl", name="clone")
    assert speaker.settings == {"file": "answers.jsonl"}
    assert ask(adapter_for(speaker, folder=tmp_path), "A").text == "first of A"


def test_a_run_goes_on_past_many_missing_items_and_tells_each(tmp_path: Path, study: StudyStore) -> None:
    write(tmp_path, {"item": "Z", "text": "found"})
    calls = [Call(f"clone {item} 1", (), item) for item in [f"M{number}" for number in range(60)] + ["Z"]]
    outcomes = ask_all(study, made(tmp_path), calls)
    assert outcomes["Z"].text == "found"
    missing = [outcome for outcome in outcomes.values() if outcome.text is None]
    assert len(missing) == 60
    assert all("holds no answer to M" in str(outcome.error) and outcome.attempts == 1 for outcome in missing)


def test_known_value(tmp_path: Path) -> None:
    # The model is part of the request hash, so one that moved would make every journal ask everything again.
    write(tmp_path, {"item": "STR-1", "text": "Yes.", "meta": {"n": 1}})
    assert made(tmp_path).model == "recorded 1fe5eedf05a6fe12"
