"""`ringtrue items select` and `ringtrue items index`, as a user types them."""

import json
from pathlib import Path

import pytest

from pair_studies import pair_entries, pair_study


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    study = pair_study(tmp_path / "s")
    entries = pair_entries(10, status="pending")
    study.items_file.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return study.folder


def test_selecting_and_undoing(here, folder: Path) -> None:
    done = here("items", "select", folder)
    assert done.exit_code == 0
    assert "5 pairs accepted, 5 set aside" in done.output
    assert "Next: ringtrue items check" in done.output
    undone = here("items", "select", folder, "--undo", "--json")
    assert json.loads(undone.stdout) == {"undone": 10}


def test_an_open_place_is_told_with_the_nearest_and_exit_code_1(here, folder: Path) -> None:
    items = folder / "items.jsonl"
    items.write_text(items.read_text(encoding="utf-8").replace('"pfi_model": 0.8,', '"pfi_model": 0.7,'), "utf-8")
    done = here("items", "select", folder)
    assert done.exit_code == 1
    assert "1 place has no pair that fits: nothing was changed." in done.output
    assert "no pair of NARR has an index of 0.8 to 0.84; nearest: P" in done.output
    document = json.loads(here("items", "select", folder, "--json").stdout)
    assert document["written"] is False
    assert document["choices"][-1]["pair"] is None
    assert document["choices"][-1]["stratum"] == "low"
    taken = here("items", "select", folder, "--nearest")
    assert taken.exit_code == 0
    assert "the nearest" in taken.output


def test_a_place_nothing_is_near_asks_for_more_pairs(here, folder: Path) -> None:
    items = folder / "items.jsonl"
    kept = [line for line in items.read_text(encoding="utf-8").splitlines() if "NARR" not in line]
    items.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert "Import more pairs" in here("items", "select", folder, "--nearest").output


def test_the_second_preset_and_places_of_ones_own(here, folder: Path, tmp_path: Path) -> None:
    assert "3 pairs accepted, 7 set aside" in here("items", "select", folder, "--preset", "3x10").output
    strata = tmp_path / "strata.yaml"
    strata.write_text("pairs: [{domain: TECH, stratum: high}]\n", encoding="utf-8")
    assert "1 pairs accepted, 9 set aside" in here("items", "select", folder, "--strata", strata).output


def test_bad_input_is_refused_with_exit_code_2(here, folder: Path, tmp_path: Path) -> None:
    assert here("items", "select", folder, "--preset", "9x9").exit_code == 2
    assert here("items", "select", folder, "--strata", tmp_path / "none.yaml").exit_code == 2


def test_the_index_is_computed_shown_and_written(here, folder: Path) -> None:
    done = here("items", "index", folder)
    assert done.exit_code == 0
    assert "Model index of 10 pairs by tfidf" in done.output
    assert "no pair has the texts this needs" in done.output  # there is no other persona
    document = json.loads(here("items", "index", folder, "--json").stdout)
    assert document["definition"]["backend"].startswith("tfidf")
    assert len(document["pairs"]) == 10
    assert document["anchored"]["value"] is None
    first = json.loads((folder / "items.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["pfi_model"] == pytest.approx(document["pairs"][0]["raw"]["value"], abs=1e-6)


def test_an_unknown_backend_is_refused(here, folder: Path) -> None:
    refused = here("items", "index", folder, "--backend", "word2vec")
    assert refused.exit_code == 2
    assert "take one of" in refused.output
