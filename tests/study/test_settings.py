"""study.yaml, read with all its faults."""

from pathlib import Path
from typing import Any

import pytest

from pair_studies import pair_study
from ringtrue.files.yaml_file import write_yaml
from ringtrue.protocols.loader import data_of, graded_both, load
from ringtrue.study.settings import (
    Settings,
    StudyForm,
    check_form,
    gold_text,
    read_settings,
    without_sample,
    write_settings,
)
from ringtrue.study.study import Study
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput


def settings(tmp_path: Path, text: str) -> Path:
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_example_of_the_contract_is_read(tmp_path: Path) -> None:
    text = """\
protocol: recognition
subject: {name: Ada Example, folder: ../ada, consent: "signed 2026-01-02"}
speakers:
  clone: {kind: openai, model: m, url: http://127.0.0.1:8080/v1, system: prompt.md, temperature: 0.7, key_env: MY_KEY}
scope: M1
seed: 7
"""
    read = read_settings(settings(tmp_path, text))
    assert (read.protocol.name, read.subject, read.scope, read.seed) == ("recognition", "Ada Example", "M1", 7)


def test_every_fault_is_told_together(tmp_path: Path) -> None:
    text = """\
protocl: blind
speakers: {clone: {kind: openai, api_key: sk-123}}
seed: -1
"""
    with pytest.raises(BadInput) as refusal:
        read_settings(settings(tmp_path, text))
    found = {(problem.place, problem.what) for problem in refusal.value.problems}
    assert found == {
        ("line 1, protocl", "unknown key 'protocl'"),
        ("line 2, speakers.clone.api_key", "a secret has no place here"),
        ("line 1", "the key 'protocol' is missing"),
        ("line 3, seed", "'seed' is not a whole number from 0 up"),
    }
    assert "sk-123" not in str([problem.as_dict() for problem in refusal.value.problems])


def test_a_scope_must_be_one_of_the_protocols(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="unknown scope 'M9'"):
        read_settings(settings(tmp_path, "protocol: recognition\nscope: M9\n"))


def test_a_protocol_file_beside_it_is_found(tmp_path: Path) -> None:
    from importlib.resources import files

    text = (
        (files("ringtrue.protocols") / "lite.yaml").read_text(encoding="utf-8").replace("name: lite", "name: mine", 1)
    )
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert read_settings(settings(tmp_path, "protocol: mine.yaml\n")).protocol.name == "mine"


