"""Paths typed in one folder mean the same files in another."""

from pathlib import Path

import pytest

from ringtrue.study.anchored import anchored, path_settings
from ringtrue.study.scenario_inputs import RunGiven, read_inputs
from scenario_files import run_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("judge.sh", "bin/judge", "answers.jsonl", "tool"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("", encoding="utf-8")
    return tmp_path


def test_files_are_named_in_full(folder: Path) -> None:
    found = anchored("recorded", {"file": "answers.jsonl", "speaker": "clone", "ca": "", "key_file": None}, folder)
    assert found == {"file": str(folder / "answers.jsonl"), "speaker": "clone", "ca": "", "key_file": None}
    assert anchored("recorded", {"file": "/a/b.jsonl"}, folder) == {"file": "/a/b.jsonl"}


def test_of_a_program_those_words_that_name_files(folder: Path) -> None:
    words = ["./judge.sh", "bin/judge", "judge.sh", "tool", "--in=judge.sh", "nothere.py", "..", "0.5"]
    found = anchored("command", {"program": words}, folder)["program"]
    full = [str(folder / "judge.sh"), str(folder / "bin" / "judge"), str(folder / "judge.sh")]
    assert found == [*full, "tool", "--in=judge.sh", "nothere.py", "..", "0.5"]


def test_a_model_is_a_path_for_the_embedded_speaker_alone(folder: Path) -> None:
    assert anchored("openai", {"model": "m"}, folder) == {"model": "m"}
    assert anchored("local", {"model": "m.gguf"}, folder) == {"model": str(folder / "m.gguf")}
    assert "model" in path_settings("local")
    assert "model" not in path_settings("openai")


def test_a_run_taken_up_from_another_folder_is_the_same_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenarios, prompt = run_files(folder)
    identities = []
    for place, program, file in (
        (folder, "command:sh ./judge.sh -x", "recorded:answers.jsonl"),
        (folder / "bin", "command:sh ../judge.sh -x", "recorded:../answers.jsonl"),
    ):
        monkeypatch.chdir(place)
        given = RunGiven(scenarios, prompt, file, (program,), allow_small=True)
        identities.append(read_inputs(given).identity())
    assert identities[0] == identities[1]
    assert str(folder / "judge.sh") in identities[0]["judge"]


def test_a_word_too_long_for_a_path_stays_a_word(folder: Path) -> None:
    words = ["python3", "-c", "print(1.0);" * 1000]
    assert anchored("command", {"program": words}, folder)["program"] == words
