"""Every setting has its type and range; what is wrong is told with the nearest name, and no secret is repeated."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ringtrue.calls.known_settings import KNOWN, SECRET, SettingFault, is_secret, setting_faults
from ringtrue.calls.speakers import SAMPLING


def faults(**settings: Any) -> list[SettingFault]:
    return list(setting_faults(settings))


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
