"""`ringtrue items index`: the model index in a table and as JSON, with roles by name and what was left out."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from pair_studies import TEXTS
from ringtrue import Study
from study_templates import fresh


def study_of(folder: Path, *texts: dict[str, str]) -> Study:
    study = fresh(folder, "pairs")
    items = [
        {"id": f"P{number}", "kind": "pair", "prompt": f"Question {number}?", "domain": "TECH", "responses": said}
        for number, said in enumerate(texts, 1)
    ]
    (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    return study


def test_the_table_says_what_each_number_is(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", TEXTS)
    done = here("items", "index", study.folder)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Model index of 1 pairs by tfidf")
    for words in ("full against compressed", "full against another persona", "the name-only prompt", "P1"):
        assert words in done.stdout
    assert f"Next: ringtrue items select {study.folder}" in done.stdout


def test_anchored_values_follow_from_those_beside_them(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", TEXTS)
    document = json.loads(here("items", "index", study.folder, "--json").stdout)
    (pair,) = document["pairs"]
    raw, ceiling, floor = (pair[name]["value"] for name in ("raw", "ceiling", "floor"))
    assert 0 <= floor < raw <= 1
    assert pair["anchored"]["value"] == pytest.approx((raw - floor) / (ceiling - floor))
    # Of one pair the whole is that pair, and what the persona gains is the difference of the two places.
    assert document["raw"]["value"] == pytest.approx(raw)
    bare = (document["name_only"]["value"] - floor) / (ceiling - floor)
    assert document["name_only_anchored"]["value"] == pytest.approx(bare)
    assert document["gain"]["value"] == pytest.approx(pair["anchored"]["value"] - bare)
    assert document["definition"]["backend"].startswith("tfidf")
    assert study.items()[0].fields["pfi_model"] == pytest.approx(raw, abs=1e-6)


def test_controls_come_from_a_file_by_the_names_given(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", {name: TEXTS[name] for name in ("full", "compressed")})
    lines = [("twin", "again"), ("stranger", "another"), ("name", "control")]
    rows = [{"item": "P1", "speaker": name, "text": TEXTS[role]} for name, role in lines]
    controls = tmp_path / "controls.jsonl"
    controls.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    roles = ("--again", "twin", "--another", "stranger", "--name-only", "name")
    named = json.loads(here("items", "index", study.folder, "--controls", controls, *roles, "--json").stdout)
    inside = json.loads(here("items", "index", study_of(tmp_path / "t", TEXTS).folder, "--json").stdout)
    assert named["pairs"] == inside["pairs"]
    unnamed = json.loads(here("items", "index", study.folder, "--controls", controls, "--json").stdout)
    assert unnamed["anchored"]["value"] is None


def test_what_cannot_be_told_says_why_and_what_was_left_out_is_listed(
    here: Callable[..., Result], tmp_path: Path
) -> None:
    study = study_of(tmp_path / "s", {name: TEXTS[name] for name in ("full", "compressed")}, {"full": "Alone."})
    text = here("items", "index", study.folder).stdout
    assert "Left out\n  P2: the compressed text is missing" in text
    (line,) = [line for line in text.splitlines() if line.startswith("anchored")]
    assert line.split()[1] == "-"
    assert "(" in line


def test_no_pair_with_both_texts_is_refused(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", {"full": "Alone."})
    done = here("items", "index", study.folder, "--json")
    (problem,) = json.loads(done.stdout)["problems"]
    assert done.exit_code == 2
    assert "full and one of compressed" in problem["what"]
    assert "ringtrue collect" in problem["remedy"]


@pytest.mark.parametrize("options", [("--backend", "word2vec"), ("--controls", "none.jsonl")])
def test_an_unknown_backend_or_file_is_refused(
    here: Callable[..., Result], tmp_path: Path, options: tuple[str, str]
) -> None:
    done = here("items", "index", study_of(tmp_path / "s", TEXTS).folder, *options)
    assert done.exit_code == 2
    assert options[1] in done.stderr
