"""Adapters: found by name, written as `docs/calls.md` shows, and careful with what endpoints send."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import ask_all, call
from ringtrue.calls.adapter import about, adapter_for, count, kinds, sampling_of, speaker_named, text_of, word
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput


def test_every_kind_is_a_file_with_its_two_functions() -> None:
    from importlib import import_module

    assert {"openai", "anthropic", "local", "command", "python", "recorded", "documented"} <= set(kinds())
    for kind in kinds():
        module = import_module(f"ringtrue.calls.adapters.{kind}")
        assert callable(module.spelled), kind
        assert callable(module.adapter), kind


@pytest.mark.parametrize(
    ("spelling", "kind", "settings"),
    [
        ("openai:m", "openai", {"model": "m"}),
        ("openai:org/m:free@http://h:1/v1", "openai", {"model": "org/m:free", "url": "http://h:1/v1"}),
        (" anthropic:m ", "anthropic", {"model": "m"}),
    ],
)
def test_spellings(spelling: str, kind: str, settings: dict[str, str]) -> None:
    assert speaker_named(spelling, name="clone") == Speaker("clone", kind, settings)


@pytest.mark.parametrize("spelling", ["openai:", "openai", "openai:m@h/v1", "openai:m@http://", "openai:@http://h/v1"])
def test_a_spelling_without_sense_is_refused_with_the_form(spelling: str) -> None:
    with pytest.raises(BadInput) as refused:
        speaker_named(spelling, name="clone")
    assert "openai:MODEL@http://host" in refused.value.problems[0].remedy


def test_an_unknown_kind_is_refused_with_the_nearest() -> None:
    for made in (
        lambda: speaker_named("opanai:m", name="clone"),
        lambda: adapter_for(Speaker("clone", "opanai", {}), folder=Path()),
    ):
        with pytest.raises(BadInput) as refused:
            made()
        assert refused.value.problems[0].remedy == "Did you mean openai?"
    with pytest.raises(BadInput, match="no such kind"):
        speaker_named("../x:m", name="clone")


def test_sampling_is_what_is_sent_with_every_call() -> None:
    settings = {"model": "m", "url": "u", "temperature": 0, "seed": 7, "top_p": None, "key_env": "K", "system": "p.md"}
    assert sampling_of(Speaker("clone", "openai", settings)) == {"temperature": 0, "seed": 7}
    assert sampling_of(Speaker("clone", "openai", {"extra": {"effort": "low"}})) == {"extra": {"effort": "low"}}


# The examples of the documentation.


PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "calls.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_use_from_python_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", examples()[0]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("I would wait a week.\n", "")


def test_an_adapter_written_as_shown_works(study: StudyStore) -> None:
    module: dict[str, object] = {}
    exec(examples()[1], module)  # noqa: S102 - our own page
    assert module["spelled"]("") == {}  # type: ignore[operator]
    adapter = module["adapter"](Speaker("clone", "mirror", {}), Path())  # type: ignore[operator]
    outcomes = ask_all(study, adapter, [call("one", said="drawer"), call("two", said=" ")])
    assert outcomes["one"].text == "reward"
    assert outcomes["two"].error == "The answer was empty."


# What endpoints send is read with care: any JSON passes through, and only what is meant comes out.


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "text", "thinking", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("As it is.\n", "As it is.\n"),
        ([{"type": "text", "text": "One, "}, {"type": "text", "text": "two."}], "One, two."),
        ([{"type": "output_text", "text": "One."}], "One."),
        ([{"text": "Untyped."}], "Untyped."),
        ([{"type": "thinking", "thinking": "Hm.", "text": "Hm."}, {"type": "text", "text": "Yes."}], "Yes."),
        ([{"type": "reasoning", "text": "Hm."}], ""),
        ([{"type": ["text"], "text": "Odd."}, {"type": None, "text": "Odd."}], ""),
        ([{"type": "text", "text": 5}, {"type": "text"}, "loose", None, 3], ""),
        ([], ""),
        (None, ""),
        (7, ""),
        ({"type": "text", "text": "not in a list"}, ""),
    ],
)
def test_only_what_was_said_aloud_is_text(content: object, text: str) -> None:
    assert text_of(content) == text


@pytest.mark.parametrize("value", [0, 1, 2**31 - 1])
def test_a_count_is_a_number_a_database_holds(value: int) -> None:
    assert count(value) == value


@pytest.mark.parametrize("value", [-1, 2**31, 10**30, True, False, 3.0, float("nan"), "3", None, [3], {}])
def test_anything_else_is_no_count(value: object) -> None:
    assert count(value) is None


def test_a_word_is_a_text_of_two_hundred_characters_at_most() -> None:
    assert word("m" * 200) == "m" * 200
    assert word("é" * 100_000) == "é" * 200
    assert [word(odd) for odd in (None, 3, ["m"], {"m": 1}, b"m")] == [None] * 5


def test_what_a_reply_says_about_itself() -> None:
    assert about("m", "stop") == {"model": "m", "finish": "stop"}
    assert about("m", "stop", refused=True) == {"model": "m", "finish": "stop", "refusal": True}
    assert about(None, None) == {"model": None, "finish": None}


@given(JSON)
def test_no_payload_is_too_odd(value: Any) -> None:
    assert isinstance(text_of(value), str)
    assert count(value) is None or 0 <= value < 2**31
    assert word(value) is None or len(word(value) or "") <= 200


@given(st.lists(st.text(max_size=9)))
def test_text_in_parts_is_the_text_in_one(parts: list[str]) -> None:
    assert text_of([{"type": "text", "text": part} for part in parts]) == text_of("".join(parts))
