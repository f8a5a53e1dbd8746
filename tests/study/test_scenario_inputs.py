"""What a run is given: every fault of every part in one list, and what makes a run another run."""

from pathlib import Path
from typing import Any

import pytest

from ringtrue.study.scenario_inputs import RunGiven, read_inputs
from ringtrue.terms import BadInput, Problem
from scenario_files import run_files, scenario_data, write_lines_file

OPENAI = "openai:m@http://127.0.0.1:9/v1"


@pytest.fixture
def given(tmp_path: Path) -> RunGiven:
    scenarios, prompt = run_files(tmp_path, 50)
    return RunGiven(scenarios, prompt, OPENAI, (OPENAI,))


def changed(given: RunGiven, **more: Any) -> RunGiven:
    fields = {name: getattr(given, name) for name in RunGiven.__dataclass_fields__}
    return RunGiven(**{**fields, **more})


def problems_of(given: RunGiven) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        read_inputs(given)
    return caught.value.problems


def test_sound_inputs_are_read(given: RunGiven) -> None:
    inputs = read_inputs(given)
    assert inputs.scenarios.count == 50
    assert inputs.prompt.startswith("# Nora Quill")
    assert (inputs.clone.name, inputs.clone.kind) == ("clone", "openai")
    assert [judge.name for judge in inputs.judges] == ["judge"]
    assert inputs.warnings == ()
    assert inputs.note == ""


def test_faults_of_all_parts_come_in_one_list(given: RunGiven, tmp_path: Path) -> None:
    short = tmp_path / "short.md"
    short.write_text("x" * 100)
    few = write_lines_file(tmp_path / "few.jsonl", [scenario_data(1), {**scenario_data(1), "type": "odd"}])
    wrong = changed(
        given, scenarios=few, prompt=short, speaker="opnai:m", judges=("carrier-pigeon:x",), language="tlh",
        settings=("temperature=1", "speaker.api_key=abc"),
    )  # fmt: skip
    said = {
        (Path(problem.file).name, problem.place.partition(", ")[2] or problem.place) for problem in problems_of(wrong)
    }
    assert said == {
        ("few.jsonl", "type"),
        ("few.jsonl", "id"),
        ("few.jsonl", "scenarios"),
        ("short.md", "whole file"),
        ("command line", "--speaker"),
        ("command line", "--judge"),
        ("command line", "--language"),
        ("command line", "--set"),
    }


