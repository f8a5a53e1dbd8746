"""Rows of the same answer and their probability, against enumeration and by hand."""

from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.quality import Seen
from ringtrue.judge.quality.monotony import chance_of_row, monotony, pooled_shares


def by_enumeration(shares: list[float], draws: int, row: int) -> float:
    total = 0.0
    for values in product(range(len(shares)), repeat=draws):
        if max(len(list(same)) for _, same in groupby(values)) >= row:
            chance = 1.0
            for value in values:
                chance *= shares[value]
            total += chance
    return total


@pytest.mark.parametrize(
    ("shares", "draws", "row", "expected"),
    [
        # Of the 8 outcomes of three coins, HHH and TTT are one side throughout.
        ([0.5, 0.5], 3, 3, 2 / 8),
        # All but HTH and THT hold two alike running.
        ([0.5, 0.5], 3, 2, 6 / 8),
        # A single value comes always.
        ([1.0], 7, 7, 1.0),
        ([0.5, 0.5], 3, 4, 0.0),
        ([0.5, 0.5], 3, 1, 1.0),
        # Both draws alike: .2² + .3² + .5²
        ([0.2, 0.3, 0.5], 2, 2, 0.38),
    ],
)
def test_by_hand(shares: list[float], draws: int, row: int, expected: float) -> None:
    assert chance_of_row(shares, draws, row) == pytest.approx(expected)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3), st.integers(1, 6), st.integers(1, 7))
def test_as_enumeration_counts(weights: list[int], draws: int, row: int) -> None:
    shares = [weight / sum(weights) for weight in weights]
    assert chance_of_row(shares, draws, row) == pytest.approx(by_enumeration(shares, draws, row))


@given(st.lists(st.integers(1, 9), min_size=2, max_size=5), st.integers(2, 60), st.integers(2, 60))
def test_longer_rows_are_rarer(weights: list[int], draws: int, row: int) -> None:
    shares = [weight / sum(weights) for weight in weights]
    assert chance_of_row(shares, draws, row) >= chance_of_row(shares, draws, row + 1) - 1e-12


def answer(rater: str, card: int, value: object, question: str = "vibe", **more: object) -> Seen:
    return Seen(rater, f"c{card}", question, more.pop("scale", "steps"), value, **more)  # type: ignore[arg-type]


def test_the_least_likely_row_is_found() -> None:
    steady = [answer("ann", card, 3.0) for card in range(10)]
    mixed = [answer("bob", card, float(1 + card % 3)) for card in range(10)]
    shares = pooled_shares(steady + mixed)
    # Ann's ten and Bob's three of twenty are a 3.
    assert shares["vibe"][3.0] == pytest.approx(13 / 20)
    found = monotony(steady, shares)
    assert found is not None
    assert (found.answer, found.row, found.of) == (3.0, 10, 10)
    # Only a row of 3s is likely enough to matter: .65^10 = .01346, plus .2^10 and .15^10.
    assert found.chance == pytest.approx(0.65**10 + 0.2**10 + 0.15**10)
    quiet = monotony(mixed, shares)
    assert quiet is not None
    assert quiet.row == 1


def test_lists_words_and_attention_cards_do_not_count() -> None:
    answers = [answer("ann", n, (True, False), scale="checklist") for n in range(9)]
    answers += [answer("ann", n, "fine", "comment", scale="text") for n in range(9)]
    answers += [answer("ann", n, 1.0, "attn", role="attention") for n in range(9)]
    assert pooled_shares(answers) == {}
    assert monotony(answers, {}) is None


def test_too_few_answers_say_nothing() -> None:
    answers = [answer("ann", n, 2.0) for n in range(4)]
    assert monotony(answers, pooled_shares(answers)) is None
