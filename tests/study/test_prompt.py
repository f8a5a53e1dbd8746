"""The prompt of a speaker comes from Markdown, a folder or a character card."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ringtrue.formats.character import CharacterCard
from ringtrue.formats.character_card import write_json, write_png
from ringtrue.study.prompt import read_system_prompt
from ringtrue.terms import BadInput

CARD = CharacterCard("Oda", description="{{char}} casts bells for {{user}}.", alternate_greetings=("Well, no.",))


def test_markdown_is_taken_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "prompt.md"
    path.write_text("You are {{char}}.", encoding="utf-8")
    assert read_system_prompt(path).text == "You are {{char}}."
    assert read_system_prompt(path).subject == ""


def test_a_folder_is_composed(tmp_path: Path) -> None:
    (tmp_path / "SOUL.md").write_text("I listen first.", encoding="utf-8")
    prompt = read_system_prompt(tmp_path)
    assert "I listen first." in prompt.text
    assert prompt.subject == tmp_path.name


@pytest.mark.parametrize(("name", "write"), [("card.json", write_json), ("card.PNG", write_png)])
def test_a_card_is_filled_in_with_its_notes(
    tmp_path: Path, name: str, write: Callable[[Path, CharacterCard], None]
) -> None:
    write(tmp_path / name, CARD)
    prompt = read_system_prompt(tmp_path / name, user="Jory")
    assert "Oda casts bells for Jory." in prompt.text
    assert prompt.origin == f"{tmp_path / name} (character card of Oda)"
    assert prompt.notes == ("Other greetings left out: 1.",)
    assert prompt.subject == "Oda"


def test_a_broken_card_is_refused(tmp_path: Path) -> None:
    (tmp_path / "card.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(BadInput, match="cut off"):
        read_system_prompt(tmp_path / "card.png")
