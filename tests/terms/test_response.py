"""A response is a text or an error."""

import pytest

from ringtrue.terms import Response, Speaker


@pytest.mark.parametrize(("text", "error"), [(None, None), ("words", "timeout")])
def test_neither_or_both_is_refused(text: str | None, error: str | None) -> None:
    with pytest.raises(ValueError, match="either a text or an error"):
        Response("q1", "clone", text, error)


def test_an_empty_text_is_a_text() -> None:
    assert Response("q1", "clone", "").error is None
    assert Response("q1", "clone", None, "timeout").text is None


def test_settings_and_meta_are_sealed() -> None:
    with pytest.raises(TypeError):
        Speaker("clone", "openai", {"model": "m"}).settings["model"] = "n"  # type: ignore[index]
    with pytest.raises(TypeError):
        Response("q1", "clone", "x", meta={"a": 1}).meta["a"] = 2  # type: ignore[index]
