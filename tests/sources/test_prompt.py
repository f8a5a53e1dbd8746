"""A prompt is a file as it stands, or composed from a clone's folder with labelled sections."""

from pathlib import Path

import pytest

from ringtrue.sources import read_prompt
from ringtrue.terms import BadInput


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_taken_to_the_letter(tmp_path: Path) -> None:
    path = write(tmp_path, "prompt.md", "# You are Oda.\n\n  Speak *so*.\n")
    prompt = read_prompt(path)
    assert prompt.text == "# You are Oda.\n\n  Speak *so*.\n"
    assert prompt.origin == str(path)
    assert prompt.notes == ()


def test_another_encoding_is_read_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_bytes("Você é Oda.".encode("latin-1"))
    prompt = read_prompt(path)
    assert prompt.text == "Você é Oda."
    assert prompt.notes == ("The prompt is not UTF-8; it was read as cp1252.",)


def test_a_folder_is_composed_with_a_heading_for_each_part(tmp_path: Path) -> None:
    write(tmp_path, "soul.md", "I listen first.")
    write(tmp_path, "MEMORY.md", "The fire of 2009.")
    write(tmp_path, "DNA-CONFIG.yaml", "weights: {ear: 1}")
    prompt = read_prompt(tmp_path)
    places = [prompt.text.index(words) for words in ("I listen first.", "The fire of 2009.", "weights: {ear: 1}")]
    assert places == sorted(places)
    assert prompt.text.count("\n# ") == 3
    assert prompt.text.startswith("You speak as the person described below")
    assert prompt.origin == f"{tmp_path} (soul.md, MEMORY.md, DNA-CONFIG.yaml)"
    assert prompt.notes == ()


def test_what_is_not_there_is_noted(tmp_path: Path) -> None:
    write(tmp_path, "SOUL.md", "I listen first.")
    assert read_prompt(tmp_path).notes == ("Made without MEMORY.md, DNA-CONFIG.yaml.",)


def test_a_ready_prompt_in_the_folder_wins_and_says_so(tmp_path: Path) -> None:
    write(tmp_path, "SYSTEM-PROMPT.md", "You are Oda.")
    write(tmp_path, "SOUL.md", "I listen first.")
    prompt = read_prompt(tmp_path)
    assert prompt.text == "You are Oda."
    assert prompt.notes == ("SYSTEM-PROMPT.md is taken as it stands; not added: SOUL.md.",)


def test_a_large_prompt_is_noted_and_not_cut(tmp_path: Path) -> None:
    path = write(tmp_path, "prompt.md", "word " * 1000)
    prompt = read_prompt(path, budget=1000)
    assert prompt.text == "word " * 1000
    assert prompt.notes == ("The prompt has about 1,429 tokens, more than 1,000: check what the model can hold.",)


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("prompt.md", " \n", "The prompt is empty"),
        ("SOUL.md", "", "The prompt is empty"),
        ("x.bin", "\0", "not a text"),
    ],
)
def test_nothing_to_say_is_refused(tmp_path: Path, name: str, text: str, what: str) -> None:
    path = write(tmp_path, name, text)
    with pytest.raises(BadInput, match=what):
        read_prompt(tmp_path if name == "SOUL.md" else path)


def test_a_folder_without_any_of_them_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="neither SYSTEM-PROMPT"):
        read_prompt(tmp_path)


def test_a_missing_file_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    write(tmp_path, "prompt.md", "x")
    with pytest.raises(BadInput) as refusal:
        read_prompt(tmp_path / "promt.md")
    assert refusal.value.problems[0].remedy == "Did you mean prompt.md?"
