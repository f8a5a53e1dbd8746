"""Speakers by name: spellings of the command line, kinds found as files, settings of sampling."""

from pathlib import Path

import pytest

from ringtrue.calls import adapter_for, kinds, sampling_of, speaker_named
from ringtrue.terms import BadInput, Speaker


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
