"""Asking a speaker for replies: a kept study, asked once, by a real program."""

import sys
from pathlib import Path

import pytest

from ringtrue.study.voice_replies import QUESTIONS, ask_for_replies
from ringtrue.terms.problem import BadInput

PROGRAM = """
import json, pathlib, sys, uuid
asked = json.load(sys.stdin)
place = pathlib.Path(sys.argv[1])
place.mkdir(exist_ok=True)
(place / uuid.uuid4().hex).touch()
system = [one["content"] for one in asked["messages"] if one["role"] == "system"]
print(json.dumps({"text": " ".join([*system, "I say", asked["item"] if isinstance(asked["item"], str) else "it"])}))
"""


@pytest.fixture
def speaker(tmp_path: Path) -> str:
    (tmp_path / "speak.py").write_text(PROGRAM, encoding="utf-8")
    return f"command:{sys.executable} {tmp_path / 'speak.py'} {tmp_path / 'count'}"


def test_every_question_is_asked_once_and_kept(tmp_path: Path, speaker: str) -> None:
    (tmp_path / "prompt.md").write_text("You are Ada.", encoding="utf-8")
    folder = tmp_path / "out" / "asked"
    replies, stop = ask_for_replies(speaker, folder, prompt=str(tmp_path / "prompt.md"))
    assert stop is None
    assert len(replies.texts) == len(QUESTIONS) == len(set(replies.items))
    assert all("You are Ada." in text for text in replies.texts)
    assert len(list((tmp_path / "count").iterdir())) == len(QUESTIONS)
    again, _ = ask_for_replies(speaker, folder)
    assert again.texts == replies.texts
    assert len(list((tmp_path / "count").iterdir())) == len(QUESTIONS)


def test_questions_of_ones_own(tmp_path: Path, speaker: str) -> None:
    (tmp_path / "q.txt").write_text("- Why bees?\n\nWhy not?\n", encoding="utf-8")
    replies, _ = ask_for_replies(speaker, tmp_path / "out", questions=str(tmp_path / "q.txt"))
    assert replies.items == ("Q01", "Q02")


def test_no_question_and_no_answer_are_refused(tmp_path: Path, speaker: str) -> None:
    (tmp_path / "q.txt").write_text("\n", encoding="utf-8")
    with pytest.raises(BadInput, match="There is no question"):
        ask_for_replies(speaker, tmp_path / "out", questions=str(tmp_path / "q.txt"))
    with pytest.raises(BadInput, match="--speaker"):
        ask_for_replies("nobody:at all", tmp_path / "out")
