from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.protocols import load
from ringtrue.study.gold import gold_text, without_sample
from ringtrue.terms import BadInput, Item


def study_with(folder: Path, line: str) -> Study:
    Study.create(folder, protocol="lite")
    file = folder / "study.yaml"
    file.write_text(file.read_text(encoding="utf-8") + line, encoding="utf-8")
    return Study.open(folder)


def test_no_gold_is_no_text(tmp_path: Path) -> None:
    study = study_with(tmp_path / "s", "")
    assert gold_text(study.folder, study.settings) == ""


def test_a_file_beside_the_study_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text("here", encoding="utf-8")
    study = study_with(tmp_path / "s", "gold: gold.txt\n")
    assert gold_text(study.folder, study.settings) == "here"
    (study.folder / "gold.txt").write_text("\n  beside \n", encoding="utf-8")
    assert gold_text(study.folder, study.settings) == "beside"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    study = study_with(tmp_path / "s", "gold: none.txt\n")
    with pytest.raises(BadInput):
        gold_text(study.folder, study.settings)


def test_questions_about_a_sample_that_is_not_there_are_told_of() -> None:
    pairs = load("pairs")
    own = Item("B", "pair", "p", fields={"gold": "Words of the person."}, status="accepted")
    items = [Item("A", "pair", "p", status="accepted"), own, Item("C", "pair", "p", status="pending")]
    assert without_sample(pairs, items, "").startswith("1 of 2 items have no sample of the true voice")
    assert without_sample(pairs, items, "A whole page of it.") == ""
    assert without_sample(pairs, [own], "") == ""
    assert without_sample(load("scenarios"), [Item("S", "scenario", "p", status="accepted")], "") == ""
