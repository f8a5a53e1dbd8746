"""Rows of an explanation: finite numbers, and a direction."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.explain.usage import Explanation, Usage, UsageFinding, excerpt, rate, times
from ringtrue.voice.habits.parsed_text import ParsedText
from ringtrue.voice.habits.profile import HABITS

NUMBERS = ("own", "replies", "ratio", "sureness", "false_discovery")


def usage(**changed: Any) -> Usage:
    given_ = {"own": 1.0, "replies": 2.0, "ratio": 2.0, "sureness": 3.0, "false_discovery": 0.01, **changed}
    return Usage("word", "so", "per 1,000 words", **given_)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_never_leaves(name: str, number: float) -> None:
    with pytest.raises(ValueError, match=f"a usage's {name} must be finite, not {number}"):
        usage(**{name: number})


@given(st.floats(-50, 50))
def test_the_direction_follows_the_sign_of_sureness(sureness: float) -> None:
    assert usage(sureness=sureness).direction == ("over" if sureness > 0 else "under")


@given(st.lists(st.floats(-9, 9), max_size=12))
def test_rows_of_both_directions_are_all_rows_in_their_order(surenesses: list[float]) -> None:
    rows = tuple(usage(sureness=sureness) for sureness in surenesses)
    explanation = Explanation(rows, (), 1, 1, 1, 1, "en", len(rows), "")
    over, under = explanation.of("over"), explanation.of("under")
    assert len(over) + len(under) == len(rows)
    assert over == tuple(row for row in rows if row.sureness > 0)
    assert under == tuple(row for row in rows if row.sureness <= 0)


# The order of findings: widespread before topic-bound, then the surest, then by name.


surenesses = st.lists(st.tuples(st.booleans(), st.floats(-9, 9)), max_size=10)


def finding(z: float = 2.0, words: tuple[str, ...] = ("so",), **changed: Any) -> UsageFinding:
    return UsageFinding("word", words, "per 1,000 words", 1.0, 2.0, None, 2.0, z, 0.01, 1.0, **changed)


@given(surenesses)
def test_widespread_ones_come_first_and_the_surest_of_each(given_: list[tuple[bool, float]]) -> None:
    found = sorted((finding(z, topic_bound=bound) for bound, z in given_), key=lambda one: one.rank)
    assert [(one.topic_bound, -abs(one.z)) for one in found] == sorted((bound, -abs(z)) for bound, z in given_)


def test_names_settle_ties() -> None:
    habit = finding(words=(), habit=HABITS[0])
    early, late = finding(words=("and",)), finding(words=("so",))
    opening = finding(words=("so",), place="sentence start")
    assert sorted([opening, late, early, habit], key=lambda one: one.rank) == [habit, early, late, opening]


def test_where_it_was_found_does_not_make_it_another_finding() -> None:
    assert finding(at=np.array([1, 2])) == finding(at=np.array([3])) == finding()
    assert finding(z=1.0) != finding()


# Excerpts around a place.


LONG = ParsedText("Before. " + " ".join(f"W{n}" for n in range(30)) + " end. After that.")


def test_about_twelve_words_with_the_place_inside() -> None:
    # Word 16 of the text is W15; five words before it, twelve in all.
    assert excerpt(LONG, 16, 16) == "… W10 W11 W12 W13 W14 W15 W16 W17 W18 W19 W20 W21 …"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (1, "W0 W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 W11 …"),
        (31, "… W19 W20 W21 W22 W23 W24 W25 W26 W27 W28 W29 end."),
        (0, "Before."),
        (33, "After that."),
    ],
)
def test_a_sentence_is_not_left(word: int, expected: str) -> None:
    assert excerpt(LONG, word, word) == expected


def test_line_breaks_and_controls_become_blanks() -> None:
    assert excerpt(ParsedText("One\ntwo\x00three\t four"), 0, 0) == "One two three four"


def test_a_giant_word_is_cut() -> None:
    assert len(excerpt(ParsedText("a" * 5000), 0, 0)) < 200


# Rates and ratios as people read them.


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (0.001, "<0.01"), (0.04, "0.04"), (0.12, "0.1"), (3.14, "3.1"), (9.96, "10"), (1234.5, "1,234")],
)  # fmt: skip
def test_rate(value: float, shown: str) -> None:
    assert rate(value) == shown


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (1.3, "somewhat more often"),
        (1.5, "half as often again"),
        (2.1, "about twice as often"),
        (6.4, "about 6 times as often"),
        (99, "far more often"),
    ],
)
def test_times(ratio: float, words: str) -> None:
    assert times(ratio) == words
