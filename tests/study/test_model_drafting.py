"""A model words prompts: listed before it is sent, own words alone, and every sentence bound to a citation."""

import sys
from pathlib import Path

import pytest

from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.sources.person_sources import SNAPSHOT, read_sources, write_snapshot
from ringtrue.study.model_drafting import ModelDrafting
from ringtrue.study.study import Study

TALK = "Q: What is your secret, madam?\n\nA: I cast the bell in a cold pit and then I wait for two days.\n\nQ: Why?\n"
ITEM = """
- id: {name}
  kind: quote
  prompt: What of the bell?
  citation: ["^[RAIZ:/talk.txt:L1-5]"]
  tags: {{difficulty: hard}}
  topic: bells
  real: I cast the bell in a cold pit
"""
ANSWERS = {  # by item: what the model says
    "DQ-001": '{"sentences": [{"text": "How do you cast the bell?", "evidence": "cast the bell in a cold pit"}]}',
    "DQ-002": '{"sentences": [{"text": "Why is bronze best?", "evidence": "bronze is the best"}]}',
    "DQ-003": '{"sentences": [{"text": "You said “never hurry”. Why?", "evidence": "I wait for two days"}]}',
    "DQ-004": "I would rather not.",
}


@pytest.fixture
def study(tmp_path: Path) -> Study:
    folder = tmp_path / "Ada"
    folder.mkdir()
    (folder / "talk.txt").write_text(TALK, encoding="utf-8")
    study = Study.create(tmp_path / "study", protocol="blind", subject=folder)
    study.items_file.write_text("".join(ITEM.format(name=name) for name in ANSWERS), encoding="utf-8")
    write_snapshot(study.folder / SNAPSHOT, read_sources(folder))
    script = tmp_path / "model.py"
    seen = tmp_path / "seen.txt"
    script.write_text(
        f"import json, sys\nasked = json.load(sys.stdin)\nopen({str(seen)!r}, 'a').write(json.dumps(asked))\n"
        f"print(json.dumps({{'text': {ANSWERS!r}[asked['item']]}}))\n",
        encoding="utf-8",
    )
    settings = read_yaml(study.folder / "study.yaml").data
    settings["speakers"] = {"helper": {"kind": "command", "program": f"{sys.executable} {script}"}}
    write_yaml(study.folder / "study.yaml", settings)
    return Study.open(study.folder)


def test_what_would_be_sent_holds_the_persons_words_alone(study: Study, tmp_path: Path) -> None:
    sendings = ModelDrafting(study, "helper").sendings
    assert [one.item.id for one in sendings] == list(ANSWERS)
    assert all("cold pit" in one.text and "secret" not in one.text for one in sendings)
    assert sendings[0].as_dict()["citations"] == ["^[RAIZ:/talk.txt:L1-5]"]
    assert not (tmp_path / "seen.txt").exists()


def test_only_sentences_that_rest_on_the_passages_are_taken(study: Study, tmp_path: Path) -> None:
    done = ModelDrafting(study, "helper").go()
    assert done.changed == ("DQ-001",)
    assert {name: why.split(":")[0] for name, why in done.kept.items()} == {
        "DQ-002": "this sentence rests on no words of the passages",
        "DQ-003": "it quotes what the passages do not hold",
        "DQ-004": "the answer is not the JSON that was asked for",
    }
    items = {item.id: item for item in study.items()}
    assert items["DQ-001"].prompt == "How do you cast the bell?"
    assert items["DQ-001"].fields["generated"][0]["citation"] == "^[RAIZ:/talk.txt:L1-5]"
    assert items["DQ-002"].prompt == "What of the bell?"
    assert "secret" not in (tmp_path / "seen.txt").read_text(encoding="utf-8")
    assert "DQ-001" not in [one.item.id for one in ModelDrafting(study, "helper").sendings]
