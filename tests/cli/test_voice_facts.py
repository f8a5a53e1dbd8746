"""Facts from lists and from DNA files."""

from pathlib import Path

import pytest

from ringtrue.cli.voice_facts import read_facts
from ringtrue.terms import BadInput


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("facts.md", "# Positions\n- She keeps bees.\n- She never sails.\n"),
        ("facts.txt", "She keeps bees.\n\nShe never sails.\n"),
        (
            "facts.yaml",
            "pessoa: Ada\nfilosofias:\n- {id: F1, declaracao: She keeps bees.}\n- {id: F2, regra: She never sails.}\n",
        ),
        ("facts.json", '["She keeps bees.", {"id": "F2", "statement": "She never sails."}]'),
    ],
)
def test_every_form(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert [fact.text for fact in read_facts(str(path))] == ["She keeps bees.", "She never sails."]


@pytest.mark.parametrize(("name", "text"), [("a.md", "# x\n"), ("a.yaml", "name: Ada\n"), ("a.json", "3")])
def test_no_fact_is_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="no fact"):
        read_facts(str(path))
