"""What cannot be concluded is refused, with a reason."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ringtrue.voice.explain.differences import explain_differences

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("own", "replies", "reason"),
    [
        ([], [], "the person's texts have 0 words in 0 passages"),
        (["", "..."], ["  "], "the person's texts have 0 words"),
        (["one two. " * 20], ["x. " * 400], "the person's texts have 40 words in 1 passage;"),
    ],
)
def test_too_little_is_refused_with_a_reason(own: list[str], replies: list[str], reason: str) -> None:
    found = explain_differences(own, replies)
    assert found.rows == ()
    assert found.tested == 0
    assert reason in found.refused[0].reason
    assert "at least 300 words in 3 passages are needed" in found.refused[0].reason


def test_too_few_replies_are_refused(speaker: Make) -> None:
    assert "the replies have" in explain_differences(speaker(1).texts(20), speaker(2).texts(1)).refused[0].reason


def test_copies_count_once_and_are_named(speaker: Make) -> None:
    texts = speaker(1).texts(20)
    found = explain_differences([*texts, *texts[:5]], speaker(2).texts(10))
    assert found.own_texts == 20
    assert ("5 of the person's texts", "copies of others among them; counted once") in [
        (one.what, one.reason) for one in found.refused
    ]


def test_a_transcript_without_marks_is_cut_and_its_rhythm_refused(speaker: Make) -> None:
    bare = [" ".join(text.lower().replace(".", "").replace("?", "") for text in speaker(1).texts(40))]
    found = explain_differences(bare, speaker(2, frankly=0.4).texts(15))
    assert "frankly" in [one.name for one in found.of("over")]
    assert "words per sentence" in [one.what for one in found.refused]
    assert not [one for one in found.rows if one.kind in ("rhythm", "punctuation", "opener")]


def test_languages_without_lists_keep_what_needs_none() -> None:
    rng = np.random.default_rng(3)
    words = ["casa", "calle", "el", "la", "de", "que", "y", "en", "los", "mar", "sol", "pan"]

    def texts(mark: str) -> list[str]:
        return [" ".join(" ".join(rng.choice(words, 8)) + mark for _ in range(12)) for _ in range(15)]

    found = explain_differences(texts("."), texts("!"))
    assert found.language is None
    assert "exclamation marks" in [one.name for one in found.of("over")]
    assert {"contractions", "questions"} & {one.what for one in found.refused} == {"contractions"}


def test_one_text_instead_of_a_list_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="lists of texts"):
        explain_differences("one text", ["a"])
    with pytest.raises(ValueError, match="at least 1"):
        explain_differences([], [], most=0)
