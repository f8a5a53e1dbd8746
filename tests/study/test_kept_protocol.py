"""A study keeps the protocol it was made with and is scored by it; the installed version makes a second result."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ringtrue.files.yaml_file import read_yaml
from ringtrue.protocols.loader import data_of, hash_of, load
from ringtrue.study.kept_protocol import FILE, about_protocol
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

OWN = """\
name: warmth
version: {version}
scales: {{grade: {{type: steps, low: 1, high: 5, step: 1}}}}
kinds: {{reply: {{show: [clone], ask: {{warm: {{scale: grade, text: How warm?}}}}}}}}
measures: {{warmth: {{crossed: warm, kind: sound}}}}
verdict: [{{label: PASS, all: [warmth >= {limit}]}}, {{label: FAIL}}]
sound_verdict: [{{label: inconclusive}}]
"""


def own(folder: Path, version: str = "1.0.0", limit: int = 3) -> str:
    path = folder / "warmth.yaml"
    path.write_text(OWN.format(version=version, limit=limit), encoding="utf-8")
    return str(path)


@pytest.fixture
def rated(tmp_path: Path) -> Study:
    study = Study.create(tmp_path / "study", protocol=own(tmp_path))
    (study.folder / "items.yaml").write_text("[{id: A, kind: reply, prompt: p}]", encoding="utf-8")
    answers = tmp_path / "a.csv"
    answers.write_text("rater,item,question,value\nr1,A,warm,4\nr2,A,warm,3\n", encoding="utf-8")
    study.take_in([answers])
    return study


@pytest.mark.parametrize("name", ["blind", "pairs", "lite", "scenarios", "recognition"])
def test_a_new_study_keeps_the_whole_protocol(name: str, tmp_path: Path) -> None:
    study = Study.create(tmp_path / name, protocol=name)
    kept = read_yaml(study.folder / FILE).data
    assert "extends" not in kept
    assert hash_of(kept) == hash_of(data_of(name)) == load(name).hash
    assert Study.open(study.folder).settings == study.settings
    assert Study.open(study.folder).doctor() == []


def test_a_protocol_that_extends_a_file_elsewhere_is_kept_whole(tmp_path: Path) -> None:
    own(tmp_path)
    (tmp_path / "hot.yaml").write_text("extends: warmth.yaml\nname: hot\nversion: 1.0.0\n", encoding="utf-8")
    study = Study.create(tmp_path / "study", protocol=str(tmp_path / "hot.yaml"))
    for path in tmp_path.glob("*.yaml"):
        path.unlink()
    again = Study.open(study.folder)
    assert (again.settings.protocol.name, again.settings.data["protocol"]) == ("hot", FILE)
    assert Study.restore(again.backup(tmp_path / "b"), tmp_path / "r").settings.protocol == study.settings.protocol


def installed(study: Study, **changed: Any) -> None:
    """Have study.yaml name a protocol file that is not as the kept one was: as after an update."""
    data = read_yaml(study.folder / FILE).data
    path = study.folder / "newer.yaml"
    path.write_text(json.dumps({**data, **changed}), encoding="utf-8")
    text = (study.folder / "study.yaml").read_text(encoding="utf-8")
    (study.folder / "study.yaml").write_text(text.replace(f'"{FILE}"', "newer.yaml"), encoding="utf-8")


def test_a_later_version_changes_nothing_but_can_make_a_second_result(rated: Study) -> None:
    first = rated.score(replicates=20)
    stricter = [{"label": "PASS", "all": ["warmth >= 4"]}, {"label": "FAIL"}]
    installed(rated, version="2.0.0", verdict=stricter)
    study = Study.open(rated.folder)
    assert study.doctor() == []
    assert study.score(replicates=20) == first
    second = study.score(replicates=20, protocol="current")
    assert (first.verdict.label, second.verdict.label) == ("PASS", "FAIL")
    assert second.protocol["version"] == "2.0.0"
    assert second.protocol["made_with"] == first.protocol["hash"]
    assert "is not the protocol this study was made with (1.0.0" in second.notes[0]
    on_disk = {
        name: json.loads((rated.folder / name).read_text(encoding="utf-8"))["verdict"]["label"]
        for name in ("result.json", "result-current.json")
    }
    assert on_disk == {"result.json": "PASS", "result-current.json": "FAIL"}
    newest = study.latest()
    assert newest is not None
    assert newest.result == first
    assert study.doctor() == []


def test_where_nothing_has_changed_the_second_result_says_so(rated: Study) -> None:
    first, second = rated.score(replicates=20), rated.score(replicates=20, protocol="current")
    assert second.estimates == first.estimates
    assert "which is the protocol this study was made with" in second.notes[0]


def test_a_kept_protocol_that_was_changed_is_reported_and_not_scored_by(rated: Study, tmp_path: Path) -> None:
    (rated.folder / FILE).write_text(OWN.format(version="1.0.0", limit=1), encoding="utf-8")
    study = Study.open(rated.folder)
    assert [problem.place for problem in study.doctor()] == ["protocol"]
    with pytest.raises(BadInput) as refusal:
        study.score(replicates=20)
    assert "made with warmth 1.0.0" in refusal.value.problems[0].what
    assert "--protocol current" in refusal.value.problems[0].remedy
    assert study.score(replicates=20, protocol="current").verdict.label == "PASS"


def test_a_kept_protocol_cannot_claim_to_give_the_same_numbers(rated: Study) -> None:
    text = OWN.format(version="1.0.0", limit=1) + f"same_numbers: [{rated.settings.protocol.hash}]\n"
    (rated.folder / FILE).write_text(text, encoding="utf-8")
    study = Study.open(rated.folder)
    assert [problem.place for problem in study.doctor()] == ["protocol"]
    with pytest.raises(BadInput, match="made with warmth"):
        study.score(replicates=20)


def test_a_copy_under_the_name_of_a_built_in_protocol_is_told_apart(rated: Study) -> None:
    lite = load("lite")
    assert about_protocol(lite) == about_protocol(rated.settings.protocol) == ()
    (note,) = about_protocol(replace(lite, hash="ab" * 32))
    assert "edited copy" in note
    assert lite.hash[:12] in note


def older(study: Study, **changed: Any) -> Study:
    """The study as a version that kept no protocol left it, with the protocol installed now."""
    installed(study, **changed)
    (study.folder / FILE).unlink()
    return Study.open(study.folder)


def test_an_older_study_is_scored_by_the_installed_protocol_where_the_hash_fits(rated: Study) -> None:
    first = rated.score(replicates=20)
    study = older(rated)
    assert study.doctor() == []
    assert study.score(replicates=20) == first


def test_or_where_the_installed_one_says_that_it_gives_the_same_numbers(rated: Study) -> None:
    study = older(rated, version="1.0.1", same_numbers=[rated.settings.protocol.hash])
    assert study.doctor() == []
    assert study.status()["protocol_changed"] is False
    assert study.score(replicates=20).verdict.label == "PASS"


def test_and_else_it_opens_and_says_what_to_do(rated: Study) -> None:
    study = older(rated, version="2.0.0")
    assert study.status()["protocol_changed"] is True
    with pytest.raises(BadInput) as refusal:
        study.score(replicates=20)
    assert "the protocol here is warmth 2.0.0" in refusal.value.problems[0].what
    assert FILE in refusal.value.problems[0].remedy
    assert study.score(replicates=20, protocol="current").protocol["version"] == "2.0.0"


@pytest.mark.parametrize("name", ["blind", "pairs", "lite", "scenarios", "recognition"])
def test_no_earlier_text_of_a_built_in_protocol_gives_the_same_numbers(name: str) -> None:
    # Their sound verdicts follow other rules: a study made with one of them is not scored by these without being asked.
    assert load(name).same_numbers == ()


def test_a_study_that_names_another_protocol_opens_and_is_not_scored(rated: Study) -> None:
    (rated.folder / "study.yaml").write_text("protocol: lite\n", encoding="utf-8")
    (rated.folder / "items.yaml").write_text("[]", encoding="utf-8")
    study = Study.open(rated.folder)
    assert study.settings.protocol.name == "lite"
    assert [problem.place for problem in study.doctor()] == ["protocol"]
    with pytest.raises(BadInput, match="made with warmth"):
        study.score(replicates=20)
