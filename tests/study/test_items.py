"""The items of a study: written into files, changed, imported."""

import json
from pathlib import Path

import pytest

from dealt_studies import pair_item, pair_study
from ringtrue.items.items_file import read_items
from ringtrue.protocols.loader import load
from ringtrue.study.items import change_items, export_items, set_statuses
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

# Items written into a file and read again.


@pytest.mark.parametrize("suffix", [".yaml", ".yml", ".json", ".jsonl"])
def test_items_are_the_same_when_read_again(tmp_path: Path, suffix: str) -> None:
    items = [pair_item(0, tags={"control": True, "layers": ["L1"]}), pair_item(1, status="rejected", note="é: [x]")]
    study = pair_study(tmp_path / "s", items)
    path = tmp_path / f"out{suffix}"
    export_items(path, study.items())
    if suffix != ".yml":  # a study's list has one of the other names
        assert read_items(path, study.settings.protocol) == study.items()


def test_another_form_or_a_file_that_is_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such form"):
        export_items(tmp_path / "items.doc", [])
    there = tmp_path / "items.json"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="already exists"):
        export_items(there, [])
    assert there.read_text(encoding="utf-8") == "mine"


# Changing fields, tags and status of items in their file: comments stay, a faulty change changes nothing.


YAML = """# written by hand
- id: P1  # the first
  kind: pair
  prompt: Why?
  domain: TECH
- {id: P2, kind: pair, prompt: How?, domain: NARR, tags: {run: 2, selected: pending}, pfi_model: 0.9}
"""


@pytest.fixture
def quote_study(tmp_path: Path) -> Study:
    made = Study.create(tmp_path / "s", protocol="pairs", who="tester")
    made.items_file.write_text(YAML, encoding="utf-8")
    return made


def test_new_fields_tags_and_status_are_written_and_comments_stay(quote_study: Study) -> None:
    change_items(quote_study, {"P1": {"pfi_model": 0.8, "tags": {"stratum": "low"}, "status": "accepted"}}, "tried")
    text = quote_study.items_file.read_text(encoding="utf-8")
    assert "# written by hand" in text
    assert "# the first" in text
    first, second = quote_study.items()
    assert (first.fields["pfi_model"], first.tags["stratum"], first.status) == (0.8, "low", "accepted")
    assert second.tags == {"run": 2, "selected": "pending"}


def test_none_takes_away_and_an_empty_table_of_tags_goes(quote_study: Study) -> None:
    change_items(quote_study, {"P2": {"pfi_model": None, "tags": {"run": None, "selected": None}}}, "tried")
    second = quote_study.items()[1]
    assert "pfi_model" not in second.fields
    assert "tags" not in quote_study.items_file.read_text(encoding="utf-8")


def test_the_act_is_recorded(quote_study: Study) -> None:
    change_items(quote_study, {"P1": {"pfi_model": 0.8}}, "tried")
    with quote_study.records() as records:
        entry = [entry for entry in records.audit_entries() if entry.act == "noted: tried"]
        assert [one.detail["note"] for one in entry] == [{"items": 1}]
        assert records.items()[0].fields["pfi_model"] == 0.8


def test_nothing_to_change_is_no_act(quote_study: Study) -> None:
    change_items(quote_study, {}, "tried")
    with quote_study.records() as records:
        assert [entry for entry in records.audit_entries() if "tried" in entry.act] == []


def test_a_change_that_does_not_make_an_item_leaves_the_file_as_it_was(quote_study: Study) -> None:
    with pytest.raises(BadInput):
        change_items(quote_study, {"P1": {"status": "perhaps"}}, "tried")
    assert quote_study.items_file.read_text(encoding="utf-8") == YAML


