"""Preset, design, grading and order in study.yaml: defaults, choices, refusals."""

from pathlib import Path
from typing import Any

import pytest

from pair_studies import pair_study
from ringtrue import Study
from ringtrue.protocols import load
from ringtrue.study.pair_settings import Form, check_form, is_pair_study
from ringtrue.study.settings import Settings
from ringtrue.terms import BadInput


def test_a_study_that_names_nothing_has_the_first_of_everything(tmp_path: Path) -> None:
    settings = pair_study(tmp_path / "s").settings
    form = settings.form
    assert (form.preset, form.design, form.grade, form.order) == ("5x7", "equivalence", "preferred", ())
    assert (form.items, form.raters, settings.raters) == (5, 7, 7)
    assert settings.protocol == settings.scored == load("pairs")
    assert form.as_dict() == {"preset": "5x7", "design": "equivalence", "grade": "preferred"}


def test_every_choice_is_applied(tmp_path: Path) -> None:
    chosen = {"preset": "3x10", "design": "discrimination", "grade": "both", "order": ["NARR", "TECH"]}
    settings = pair_study(tmp_path / "s", **chosen).settings
    assert settings.raters == 10
    assert settings.form.order == ("NARR", "TECH")
    assert settings.protocol.kinds["pair"].show == ("control", "compressed")
    assert [q.name for q in settings.protocol.kinds["pair"].questions][1:3] == ["vibe_a", "vibe_b"]
    assert [q.name for q in settings.scored.kinds["pair"].questions][1:3] == ["vibe", "logic"]
    assert settings.scored.suite[0].name == "at least 3 pairs"
    assert settings.protocol.hash == settings.scored.hash == load("pairs").hash


@pytest.mark.parametrize(
    ("chosen", "what"),
    [
        ({"preset": "5x8"}, "no such preset"),
        ({"preset": 7}, "no such preset"),
        ({"design": "equivalance"}, "no such design"),
        ({"grade": "neither"}, "no such grade"),
        ({"order": "NARR"}, "an order lists domains, each once, lowest first"),
        ({"order": ["NARR"]}, "an order lists domains, each once, lowest first"),
        ({"order": ["NARR", "NARR"]}, "an order lists domains, each once, lowest first"),
    ],
)
def test_what_there_is_not_is_refused(tmp_path: Path, chosen: dict[str, Any], what: str) -> None:
    with pytest.raises(BadInput) as refusal:
        pair_study(tmp_path / "s", **chosen)
    (problem,) = refusal.value.problems
    assert problem.what == what
    assert problem.remedy


def test_all_faults_come_together(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        pair_study(tmp_path / "s", preset="x", design="y", grade="z", order=[])
    assert len(refusal.value.problems) == 4


def test_create_writes_the_form_and_refuses_a_wrong_one_before_anything_is_made(tmp_path: Path) -> None:
    made = Study.create(tmp_path / "a", protocol="lite", form={"preset": "3x10", "grade": "both"})
    assert made.settings.form.as_dict() == {"preset": "3x10", "design": "equivalence", "grade": "both"}
    assert Study.open(tmp_path / "a").settings.form == made.settings.form
    with pytest.raises(BadInput) as refusal:
        Study.create(tmp_path / "b", protocol="lite", form={"preset": "9x9", "design": "x"})
    assert [problem.place for problem in refusal.value.problems] == ["--preset", "--design"]
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("name", ["blind", "scenarios", "recognition"])
def test_other_protocols_have_no_form(name: str) -> None:
    protocol = load(name)
    check_form(protocol, {})
    settings = Settings(protocol)
    assert settings.form == Form(protocol, protocol)
    assert settings.raters is None
    assert settings.form.as_dict() == {}
    with pytest.raises(BadInput) as refusal:
        check_form(protocol, {"preset": "5x7"})
    assert refusal.value.problems[0].remedy == "leave it out: this protocol has no preset"


def test_only_pairs_and_lite_have_the_outputs_of_pairs() -> None:
    assert [name for name in ("blind", "lite", "pairs", "recognition", "scenarios") if is_pair_study(load(name))] == [
        "lite",
        "pairs",
    ]
