"""How long an answer may be beside the person's own words."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.collect import WordRange, word_range
from ringtrue.collect.length import words_in
from ringtrue.protocols import load
from ringtrue.terms import Item

BLIND = load("blind")


@given(st.integers(1, 500), st.integers(0, 1000))
def test_within_a_fifth_to_the_word(real: int, words: int) -> None:
    # |words - real| <= real / 5, without fractions
    assert WordRange(real).holds(words) == (5 * abs(words - real) <= real)


def test_only_what_stands_beside_real_words_has_a_range() -> None:
    quote = Item("q", "quote", "", fields={"topic": "t", "real": "one two  three\nfour five"})
    assert word_range(quote, BLIND) == WordRange(5)
    assert word_range(Item("q", "quote", "", fields={"topic": "t", "real": " "}), BLIND) is None
    assert word_range(Item("q", "quote", "", fields={"topic": "t"}), BLIND) is None
    assert word_range(Item("d", "decision", "x", fields={"real": "one two"}), BLIND) is None


def test_words_are_what_white_space_divides() -> None:
    assert words_in("  Não, «não» — wait!\n\n日本 ") == 5
