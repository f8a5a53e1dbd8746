"""Reasons for having no number: they say what was there and what would suffice."""

import re
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.place import Group
from ringtrue.voice.refusals import no_position, not_told_apart, too_little
from ringtrue.voice.texts import Text


@dataclass
class Scores:
    """Floor and ceiling set by hand."""

    floor: Group
    ceiling: Group


def scores(own: np.ndarray, foreign: np.ndarray) -> Scores:
    return Scores(*(Group(part, np.zeros(part.size, dtype=np.int64)) for part in (foreign, own)))


def texts(sizes: list[int]) -> list[Text]:
    return [Text.read("word " * size) for size in sizes]


@given(st.lists(st.sampled_from([0, 1, 99, 100, 101, 200, 800]), max_size=12))
def test_eight_replies_and_eight_hundred_words_are_enough(sizes: list[int]) -> None:
    reason = too_little(texts(sizes))
    assert (reason is None) is (len(sizes) >= 8 and sum(sizes) >= 800)
    if reason:
        assert f"{len(sizes)} replies with {sum(sizes)} words; at least 8 replies and 800 words" in reason


def test_words_of_a_script_without_blanks_are_counted_too() -> None:
    assert too_little([Text.read("\u6211\u5011" * 50)] * 8) is None


def test_too_few_held_out_passages_are_named() -> None:
    reason = not_told_apart(scores(np.zeros(3), np.zeros(9)), None, 8, 119, 1)  # type: ignore[arg-type]
    assert "3 held-out passages of 119 tokens; at least 4 would be needed" in reason


def test_the_number_of_replies_that_would_suffice_is_named_where_there_is_one() -> None:
    spread = np.linspace(-1, 1, 101)  # means of n have deviation 0.58/√n each: 0.2 apart, enough from about 12 on
    reason = not_told_apart(scores(spread + 0.2, spread), 0.75, 8, 100, 1)  # type: ignore[arg-type]
    assert "AUC 0.75, below 0.80" in reason
    found = re.search(r"about (\d+) replies of this length would suffice", reason)
    assert found
    assert int(found[1]) in (12, 16)


def test_where_no_number_would_suffice_more_texts_are_asked_for() -> None:
    reason = not_told_apart(scores(np.zeros(9), np.ones(9)), 0.0, 8, 100, 1)  # type: ignore[arg-type]
    assert reason.endswith("more texts of the person are needed")


@pytest.mark.parametrize(
    ("held_out", "said"), [(0, "no ceiling: 0"), (3, "no ceiling: 3"), (4, "does not score above")]
)
def test_a_missing_position_is_explained(held_out: int, said: str) -> None:
    assert said in no_position(held_out)
