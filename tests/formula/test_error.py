"""A formula's refusal: fault, place and remedy apart and together, and the nearest known word."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula.error import FormulaError, known_words


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FormulaError("it is wrong"), "it is wrong"),
        (FormulaError("it is wrong", column=3), "it is wrong (column 3)"),
        (FormulaError("it is wrong", remedy="mend it"), "it is wrong; mend it"),
        (FormulaError("it is wrong", column=1, remedy="mend it"), "it is wrong (column 1); mend it"),
    ],
)
def test_fault_place_and_remedy_are_joined_for_whoever_prints_the_error(error: FormulaError, said: str) -> None:
    assert str(error) == said
    assert isinstance(error, ValueError)


def test_fault_place_and_remedy_are_kept_apart() -> None:
    error = FormulaError("it is wrong", column=4, remedy="mend it")
    assert (error.what, error.column, error.remedy) == ("it is wrong", 4, "mend it")


def test_a_refusal_can_cross_processes() -> None:
    error = pickle.loads(pickle.dumps(FormulaError("it is wrong", column=4, remedy="mend it")))  # noqa: S301 - our own
    assert (error.what, error.column, error.remedy) == ("it is wrong", 4, "mend it")
    assert str(error) == "it is wrong (column 4); mend it"


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("meen", ["sum", "mean", "n"], "did you mean 'mean'? known functions: mean, n, sum"),
        ("zebra", ["sum", "mean"], "known functions: mean, sum"),
        ("anything", [], "known functions: none"),
        ("", ["mean"], "known functions: mean"),
        ("größe", ["grösse"], "did you mean 'grösse'? known functions: grösse"),
    ],
)
def test_an_unknown_word_is_answered_with_the_nearest_and_all_in_order(word: str, known: list[str], said: str) -> None:
    assert known_words("functions", word, known) == said


@given(st.text(max_size=12), st.sets(st.text("abcdef", min_size=1, max_size=6), max_size=6))
def test_whatever_the_word_all_known_ones_are_listed(word: str, known: set[str]) -> None:
    said = known_words("names", word, iter(known))
    assert said.endswith(f"known names: {', '.join(sorted(known)) or 'none'}")
