"""Changing fields, tags and status of items in their file: comments stay, a faulty change changes nothing."""

import json
from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.study.item_fields import change_items
from ringtrue.terms import BadInput

YAML = """# written by hand
- id: P1  # the first
  kind: pair
  prompt: Why?
  domain: TECH
- {id: P2, kind: pair, prompt: How?, domain: NARR, tags: {run: 2, selected: pending}, pfi_model: 0.9}
"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = Study.create(tmp_path / "s", protocol="pairs", who="tester")
    made.items_file.write_text(YAML, encoding="utf-8")
    return made


def test_new_fields_tags_and_status_are_written_and_comments_stay(study: Study) -> None:
    change_items(study, {"P1": {"pfi_model": 0.8, "tags": {"stratum": "low"}, "status": "accepted"}}, "tried")
    text = study.items_file.read_text(encoding="utf-8")
    assert "# written by hand" in text
    assert "# the first" in text
    first, second = study.items()
    assert (first.fields["pfi_model"], first.tags["stratum"], first.status) == (0.8, "low", "accepted")
    assert second.tags == {"run": 2, "selected": "pending"}


def test_none_takes_away_and_an_empty_table_of_tags_goes(study: Study) -> None:
    change_items(study, {"P2": {"pfi_model": None, "tags": {"run": None, "selected": None}}}, "tried")
    second = study.items()[1]
    assert "pfi_model" not in second.fields
    assert "tags" not in study.items_file.read_text(encoding="utf-8")


def test_the_act_is_recorded(study: Study) -> None:
    change_items(study, {"P1": {"pfi_model": 0.8}}, "tried")
    with study.records() as records:
        entry = [entry for entry in records.audit_entries() if entry.act == "noted: tried"]
        assert [one.detail["note"] for one in entry] == [{"items": 1}]
        assert records.items()[0].fields["pfi_model"] == 0.8


def test_nothing_to_change_is_no_act(study: Study) -> None:
    change_items(study, {}, "tried")
    with study.records() as records:
        assert [entry for entry in records.audit_entries() if "tried" in entry.act] == []


def test_a_change_that_does_not_make_an_item_leaves_the_file_as_it_was(study: Study) -> None:
    with pytest.raises(BadInput):
        change_items(study, {"P1": {"status": "perhaps"}}, "tried")
    assert study.items_file.read_text(encoding="utf-8") == YAML


@pytest.mark.parametrize("name", ["items.jsonl", "items.json"])
def test_lists_in_json_are_changed_too(study: Study, name: str) -> None:
    entries = [{"id": "P1", "kind": "pair", "domain": "TECH"}, {"id": "P2", "kind": "pair", "domain": "é"}]
    study.items_file.unlink()
    lines = "\n\n".join(json.dumps(entry) for entry in entries) + "\n"
    text = lines if name.endswith("l") else json.dumps({"items": entries})
    (study.folder / name).write_text(text, encoding="utf-8")
    change_items(study, {"P2": {"pfi_model": 0.5}}, "tried")
    assert [item.fields.get("pfi_model") for item in study.items()] == [None, 0.5]
    assert study.items()[1].fields["domain"] == "é"