@pytest.mark.parametrize(("size", "refused"), [(100, True), (101, False)])
def test_a_prompt_is_longer_than_100_bytes(given: RunGiven, tmp_path: Path, size: int, refused: bool) -> None:
    prompt = tmp_path / "p.md"
    prompt.write_text("é" * (size // 2) + "x" * (size % 2), encoding="utf-8")
    if refused:
        (problem,) = problems_of(changed(given, prompt=prompt))
        assert problem.value == "100 bytes"
    else:
        assert read_inputs(changed(given, prompt=prompt))


def test_a_prompt_of_blanks_or_none_at_all_is_refused(given: RunGiven, tmp_path: Path) -> None:
    prompt = tmp_path / "p.md"
    prompt.write_text(" \n" * 100)
    assert problems_of(changed(given, prompt=prompt))
    assert "no such file" in problems_of(changed(given, prompt=tmp_path / "nowhere.md"))[0].what


def test_a_missing_knowledge_base_is_a_warning(given: RunGiven, tmp_path: Path) -> None:
    inputs = read_inputs(changed(given, knowledge_base=tmp_path / "nowhere"))
    assert inputs.warnings == (f"there is no knowledge base at {tmp_path / 'nowhere'}: the run goes on without it",)


def test_settings_are_set_by_name(given: RunGiven) -> None:
    settings = ("speaker.temperature=0.2", "judge.key_env=JUDGE_KEY", "speaker.prices.in=2.5", "speaker.prices.out=10")
    inputs = read_inputs(changed(given, settings=settings))
    assert inputs.clone.settings["temperature"] == 0.2
    assert inputs.clone.settings["prices"] == {"in": 2.5, "out": 10}
    assert inputs.judges[0].settings["key_env"] == "JUDGE_KEY"


def test_several_judges_are_told_apart(given: RunGiven) -> None:
    inputs = read_inputs(changed(given, judges=(OPENAI, "anthropic:j")))
    assert [judge.name for judge in inputs.judges] == ["judge-1", "judge-2"]


def test_what_makes_other_answers_changes_the_identity(given: RunGiven, tmp_path: Path) -> None:
    before = read_inputs(given).identity()
    base = tmp_path / "kb"
    base.mkdir()
    (base / "a.md").write_text("The ferry was built in 1931.")
    (tmp_path / "other.md").write_text("Another prompt. " * 20)
    for change, names in (
        ({"settings": ("speaker.temperature=0.2",)}, {"speaker"}),
        ({"settings": ("speaker.prices.in=2",)}, set()),  # what it costs is not what it says
        ({"settings": ("judge.key_env=OTHER",)}, set()),
        ({"prompt": tmp_path / "other.md"}, {"prompt"}),
        ({"knowledge_base": base}, {"kb"}),
        ({"knowledge_base": tmp_path / "nowhere"}, set()),
        ({"repeats": 2}, {"repeats"}),
        ({"language": "pt"}, {"language"}),
        ({"judges": (OPENAI, "local")}, {"judge", "judge-1", "judge-2"}),
        ({"allow_small": True}, set()),
    ):
        after = read_inputs(changed(given, **change)).identity()
        assert {name for name in {*before, *after} if before.get(name) != after.get(name)} == names, change
    first = read_inputs(changed(given, knowledge_base=base)).identity()["kb"]
    (base / "a.md").write_text("The ferry was built in 1932.")
    assert read_inputs(changed(given, knowledge_base=base)).identity()["kb"] != first


def test_the_embedded_model_makes_it_a_smoke_test(given: RunGiven) -> None:
    assert "Smoke test" in read_inputs(changed(given, speaker="local")).note
    assert "Smoke test" in read_inputs(changed(given, judges=("local",))).note


def test_a_knowledge_base_without_a_text_is_a_warning(given: RunGiven, tmp_path: Path) -> None:
    base = tmp_path / "kb"
    base.mkdir()
    (base / "empty.md").write_text(" \n")
    (base / "picture.png").write_bytes(b"\x89PNG")
    (warning,) = read_inputs(changed(given, knowledge_base=base)).warnings
    assert warning == f"the knowledge base at {base} holds no text (.txt or .md): nothing can be looked up"
    (base / "a.md").write_text("The ferry was built in 1931.")
    assert read_inputs(changed(given, knowledge_base=base)).warnings == ()


def test_the_same_judge_twice_is_one_judge_asked_twice(given: RunGiven) -> None:
    (problem,) = problems_of(changed(given, judges=(OPENAI, "anthropic:j", f"{OPENAI}/")))
    assert (problem.file, problem.place, problem.value) == ("command line", "--judge", f"{OPENAI}/")
    assert "--repeats" in problem.remedy
    assert problems_of(changed(given, judges=(OPENAI, OPENAI.replace("m@", "k@")), settings=("judge.model=x",)))


def test_documented_words_neither_answer_scenarios_nor_judge_them(given: RunGiven) -> None:
    found = problems_of(changed(given, speaker="documented", judges=("documented",)))
    assert [(problem.place, problem.value) for problem in found] == [
        ("--speaker", "documented"),
        ("--judge", "documented"),
    ]
    assert all("quote nobody" in problem.what for problem in found)


def test_whose_clone_it_is_comes_with_a_prompt_that_was_composed(given: RunGiven, tmp_path: Path) -> None:
    clone = tmp_path / "nora-quill"
    clone.mkdir()
    (clone / "SOUL.md").write_text("# Values\n\nSafety first, then the crew, then the timetable. " * 3)
    assert read_inputs(changed(given, prompt=clone)).subject == "nora-quill"
    assert read_inputs(given).subject == ""


@pytest.mark.parametrize("argument", ["' '", "''"])
def test_an_argument_of_a_program_may_be_blank(given: RunGiven, argument: str) -> None:
    program = read_inputs(changed(given, speaker=f"command:prog {argument}")).clone.settings["program"]
    assert list(program) == ["prog", argument.strip("'")]


def test_what_study_yaml_would_refuse_is_refused_before_it_is_written(given: RunGiven) -> None:
    (problem,) = problems_of(changed(given, speaker="command:' ' x", settings=("speaker.temperature=1",)))
    assert (problem.file, problem.place) == ("command line", "--speaker")
    assert problem.value.startswith("program=")


@pytest.mark.parametrize(
    "setting",
    ["temperature=9", "prices.in=-1", 'file="a\\u0000b"', 'ca="\\ud800"', 'program=["./a\\u0000b"]', "program=[1]",
     'stop="\\ud800"', 'extra.x="\\ud800"', 'extra={"a": [{"\\ud800": 1}]}', f"extra.a={'[' * 500}{']' * 500}"],
)  # fmt: skip
def test_a_fault_of_a_setting_is_told_once(given: RunGiven, setting: str) -> None:
    (problem,) = problems_of(changed(given, settings=(f"speaker.{setting}",)))
    assert problem.place == "--set"


def test_a_knowledge_base_whose_name_no_file_can_hold_is_refused_and_such_a_prompt_is_not(
    given: RunGiven, tmp_path: Path
) -> None:
    odd = tmp_path / "caf\udce9"
    odd.mkdir()
    prompt = odd / "prompt.md"
    prompt.write_bytes(given.prompt.read_bytes())
    assert read_inputs(changed(given, prompt=prompt)).prompt
    (problem,) = problems_of(changed(given, knowledge_base=odd))
    assert problem.value.startswith("kb")
