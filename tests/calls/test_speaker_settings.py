"""Every setting has its type and range; what is wrong is told with the nearest name, and no secret is repeated."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.adapter import SAMPLING
from ringtrue.calls.speaker_settings import (
    KNOWN,
    SECRET,
    address,
    hidden_address,
    is_secret,
    looks_like_key,
    model_at_url,
    needed,
    setting_faults,
    shown,
)
from ringtrue.files.section import Fault
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem


def faults(**settings: Any) -> list[Fault]:
    return setting_faults(settings)


SOUND: Mapping[str, Any] = {
    "model": "m", "url": "http://127.0.0.1:8080/v1", "ca": "ca.pem", "key_env": "MY_KEY", "key_file": "key.txt",
    "system": "prompt.md", "kb": "texts", "temperature": 0.7, "top_p": 1, "max_tokens": 72, "seed": -1,
    "stop": ["END"], "presence_penalty": -2.0, "frequency_penalty": 2, "extra": {"effort": "low"},
    "prices": {"in": 2.5, "out": 0}, "repeats": 2, "language": "pt", "program": ["python3", "a.py"],
    "function": "a:b", "file": "a.jsonl", "speaker": "faithful", "field": "real", "context": 4096, "threads": 2,
}  # fmt: skip


def test_every_known_setting_takes_what_the_documents_give_it() -> None:
    assert set(SOUND) == set(KNOWN)
    assert faults(**SOUND) == []
    assert faults(**dict.fromkeys(KNOWN)) == []  # null is not set


@pytest.mark.parametrize("name", ["url", "ca", "key_env", "key_file", "system", "kb"])
def test_an_empty_path_or_address_is_not_set(name: str) -> None:
    assert faults(**{name: ""}) == []


def test_whatever_is_sent_with_a_call_is_known() -> None:
    assert set(SAMPLING) <= set(KNOWN)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", "hot"), ("temperature", -0.1), ("temperature", 2.1), ("temperature", True),
        ("temperature", float("nan")), ("temperature", [1]), ("top_p", 1.5), ("max_tokens", -5), ("max_tokens", 0),
        ("max_tokens", 1.5), ("max_tokens", "10"), ("seed", 1.5), ("seed", 2**63), ("stop", []), ("stop", [1]),
        ("stop", 5), ("presence_penalty", 3), ("frequency_penalty", "x"), ("extra", "x"), ("prices", 3),
        ("repeats", 0), ("repeats", 21), ("model", 7), ("model", " "), ("program", [1]),
        ("program", []), ("program", ["", "x"]),
        ("program", ["x", 1]), ("program", " "), ("model", "a\0b"), ("threads", 0),
        ("url", 8080), ("url", "h:80"), ("url", "ftp://h"),
    ],
)  # fmt: skip
def test_another_type_or_a_value_out_of_range_is_told_with_what_to_give(name: str, value: Any) -> None:
    (fault,) = faults(**{name: value})
    assert fault.trail == (name,)
    assert fault.value == str(value)
    assert fault.remedy.startswith("give a")


@pytest.mark.parametrize(("prices", "inner"), [({"in": "abc"}, "in"), ({"out": -1}, "out"), ({"input": 1}, "input")])
def test_prices_are_numbers_of_nothing_or_more(prices: dict[str, Any], inner: str) -> None:
    (fault,) = faults(prices=prices)
    assert fault.trail == ("prices", inner)


def test_a_setting_nobody_knows_is_told_with_the_nearest_and_not_repeated() -> None:
    (fault,) = faults(temprature="LEAK")
    assert fault.what == "there is no such setting"
    assert fault.value == ""
    assert fault.remedy.startswith("did you mean temperature?")
    assert fault.remedy.endswith("is set as extra.temprature")
    (fault,) = faults(zzz=1)
    assert "temperature" in fault.remedy
    (fault,) = faults(headers={"authorization": "LEAK"})
    assert "key_env" in fault.remedy
    (fault,) = faults(timeout=5)
    assert "--timeout" in fault.remedy


@pytest.mark.parametrize(
    "given",
    ["sk-LEAK", "sk_LEAKLEAKLEAKLEAKLEAK", "MY KEY", "1KEY", "KEY=LEAK", 5, "gsk_LEAKLEAKLEAKLEAK",
     "AbCdEfGhIjKlMnOpQrStUvWxYz123456"],
)  # fmt: skip
def test_a_key_is_not_a_variable_s_name_and_is_not_repeated(given: object) -> None:
    (fault,) = faults(key_env=given)
    assert fault.value == ""
    assert "such as MY_KEY" in fault.remedy
    assert "LEAK" not in str(fault)


@pytest.mark.parametrize(
    "name",
    ["MY_KEY", "_key", "Key2", "OPENAI_API_KEY_FOR_THE_JUDGE_2026", "HF_TOKEN", "HF_API_KEY", "SK_KEY", "GSK_KEY",
     "my_openai_key_for_project_2", "hf_token", "SK_KEY_OF_THE_SECOND_PROJECT_2026"],
)  # fmt: skip
def test_names_of_variables(name: str) -> None:
    assert faults(key_env=name) == []


@pytest.mark.parametrize("name", ["hf_token.txt", "hf_token", "openai_production_key_2024", f"sk-{'a' * 30}.txt"])
def test_names_of_files_with_keys(name: str) -> None:
    assert faults(key_file=name) == []


def test_what_looks_like_a_key_is_a_file_only_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"sk-{'LEAK' * 5}"
    (fault,) = faults(key_file=name)
    assert "LEAK" not in str(fault)
    assert len(faults(key_file=f"sk-{'a' * 5000}")) == 1
    (tmp_path / name).write_text("a key")
    assert faults(key_file=name) == []


@pytest.mark.parametrize("url", ["http://me:LEAK@h/v1", "http://h/v1?key=LEAK"])
def test_a_secret_in_an_address_is_not_repeated(url: str) -> None:
    (fault,) = faults(url=url)
    assert "LEAK" not in str(fault)
    assert "key_env" in fault.remedy


def test_secrets_are_found_wherever_they_hide() -> None:
    assert [fault.trail for fault in faults(api_key="LEAK", extra={"a": [{"Api-Key": "LEAK"}], "token": 1})] == [
        ("api_key",),
        ("extra", "a", "Api-Key"),
        ("extra", "token"),
    ]
    assert "LEAK" not in str(faults(api_key="LEAK", extra={"Authorization": "LEAK"}))
    assert all(is_secret(name, "x") for name in SECRET)
    assert not is_secret("max_tokens", 5)


@pytest.mark.parametrize(
    "name", ["openai_api_key", "X-Api-Key", "my_apikey", "client_secret", "db-password", "a_access_token"]
)
def test_secrets_are_known_by_how_their_names_end(name: str) -> None:
    (fault,) = faults(extra={name: "LEAK"})
    assert fault.trail == ("extra", name)


@pytest.mark.parametrize("value", [{"type": "string"}, [{"type": "string"}], True, None])
def test_a_property_of_a_schema_may_be_called_as_secrets_are(value: object) -> None:
    schema = {"type": "json_schema", "json_schema": {"schema": {"properties": {"token": value, "key": value}}}}
    assert faults(extra={"response_format": schema}) == []


@pytest.mark.parametrize("name", ["temperature", "seed", "extra", "prices", "stop", "repeats"])
def test_a_key_given_for_something_else_is_not_repeated(name: str) -> None:
    (fault,) = faults(**{name: ["sk-LEAK", 5]})
    assert "LEAK" not in str(fault)


@pytest.mark.parametrize("program", ["tr -d x", ["tr", "-d", " "], ["x", ""], ("x", "\n")])
def test_arguments_of_a_program_may_be_blank(program: object) -> None:
    assert faults(program=program) == []


# What looks like a key in the wrong place.


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sk-abcdefghijklmnopq", True),
        ("sk-abcdefghijklmnop", False),
        ("SK-ABCDEFGHIJKLMNOPQ", False),
        ("hf_abcdefghijklmnopqrst", True),
        ("hf_token", False),
        ("AIzaSyA1234567890abcdefgHIJKLMNO", True),
        ("AIzaSyA1234567890abcdefgHIJKLMN", False),
        ("my_openai_key_for_the_whole_project_2", False),
        ("key.txt", False),
        ("keys/of-the-judge-2026-01.txt", False),
        ("ANTHROPIC_API_KEY_2026_JUDGE", False),
        ("the_judge_has_a_long_name", False),
    ],
)
def test_what_looks_like_a_key(text: str, found: bool) -> None:
    assert looks_like_key(text) is found


# What is repeated of a wrong value, and what is not.


@pytest.mark.parametrize("value", ["hot", -5, 2.5, [1, 2], "ftp://some-host-of-2026.example/v1", "task-1", "risk_2"])
def test_what_is_no_key_is_shown(value: object) -> None:
    assert shown(value) == str(value)


@pytest.mark.parametrize(
    "value",
    ["sk-abc", "SK-abc", ["sk-abc"], {"a": "x sk-abc"}, "Bearer abc", "AIzaSyA1234567890abcdefg",
     "0f0e0d0c-0b0a-0908-0706-050403020100", "hf_abc"],
)  # fmt: skip
def test_what_may_be_a_key_is_not(value: object) -> None:
    assert shown(value) == ""


def test_secrets_of_an_address_are_not_shown() -> None:
    assert "LEAK" not in shown("http://me:LEAK@host/v1")


@given(st.text() | st.integers() | st.integers(10**5000, 10**5001) | st.lists(st.text()))
def test_whatever_is_shown_is_short_and_can_be_printed(value: object) -> None:
    assert len(shown(value).encode("utf-8")) < 2000


def test_half_a_character_is_shown_in_words() -> None:
    assert shown("\ud800") == "\\ud800"


# Models and addresses as people write them: read where they can be meant, refused with the remedy where not.


FORM = "openai:MODEL@URL"


def refusal(text: str) -> Problem:
    with pytest.raises(BadInput) as refused:
        model_at_url(text, FORM)
    (problem,) = refused.value.problems
    return problem


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("m", {"model": "m"}),
        (" org/model:7b ", {"model": "org/model:7b"}),
        ("m@http://127.0.0.1:8080/v1", {"model": "m", "url": "http://127.0.0.1:8080/v1"}),
        ("m@https://api.example/v1", {"model": "m", "url": "https://api.example/v1"}),
        ("m@2024@https://h/v1", {"model": "m@2024", "url": "https://h/v1"}),
        ("m@https://h/@http://x", {"model": "m", "url": "https://h/@http://x"}),  # the first one begins the address
        ("m@http://[::1]:80/v1", {"model": "m", "url": "http://[::1]:80/v1"}),
    ],
)
def test_a_model_and_its_address_are_told_apart(text: str, settings: dict[str, str]) -> None:
    assert model_at_url(text, FORM) == settings


@pytest.mark.parametrize("text", ["", "  ", "@http://h/v1", " @http://h/v1", "@"])
def test_what_names_no_model_is_refused_with_the_form(text: str) -> None:
    problem = refusal(text)
    assert (problem.file, problem.place, problem.value) == ("--speaker", text or "(empty)", text)
    assert (problem.what, problem.remedy) == ("This names no model.", "Write openai:MODEL@URL.")


@pytest.mark.parametrize(
    "text",
    [
        "m@",
        "m@notaurl",
        "m@h/v1",
        "m@ftp://h/v1",
        "m@http://",
        "m@http://:80/v1",
        "m@http://h:0/v1",
        "m@http://h:99999/v1",
        "m@http://h:port/v1",
        "m@http://[::1/v1",
    ],
)
def test_an_address_that_is_none_is_at_fault_and_not_the_model(text: str) -> None:
    problem = refusal(text)
    assert (problem.file, problem.place, problem.value) == ("--speaker", text, text.removeprefix("m@"))
    assert (problem.what, problem.remedy) == ("This is not an address.", "Write openai:MODEL@URL.")


@pytest.mark.parametrize(
    "url",
    [
        "http://user:LEAK@h/v1",
        "http://LEAK@h/v1",
        "https://user:LE/LEAK@h/v1",
        "https://user:LE?LEAK@h/v1",
        "http://h/v1?api-key=LEAK",
        "http://h/v1?api-key=x@LEAK",
        "http://h/v1#LEAK",
        "ftp://user:LEAK@h",
        "user:LEAK@h/v1",
        "http://user:LEAK@:80",
    ],
)
def test_secrets_in_an_address_are_refused_and_not_repeated(url: str) -> None:
    for problem in (refusal(f"m@{url}"), _unreachable(speaker(url=url))):
        assert "LEAK" not in str(problem)
        assert "[hidden]" in problem.value
    told = refusal("m@http://user:LEAK@h/v1")
    assert (told.what, told.value) == ("The address holds a name or a password.", "http://[hidden]@h/v1")
    assert "OPENAI_API_KEY" in told.remedy
    assert "key_env" in told.remedy


def test_an_address_without_secrets_is_shown_as_it_is() -> None:
    assert hidden_address("http://h:80/v1") == "http://h:80/v1"
    assert hidden_address("nothing") == "nothing"


def test_secrets_in_an_address_of_the_environment_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE_URL", "http://me:LEAK@h/v1")
    problem = _unreachable(speaker(), variable="HERE_URL")
    assert (problem.file, problem.place, problem.value) == ("environment", "HERE_URL", "http://[hidden]@h/v1")
    monkeypatch.setenv("HERE_URL", "http://h/v1/")
    assert address(speaker(), "https://usual.example/v1", variable="HERE_URL") == "http://h/v1"
    assert address(speaker(url="http://own/v1"), "https://usual.example/v1", variable="HERE_URL") == "http://own/v1"


def _unreachable(one: Speaker, *, variable: str = "") -> Problem:
    with pytest.raises(BadInput) as refused:
        address(one, "https://usual.example/v1", variable=variable)
    (problem,) = refused.value.problems
    return problem


@given(
    st.text() | st.text("m@:/[]htps .", max_size=20) | st.text("m@:/[]", max_size=9).map(lambda end: f"m@http://{end}")
)
def test_every_text_is_read_or_refused(text: str) -> None:
    try:
        settings = model_at_url(text, FORM)
    except BadInput as refused:
        said = refused.problems[0].remedy
    else:
        said = "sound"
        assert settings["model"] == settings["model"].strip() != ""
        assert "url" not in settings or text.endswith(settings["url"])
    assert said


def speaker(**settings: object) -> Speaker:
    return Speaker("clone", "openai", settings)


def test_a_setting_is_given_without_the_blanks_around_it() -> None:
    assert needed(speaker(model=" m "), "model", "the model's name") == "m"


@pytest.mark.parametrize(("given_model", "found"), [(None, ""), ("", ""), ("  ", "  "), (5, "5"), (["m"], "['m']")])
def test_a_setting_that_lacks_is_asked_for(given_model: object, found: str) -> None:
    with pytest.raises(BadInput) as refused:
        needed(speaker(model=given_model) if given_model is not None else speaker(), "model", "the model's name")
    (problem,) = refused.value.problems
    assert (problem.file, problem.place) == ("study.yaml", "speakers, clone, model")
    assert problem.what == "The openai speaker lacks it."
    assert problem.value in (found, "('m',)")
    assert problem.remedy == "Add model: the model's name."


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("http://h:8080/v1/", "http://h:8080/v1"),
        ("https://h///", "https://h"),
        ("", "https://usual.example/v1"),
        (None, "https://usual.example/v1"),
    ],
)
def test_an_address_has_no_slash_at_its_end(url: str | None, found: str) -> None:
    assert address(speaker(url=url), "https://usual.example/v1/") == found


@pytest.mark.parametrize("url", ["h:8080", "ftp://h", "http://", "http:///v1", "http://h:0", "http://h:x", 8080, "//h"])
def test_what_is_no_address_is_refused(url: object) -> None:
    with pytest.raises(BadInput) as refused:
        address(speaker(url=url), "https://usual.example/v1")
    (problem,) = refused.value.problems
    assert (problem.file, problem.place) == ("study.yaml", "speakers, clone, url")
    assert problem.value == str(url).rstrip("/")
    assert problem.remedy == "Write it as http://host:port/v1."