@pytest.mark.parametrize("name", ["items.jsonl", "items.json"])
def test_lists_in_json_are_changed_too(quote_study: Study, name: str) -> None:
    entries = [{"id": "P1", "kind": "pair", "domain": "TECH"}, {"id": "P2", "kind": "pair", "domain": "é"}]
    quote_study.items_file.unlink()
    lines = "\n\n".join(json.dumps(entry) for entry in entries) + "\n"
    text = lines if name.endswith("l") else json.dumps({"items": entries})
    (quote_study.folder / name).write_text(text, encoding="utf-8")
    change_items(quote_study, {"P2": {"pfi_model": 0.5}}, "tried")
    assert [item.fields.get("pfi_model") for item in quote_study.items()] == [None, 0.5]
    assert quote_study.items()[1].fields["domain"] == "é"


# Pairs brought into a study: comments kept, nothing overwritten, all or none.


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


# The status of items changed in their own file, which otherwise stays as it was.


PAIRS = load("pairs")
YAML_ITEM_STATUS = """\
# my pairs
- id: P1   # the first
  kind: pair
  domain: TECH
  prompt: 'one'
- {id: P2, kind: pair, domain: PHIL, prompt: two, status: pending}
- {id: 3, kind: pair, domain: NARR, prompt: three, status: accepted}
"""


def test_comments_order_and_layout_stay(tmp_path: Path) -> None:
    path = tmp_path / "items.yaml"
    path.write_text(YAML_ITEM_STATUS, encoding="utf-8")
    assert set_statuses(path, PAIRS, {"P2": "accepted", "3": "accepted"}) == ["P2"]
    assert path.read_text(encoding="utf-8") == YAML_ITEM_STATUS.replace("two, status: pending", "two, status: accepted")
    assert set_statuses(path, PAIRS, {"P1": "rejected"}) == ["P1"]
    text = path.read_text(encoding="utf-8")
    assert "# my pairs" in text
    assert "# the first" in text
    assert "status: rejected" in text


@pytest.mark.parametrize("wrapped", [False, True])
def test_json_and_a_table_of_items(tmp_path: Path, wrapped: bool) -> None:
    items = [{"id": f"P{n}", "kind": "pair", "domain": "TECH", "prompt": "q"} for n in range(2)]
    path = tmp_path / "items.json"
    path.write_text(json.dumps({"items": items} if wrapped else items), encoding="utf-8")
    set_statuses(path, PAIRS, {"P1": "accepted"})
    data = json.loads(path.read_text(encoding="utf-8"))
    assert [one.get("status") for one in (data["items"] if wrapped else data)] == [None, "accepted"]


def test_lines_that_do_not_change_stay_byte_for_byte(tmp_path: Path) -> None:
    lines = [
        '{"id": "P1",  "kind": "pair", "domain": "TECH", "prompt": "é"}\n',
        "\n",
        '{"id": "P2", "kind": "pair", "domain": "TECH", "prompt": "ü", "status": "pending"}',
    ]
    path = tmp_path / "items.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    assert set_statuses(path, PAIRS, {"P2": "accepted"}) == ["P2"]
    after = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert after[:2] == lines[:2]
    assert json.loads(after[2])["status"] == "accepted"
    assert "ü" in after[2]


def test_an_unknown_item_refuses_all(tmp_path: Path) -> None:
    path = tmp_path / "items.yaml"
    path.write_text(YAML_ITEM_STATUS, encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        set_statuses(path, PAIRS, {"P2": "accepted", "P9": "accepted", "Q": "accepted"})
    assert [problem.value for problem in refusal.value.problems] == ["P9", "Q"]
    assert refusal.value.problems[0].remedy == "look it up in items.yaml"
    assert path.read_text(encoding="utf-8") == YAML_ITEM_STATUS


def test_a_change_is_recorded_once(study: Study) -> None:
    assert study.set_status({"P1": "accepted", "P2": "rejected"}) == ["P1", "P2"]
    with study.records() as records:
        assert [item.status for item in records.items()] == ["accepted", "rejected", "pending"]
        acts = [entry.act for entry in records.audit_entries()]
    assert acts == ["study created", "items recorded"]
    assert study.set_status({"P1": "accepted"}) == []
    with study.records() as records:
        assert len(list(records.audit_entries())) == 2