@pytest.mark.parametrize(
    ("line", "taken"), [("", False), ("ties: false\n", False), ("ties: true\n", True), ("ties:\n", False)]
)
def test_a_choice_is_forced_unless_the_study_takes_ties(tmp_path: Path, line: str, taken: bool) -> None:
    read = read_settings(settings(tmp_path, f"protocol: blind\n{line}"))
    assert read.protocol.scales["real-one"].ties is taken
    assert read.scored.scales["real-one"].ties is taken
    assert read.protocol.hash == load("blind").hash


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("protocol: blind\nties: sometimes\n", "'ties' is not true or false"),
        ("protocol: scenarios\nties: true\n", "'ties' means nothing here"),
    ],
)
def test_ties_are_true_or_false_and_about_picks(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_settings(settings(tmp_path, text))
    (problem,) = refusal.value.problems
    assert (problem.place, problem.what) == ("line 2, ties", what)
    assert problem.remedy


@pytest.mark.parametrize("subject", ["Ada Example", 'a "quoted" name', "back\\slash", "no", "12:30"])
def test_what_is_written_is_read_back(tmp_path: Path, subject: str) -> None:
    write_settings(tmp_path, "pairs", load("pairs"), subject, None, None)
    assert read_settings(tmp_path).subject == subject


def test_settings_nobody_knows_keep_no_study_from_being_opened(tmp_path: Path) -> None:
    text = """\
protocol: pairs
speakers: {full: {kind: openai, model: m, url: "", top_k: 5, temperature: hot, 7: 8}}
judges: {panel: {kind: openai, model: 7, extra: 3}}
"""
    assert read_settings(settings(tmp_path, text)).protocol.name == "pairs"


def test_numbers_may_begin_or_end_with_their_point(tmp_path: Path) -> None:
    text = "protocol: pairs\nspeakers: {full: {kind: openai, model: m, temperature: .3, top_p: 1.}}\n"
    found = read_settings(settings(tmp_path, text)).data["speakers"]["full"]
    assert (found["temperature"], found["top_p"]) == (0.3, 1.0)


# Preset, design, grading and order in study.yaml: defaults, choices, refusals.


def test_a_study_that_names_nothing_has_what_its_protocol_says(tmp_path: Path) -> None:
    settings = pair_study(tmp_path / "s").settings
    form = settings.form
    assert (form.preset, form.design, form.grade, form.order) == ("5x7", "equivalence", "both", ())
    assert (form.items, form.raters, settings.raters) == (5, 7, 7)
    assert settings.scored == load("pairs")
    assert settings.protocol == graded_both(load("pairs"))
    assert form.as_dict() == {"preset": "5x7", "design": "equivalence", "grade": "both"}


@pytest.mark.parametrize("protocol", ["pairs", "lite"])
def test_the_preferred_text_alone_is_graded_where_study_or_protocol_says_so(tmp_path: Path, protocol: str) -> None:
    chosen = {"grade": "preferred"} if protocol == "pairs" else {}
    settings = pair_study(tmp_path / "s", protocol, **chosen).settings
    assert settings.form.grade == "preferred"
    assert settings.protocol == settings.scored == load(protocol)


def test_a_protocol_of_before_that_says_nothing_of_grades_grades_the_preferred_text(tmp_path: Path) -> None:
    before = {key: value for key, value in data_of("pairs").items() if key != "grade"}
    write_yaml(tmp_path / "before.yaml", before | {"name": "before"})
    assert read_settings(settings(tmp_path, "protocol: before.yaml\n")).form.grade == "preferred"


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
        ({"preset": "5x8"}, "unknown preset '5x8'"),
        ({"preset": 7}, "unknown preset '7'"),
        ({"design": "equivalance"}, "unknown design 'equivalance'"),
        ({"grade": "neither"}, "unknown grade 'neither'"),
        ({"order": "NARR"}, "'order' is not a list of domains, each once, lowest first"),
        ({"order": ["NARR"]}, "'order' is not a list of domains, each once, lowest first"),
        ({"order": ["NARR", "NARR"]}, "'order' is not a list of domains, each once, lowest first"),
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
    assert settings.form == StudyForm(protocol, protocol)
    assert settings.raters is None
    assert settings.form.as_dict() == {}
    with pytest.raises(BadInput) as refusal:
        check_form(protocol, {"preset": "5x7"})
    assert refusal.value.problems[0].remedy == "leave it out: this protocol has no preset"


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


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("protocol: [blind]\n", "'protocol' is not the name of a protocol, or of its file"),
        ("protocol: {version: 1}\n", "the protocol has no name"),
        ("protocol: blind\nspeakers: sk-LEAK\n", "'speakers' is not a table of names"),
        ("- protocol: blind\n", "the file is not a table"),
    ],
)
def test_what_is_not_of_its_type_is_refused_and_a_key_not_repeated(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_settings(settings(tmp_path, text))
    (problem,) = refusal.value.problems
    assert (problem.what, "LEAK" in str(problem.as_dict())) == (what, False)
    assert problem.remedy


def test_keys_without_a_value_are_not_set(tmp_path: Path) -> None:
    read = read_settings(settings(tmp_path, "protocol: pairs\nspeakers:\njudges: {}\nseed:\norder:\npreset:\n"))
    assert (read.seed, read.form.preset) == (20261115, "5x7")
