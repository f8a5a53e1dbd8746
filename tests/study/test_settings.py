"""study.yaml, read with all its faults."""

from pathlib import Path

import pytest

from ringtrue.protocols import load
from ringtrue.study.settings import read_settings, write_settings
from ringtrue.terms import BadInput


def settings(tmp_path: Path, text: str) -> Path:
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_example_of_the_contract_is_read(tmp_path: Path) -> None:
    text = """\
protocol: recognition
subject: {name: Ada Example, folder: ../ada, consent: "signed 2026-01-02"}
speakers:
  clone: {kind: openai, model: m, url: http://127.0.0.1:8080/v1, system: prompt.md, temperature: 0.7, key_env: MY_KEY}
scope: M1
seed: 7
"""
    read = read_settings(settings(tmp_path, text))
    assert (read.protocol.name, read.subject, read.scope, read.seed) == ("recognition", "Ada Example", "M1", 7)


def test_every_fault_is_told_together(tmp_path: Path) -> None:
    text = """\
protocl: blind
speakers: {clone: {kind: openai, api_key: sk-123}}
seed: -1
"""
    with pytest.raises(BadInput) as refusal:
        read_settings(settings(tmp_path, text))
    found = {(problem.place, problem.what) for problem in refusal.value.problems}
    assert found == {
        ("line 1, protocl", "unknown key"),
        ("line 2, speakers.clone.api_key", "a secret has no place here"),
        ("line 1, protocol", "a study needs a protocol"),
        ("line 3, seed", "a seed is a whole number of 0 or more"),
    }
    assert "sk-123" not in str([problem.as_dict() for problem in refusal.value.problems])


def test_a_scope_must_be_one_of_the_protocols(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such scope"):
        read_settings(settings(tmp_path, "protocol: recognition\nscope: M9\n"))


def test_a_protocol_file_beside_it_is_found(tmp_path: Path) -> None:
    from importlib.resources import files

    text = (
        (files("ringtrue.protocols") / "lite.yaml").read_text(encoding="utf-8").replace("name: lite", "name: mine", 1)
    )
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert read_settings(settings(tmp_path, "protocol: mine.yaml\n")).protocol.name == "mine"


@pytest.mark.parametrize("subject", ["Ada Example", 'a "quoted" name', "back\\slash", "no", "12:30"])
def test_what_is_written_is_read_back(tmp_path: Path, subject: str) -> None:
    write_settings(tmp_path, "pairs", load("pairs"), subject, None, None)
    assert read_settings(tmp_path).subject == subject


def test_settings_nobody_knows_keep_no_study_from_being_opened(tmp_path: Path) -> None:
    text = """\
protocol: pairs
speakers: {full: {kind: openai, model: m, url: "", top_k: 5, temperature: hot, 7: 8}}
judges: {panel: {kind: openai, model: 7, extra: 3}}
"""
    assert read_settings(settings(tmp_path, text)).protocol.name == "pairs"


def test_numbers_may_begin_or_end_with_their_point(tmp_path: Path) -> None:
    text = "protocol: pairs\nspeakers: {full: {kind: openai, model: m, temperature: .3, top_p: 1.}}\n"
    found = read_settings(settings(tmp_path, text)).data["speakers"]["full"]
    assert (found["temperature"], found["top_p"]) == (0.3, 1.0)
