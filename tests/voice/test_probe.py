"""Replies read into an order of their own, and the length at which they are measured."""

from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.lineup import Lineup
from ringtrue.voice.probe import Probe, read_replies
from ringtrue.voice.texts import Text
from ringtrue.voice.yardstick import Yardstick
from speakers import Speaker

# 20 times powers of 1.25, up to the power nearest to 400 on the logarithm
GRID = (20, 25, 31, 39, 49, 61, 76, 95, 119, 149, 186, 233, 291, 364)
anything = st.lists(st.text(max_size=12), max_size=8)


@given(st.lists(st.integers(1, 900), min_size=1, max_size=7))
def test_the_length_is_the_nearest_on_a_geometric_grid(sizes: list[int]) -> None:
    read = read_replies(["ban " * size for size in sizes])
    middle = min(max(median(sizes), 20), 400)
    exact = 20 * 1.25 ** np.arange(14)
    assert read.length in GRID
    assert abs(np.log(exact[GRID.index(read.length)] / middle)) <= np.abs(np.log(exact / middle)).min() + 1e-9


@given(anything, st.randoms(use_true_random=False))
def test_the_order_given_does_not_matter(replies: list[str], random: object) -> None:
    mixed = list(replies)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    one, two = read_replies(replies), read_replies(mixed)
    assert [text.raw for text in one.texts] == [text.raw for text in two.texts]


@given(anything)
def test_every_reply_with_a_word_keeps_its_number(replies: list[str]) -> None:
    read = read_replies(replies)
    assert all(Text.read(replies[number]) == text for number, text in zip(read.numbers, read.texts, strict=True))
    assert sorted(read.numbers) == [number for number, reply in enumerate(replies) if any(map(str.isalnum, reply))]


def test_one_text_is_not_a_list_of_texts() -> None:
    with pytest.raises(ValueError, match="must be a list of texts, not one text"):
        read_replies("I forgot the brackets.")


def test_replies_of_nothing_but_marks_are_left_out() -> None:
    assert read_replies(["", " \n", "\u200b", "...", "?!", "\U0001f44d", "__", "x"]).numbers == [7]


def test_a_probes_mean_is_that_of_its_scores() -> None:
    folds = [[Text.read(Speaker(1, draw=draw).text(60))] for draw in range(2)]
    others = [[Text.read(Speaker(50 + seed).text(60))] for seed in range(3)]
    yardstick = Yardstick(Lineup(folds, others, None), folds, 20)
    replies = read_replies(Speaker(2).texts(3, 20))
    assert Probe(replies, yardstick, np.array([1.0, -2.0, 4.0]), None).mean == 1.0
