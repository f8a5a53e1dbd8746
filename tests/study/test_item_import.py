"""Pairs brought into a study: comments kept, nothing overwritten, all or none."""

import json
from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.terms import BadInput

PAIR = {"persona": "Ada", "domain": "TECH", "run": 1, "FULL_text": "A full answer.", "T3_text": "A short one."}


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps([PAIR, {**PAIR, "run": 2, "PFI_model": 0.9}]), encoding="utf-8")
    return path


def test_pairs_stand_behind_the_items_there_and_comments_stay(study: Study, records: Path) -> None:
    before = study.items_file.read_text(encoding="utf-8")
    study.items_file.write_text(f"# mine\n{before}", encoding="utf-8")
    done = study.import_items([records])
    assert done.ids == ("Ada_TECH_run1", "Ada_TECH_run2")
    assert [item.id for item in study.items()] == ["P1", "P2", "P3", *done.ids]
    assert study.items_file.read_text(encoding="utf-8").startswith("# mine\n")
    last = study.items()[-1]
    assert last.fields["responses"] == {"full": "A full answer.", "compressed": "A short one."}
    assert last.fields["pfi_model"] == 0.9
    assert last.status == "pending"
    assert study.doctor() == []


def test_a_new_study_takes_pairs_in(tmp_path: Path, records: Path) -> None:
    study = Study.create(tmp_path / "new", protocol="lite")
    assert len(study.import_items([records]).ids) == 2
    assert len(study.items()) == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("items.jsonl", '{"id": "P1", "kind": "pair", "domain": "TECH"}'),
        ("items.json", '{"items": [{"id": "P1", "kind": "pair", "domain": "TECH"}]}'),
        ("items.yaml", "items:\n- {id: P1, kind: pair, domain: TECH}\n"),
        ("items.yaml", "items:\n"),
    ],
)
def test_every_form_of_the_list_is_added_to(study: Study, records: Path, name: str, text: str) -> None:
    study.items_file.unlink()
    (study.folder / name).write_text(text, encoding="utf-8")
    before = len(study.items())
    study.import_items([records])
    assert len(study.items()) == before + 2


def test_ids_that_are_there_refuse_the_whole_import(study: Study, records: Path, tmp_path: Path) -> None:
    study.import_items([records])
    before = study.items_file.read_bytes()
    more = tmp_path / "more.json"
    more.write_text(json.dumps([PAIR, {**PAIR, "run": 2}, {**PAIR, "run": 3}]), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        study.import_items([more])
    assert [problem.place for problem in refused.value.problems] == ["Ada_TECH_run1", "Ada_TECH_run2"]
    assert study.items_file.read_bytes() == before


def test_faults_of_all_files_are_told_and_nothing_is_written(study: Study, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[1]")
    (tmp_path / "b.txt").write_text("x")
    before = study.items_file.read_bytes()
    with pytest.raises(BadInput) as refused:
        study.import_items([tmp_path / "a.json", tmp_path / "b.txt", tmp_path / "none.csv"])
    assert len(refused.value.problems) == 3
    assert study.items_file.read_bytes() == before


def test_a_pair_that_makes_no_item_is_refused_before_anything_is_written(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps([{**PAIR, "pfi_model_anchored": "high"}]), encoding="utf-8")
    before = study.items_file.read_bytes()
    with pytest.raises(BadInput, match="does not make an item: pfi_model_anchored is a number"):
        study.import_items([path])
    assert study.items_file.read_bytes() == before


def test_only_studies_of_pairs_take_pairs(tmp_path: Path, records: Path) -> None:
    study = Study.create(tmp_path / "blind", protocol="blind")
    with pytest.raises(BadInput, match="has no pairs"):
        study.import_items([records])
