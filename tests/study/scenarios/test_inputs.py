"""What a run is given: every fault of every part in one list, and what makes a run another run."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as given_overrides
from hypothesis import strategies as st

from ringtrue.calls.speaker_settings import SECRET
from ringtrue.files.problems import Problems
from ringtrue.study.scenarios.inputs import RunGiven, absolute_paths, merged, path_settings, read_inputs, read_overrides
from ringtrue.terms.problem import BadInput, Problem
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
    assert inputs.warnings == (f"there is no knowledge base at {tmp_path / 'nowhere'}: the run continues without it",)


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


# `--set`: what it says becomes tables of settings, and what it cannot say is refused, all of it together.


names = st.text("abcdefgh_", min_size=1, max_size=6).filter(lambda name: name not in SECRET)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)


def read(*texts: str) -> dict[str, dict[str, Any]]:
    problems = Problems()
    found = read_overrides(texts, problems)
    problems.raise_if_any()
    return found


def refused(*texts: str) -> BadInput:
    with pytest.raises(BadInput) as refusal:
        read(*texts)
    return refusal.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("speaker.extra.x=0.2", 0.2),
        ("speaker.extra.x=true", True),
        ("speaker.extra.x=null", None),
        ('speaker.extra.x=["a", 1]', ["a", 1]),
        ("speaker.extra.x=warm", "warm"),
        ("speaker.extra.x=", ""),
        ("speaker.extra.x=a=b", "a=b"),
        (" speaker.extra.x =1", 1),
        ("speaker.extra.x=雪", "雪"),
        ("speaker.extra.x=.3", 0.3),
        ("speaker.extra.x=3.", 3.0),
        ("speaker.extra.x=-.5e1", -5.0),
        ("speaker.extra.x=+2", 2.0),
        ("speaker.extra.x=1.2.3", "1.2.3"),
        ("speaker.extra.x=.", "."),
        ("speaker.extra.x=NaN", "NaN"),
        ("speaker.extra.x=1e999", "1e999"),
        ("speaker.extra.x=[1e999]", "[1e999]"),
    ],
)
def test_a_value_is_json_or_a_number_or_else_the_text_itself(text: str, value: object) -> None:
    assert read(text) == {"speaker": {"extra": {"x": value}}}


@pytest.mark.parametrize("name", ["seed", "temperature", "prices.in", "threads", "url"])
@pytest.mark.parametrize("digits", [400, 5000])
def test_a_number_of_hundreds_of_digits_is_refused_in_few(name: str, digits: int) -> None:
    (problem,) = refused(f"speaker.{name}={'1' * digits}").problems
    assert len(problem.value) < 300


@pytest.mark.parametrize(("text", "value"), [(".3", 0.3), ("2.", 2.0), ("1", 1), ("null", None)])
def test_a_number_may_begin_or_end_with_its_point(text: str, value: object) -> None:
    assert read(f"speaker.temperature={text}") == {"speaker": {"temperature": value}}


@pytest.mark.parametrize("name", ["7", "4.1", "true"])
def test_a_model_may_be_called_like_a_number(name: str) -> None:
    assert read(f"judge.model={name}") == {"judge": {"model": name}}


def test_settings_nobody_knows_and_values_out_of_range_are_refused_together() -> None:
    given = ("speaker.temprature=2", "judge.temperature=hot", "speaker.max_tokens=-5", "speaker.prices.in=abc")
    problems = {problem.value: problem for problem in refused(*given).problems}
    assert set(problems) == {
        "speaker.temprature",
        "judge.temperature=hot",
        "speaker.max_tokens=-5",
        "speaker.prices.in=abc",
    }
    assert problems["speaker.temprature"].remedy.startswith("did you mean temperature?")
    assert "extra.temprature" in problems["speaker.temprature"].remedy
    assert "from 0 to 2" in problems["judge.temperature=hot"].remedy


@pytest.mark.parametrize(
    ("text", "option"),
    [("speaker.system=p.md", "--prompt"), ("speaker.kb=texts", "--kb"), ("judge.repeats=2", "--repeats"),
     ("judge.language=pt", "--language")],
)  # fmt: skip
def test_what_has_an_option_of_its_own_is_not_set_beside_it(text: str, option: str) -> None:
    (problem,) = refused(text).problems
    assert problem.remedy == f"use {option}"


@pytest.mark.parametrize(
    "text",
    ["speaker.key_env=sk-LEAKED", "speaker.headers.authorization=LEAKED", "speaker.key_file=sk-LEAKEDLEAKEDLEAKED",
     "speaker.extra.Authorization=LEAKED", 'speaker.extra={"x": [{"api-key": "LEAKED"}]}', "speakr.api_key=LEAKED",
     "speaker.prices.key2=sk-LEAKED", "speaker.temperature=sk-LEAKED", "speaker.temperature=Bearer LEAKED",
     "speaker.extra.openai_api_key=LEAKED", "sk-LEAKED", 'speaker.stop=[["sk-LEAKED"]]', "speaker.api_key=[LEAKED]",
     'speaker.token={"a": "LEAKED"}',
     "speaker.url=http://me:LEAKED@h/v1", "speaker.url=http://h/v1?k=LEAKED", "speaker.headers=LEAKED"],
)  # fmt: skip
def test_a_key_in_the_wrong_place_is_refused_and_not_repeated(text: str) -> None:
    assert "LEAKED" not in json.dumps([problem.as_dict() for problem in refused(text).problems])


def test_a_property_of_a_schema_may_be_called_as_secrets_are() -> None:
    told = read('speaker.extra.schema.properties.token={"type": "string"}', "speaker.extra.schema.key.type=string")
    assert told["speaker"]["extra"]["schema"] == {
        "properties": {"token": {"type": "string"}},
        "key": {"type": "string"},
    }


def test_points_lead_into_tables_and_later_texts_win() -> None:
    told = read("judge.prices.in=1", "judge.prices.out=2", "speaker.model=m", "judge.prices.in=3")
    assert told == {"judge": {"prices": {"in": 3, "out": 2}}, "speaker": {"model": "m"}}


@given_overrides(st.lists(names, min_size=1, max_size=4), values)
def test_what_was_written_as_json_is_read_back(keys: list[str], value: object) -> None:
    found: Any = read(f"speaker.extra.{'.'.join(keys)}={json.dumps(value)}")["speaker"]["extra"]
    for key in keys:
        found = found[key]
    assert found == value


@pytest.mark.parametrize(
    "text", ["", "=", "speaker", "speaker=1", "speaker.=1", ".a=1", "speaker..a=1", "person.a=1", "Speaker.a=1", "a b"]
)
def test_what_names_nothing_to_set_is_refused_with_an_example(text: str) -> None:
    (problem,) = refused(text).problems
    assert (problem.file, problem.place, problem.value) == ("command line", "--set", text.partition("=")[0])
    assert "--set speaker.temperature=0.2" in problem.remedy


@pytest.mark.parametrize("secret", SECRET)
@pytest.mark.parametrize("path", ["speaker.{}", "judge.extra.{}"])
def test_a_secret_is_refused_and_not_repeated(secret: str, path: str) -> None:
    place = path.format(secret)
    (problem,) = refused(f"{place}=hunter2").problems
    assert problem.value == place
    assert "hunter2" not in json.dumps(problem.as_dict())
    assert f"--set {place.partition('.')[0]}.key_env=NAME" in problem.remedy


def test_all_faults_are_told_together() -> None:
    assert len(refused("nobody.a=1", "speaker.seed=1", "judge.token=x", "=").problems) == 3


@pytest.mark.parametrize("first", ["1", "[1]", "text", "null"])
def test_a_setting_within_one_that_is_no_table_is_refused(first: str) -> None:
    problem, *_ = refused(f"speaker.prices={first}", "speaker.prices.in=2").problems
    assert (problem.place, problem.value) == ("--set", "speaker.prices.in")
    assert "speaker.prices" in problem.what


def test_a_setting_within_a_table_given_as_json_is_put_into_it() -> None:
    assert read('speaker.prices={"in": 1}', "speaker.prices.out=2") == {"speaker": {"prices": {"in": 1, "out": 2}}}


@pytest.mark.parametrize("value", ["[" * 100_000, '{"a":' * 100_000])
def test_json_nested_beyond_reason_is_taken_as_text(value: str) -> None:
    assert read(f"speaker.extra.a={value}")["speaker"]["extra"]["a"] == value


@given_overrides(st.lists(st.text("speakrjudg.=[]{}\"' 01é\n", max_size=20), max_size=5))
def test_no_text_does_more_than_refuse(texts: list[str]) -> None:
    problems = Problems()
    assert set(read_overrides(texts, problems)) <= {"speaker", "judge"}


def test_tables_are_put_over_tables_key_by_key_and_anything_else_is_replaced() -> None:
    settings = {"prices": {"in": 1, "out": 2}, "model": "m", "stop": ["a"], "extra": {"a": 1}}
    over = {"prices": {"out": 5}, "stop": ["b"], "extra": 7, "new": {"x": 1}}
    assert merged(settings, over) == {
        "prices": {"in": 1, "out": 5},
        "model": "m",
        "stop": ["b"],
        "extra": 7,
        "new": {"x": 1},
    }


@given_overrides(st.dictionaries(names, values, max_size=4), st.dictionaries(names, values, max_size=4))
def test_what_was_put_over_stands_and_putting_it_twice_changes_nothing(
    settings: dict[str, Any], over: dict[str, Any]
) -> None:
    once = merged(dict(settings), over)
    assert once.keys() == settings.keys() | over.keys()
    assert all(once[key] == value for key, value in over.items() if not isinstance(value, dict))
    assert all(once[key].items() >= value.items() for key, value in over.items() if isinstance(value, dict))
    assert merged(dict(once), over) == once


# Paths typed in one folder mean the same files in another.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("judge.sh", "bin/judge", "answers.jsonl", "tool"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("", encoding="utf-8")
    return tmp_path


def test_files_are_named_in_full(folder: Path) -> None:
    found = absolute_paths(
        "recorded", {"file": "answers.jsonl", "speaker": "clone", "ca": "", "key_file": None}, folder
    )
    assert found == {"file": str(folder / "answers.jsonl"), "speaker": "clone", "ca": "", "key_file": None}
    assert absolute_paths("recorded", {"file": "/a/b.jsonl"}, folder) == {"file": "/a/b.jsonl"}


def test_of_a_program_those_words_that_name_files(folder: Path) -> None:
    words = ["./judge.sh", "bin/judge", "judge.sh", "tool", "--in=judge.sh", "nothere.py", "..", "0.5"]
    found = absolute_paths("command", {"program": words}, folder)["program"]
    full = [str(folder / "judge.sh"), str(folder / "bin" / "judge"), str(folder / "judge.sh")]
    assert found == [*full, "tool", "--in=judge.sh", "nothere.py", "..", "0.5"]


def test_a_model_is_a_path_for_the_embedded_speaker_alone(folder: Path) -> None:
    assert absolute_paths("openai", {"model": "m"}, folder) == {"model": "m"}
    assert absolute_paths("local", {"model": "m.gguf"}, folder) == {"model": str(folder / "m.gguf")}
    assert "model" in path_settings("local")
    assert "model" not in path_settings("openai")


def test_a_run_taken_up_from_another_folder_is_the_same_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenarios, prompt = run_files(folder)
    identities = []
    for place, program, file in (
        (folder, "command:sh ./judge.sh -x", "recorded:answers.jsonl"),
        (folder / "bin", "command:sh ../judge.sh -x", "recorded:../answers.jsonl"),
    ):
        monkeypatch.chdir(place)
        given = RunGiven(scenarios, prompt, file, (program,), allow_small=True)
        identities.append(read_inputs(given).identity())
    assert identities[0] == identities[1]
    assert str(folder / "judge.sh") in identities[0]["judge"]


def test_a_word_too_long_for_a_path_stays_a_word(folder: Path) -> None:
    words = ["python3", "-c", "print(1.0);" * 1000]
    assert absolute_paths("command", {"program": words}, folder)["program"] == words
