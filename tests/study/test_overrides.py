"""`--set`: what it says becomes tables of settings, and what it cannot say is refused, all of it together."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.known_settings import SECRET
from ringtrue.files import Problems
from ringtrue.study.overrides import merged, read_overrides
from ringtrue.terms import BadInput

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


@given(st.lists(names, min_size=1, max_size=4), values)
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


@given(st.lists(st.text("speakrjudg.=[]{}\"' 01é\n", max_size=20), max_size=5))
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


@given(st.dictionaries(names, values, max_size=4), st.dictionaries(names, values, max_size=4))
def test_what_was_put_over_stands_and_putting_it_twice_changes_nothing(
    settings: dict[str, Any], over: dict[str, Any]
) -> None:
    once = merged(dict(settings), over)
    assert once.keys() == settings.keys() | over.keys()
    assert all(once[key] == value for key, value in over.items() if not isinstance(value, dict))
    assert all(once[key].items() >= value.items() for key, value in over.items() if isinstance(value, dict))
    assert merged(dict(once), over) == once
