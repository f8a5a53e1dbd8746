"""Files of pairs: JSON, JSON Lines, tables with and without texts, model indices."""

import json
from pathlib import Path

import pytest

from ringtrue.formats import read_pair_records
from ringtrue.terms import BadInput

ONE = {"pair_id": "Ada_TECH_run1", "persona": "Ada", "domain": "TECH", "run": 1, "PFI_model": 0.9, "FULL_text": "a"}
TWO = {"persona": "Ada", "domain": "SELF", "run": 2, "T3_text": "b", "prompt": "Who are you?"}


@pytest.mark.parametrize("form", ["json", "pairs", "jsonl"])
def test_records(tmp_path: Path, form: str) -> None:
    path = tmp_path / ("pairs.jsonl" if form == "jsonl" else "pairs.json")
    text = "\n".join(map(json.dumps, (ONE, TWO))) if form == "jsonl" else json.dumps([ONE, TWO])
    path.write_text(f'{{"pairs": {text}}}' if form == "pairs" else text, encoding="utf-8")
    one, two = read_pair_records(path).pairs
    assert (one.id, one.pfi_model, dict(one.texts)) == ("Ada_TECH_run1", 0.9, {"full": "a"})
    assert (two.id, two.prompt, dict(two.texts)) == ("Ada_SELF_run2", "Who are you?", {"compressed": "b"})


def test_the_table_is_the_same_without_texts(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("pair_id,persona,domain,run,PFI_model\nAda_TECH_run1,Ada,TECH,1,0.9\nAda_SELF_run2,Ada,SELF,2,\n")
    one, two = read_pair_records(path).pairs
    assert (one.pfi_model, one.texts) == (0.9, {})
    assert (two.id, two.pfi_model) == ("Ada_SELF_run2", None)


def test_a_model_index_gives_the_compressed_rows(tmp_path: Path) -> None:
    path = tmp_path / "index.csv"
    path.write_text(
        "persona,regime,domain,run,cosine,a_score,pfi\nAda,T3,TECH,1,0.81234,9,0.85617\nAda,GAMMA,TECH,1,0.5001,5,0.50005\n"
    )
    read = read_pair_records(path)
    (pair,) = read.pairs
    assert (pair.id, pair.pfi_model) == ("Ada_TECH_run1", 0.85617)
    assert pair.definition.startswith("half the cosine")
    assert [flag.kind for flag in read.flags] == ["definition"]


def test_every_fault_of_every_record_is_told_and_a_name_stands_once(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, (ONE, ONE, {**TWO, "run": 0}, 7))), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_pair_records(path)
    assert [(problem.place, problem.what) for problem in refused.value.problems] == [
        ("line 2", "There is a pair of this name already."),
        ("line 3, run", "A run is a whole number from 1 up."),
        ("line 3, pair_id", "A pair needs a name."),
        ("line 4", "A pair is an object with keys."),
    ]


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("a.json", "{}", "This is not a list of pairs."),
        ("a.csv", "one,two\n1,2\n", "This is neither a table of pairs nor a model index."),
    ],
)
def test_other_files_are_refused(tmp_path: Path, name: str, text: str, what: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_pair_records(path)
    assert refused.value.problems[0].what == what
