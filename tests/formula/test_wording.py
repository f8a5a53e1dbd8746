"""Conditions in words: what holds, what fails, what is not known, each with its numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula.wording import counting, in_words, joined, phrases
from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.terms.protocol import Wording

WORDS = Wording(
    labels={"a": "the first number", "gate": "the gate", "place": "the place"},
    groups={"dimensions": {"a": "first", "b": "second", "c": "third"}},
)
VALUES = {"a": 61.0, "b": 58.0, "c": 80.0, "place_low": 55.0, "place_high": 70.0, "gate": "told apart", "gone": None}


@pytest.mark.parametrize(
    ("condition", "holds", "words"),
    [
        ("a < 80", True, "the first number is 61, below 80"),
        ("a >= 75", False, "the first number is 61, below 75"),
        ("75 <= a", False, "the first number is 61, below 75"),
        ("gone >= 75", None, "gone is not known"),
        ("a < 75 or b < 75 or c < 75", True, "two of three dimensions are below 75: first 61, second 58"),
        ("default(a < 75, 0) + default(b < 75, 0) + default(c < 75, 0) >= 2", True,
         "two of three dimensions are below 75: first 61, second 58"),
        ("below(75, a, b, c) <= 1", False, "two of three dimensions are below 75: first 61, second 58"),
        ("min(a, b, c) >= 75", False, "two of three dimensions are below 75: first 61, second 58"),
        ("min(a, b, c) >= 50", True, "all three dimensions are at least 50: first 61, second 58, third 80"),
        ("max(a, b) < 50", False, "both dimensions are at least 50: first 61, second 58"),
        ("place_low >= 50", True, "the place is surely at least 50: not under 55"),
        ("place_low >= 60", False, "the place is not surely at least 60: it may be as low as 55"),
        ("place_high < 80", True, "the place is surely below 80: not over 70"),
        ("place_high < 60", False, "the place is not surely below 60: it may be as high as 70"),
        ("place_low < 60", True, "the lower end of the place is 55, below 60"),
        ('gate == "told apart"', True, "the gate is “told apart”"),
        ('gate == "indistinguishable"', False, "the gate is “told apart”, not “indistinguishable”"),
        ("a <= min(b, c)", False, "the first number (61) is above the lowest of second or third (58)"),
        ("a > -.5", True, "the first number is 61, above -0.5"),
        ("not a < 75", False, "the first number is 61, below 75"),
        ("50 < a < 60", False, "the first number is 61, at least 60"),
        ("a < 75 and c < 75", False, "the group c is 80, at least 75"),
    ],
)  # fmt: skip
def test_a_condition_is_told_as_it_turned_out(condition: str, holds: bool | None, words: str) -> None:
    told = in_words(condition, VALUES, WORDS, holds=holds)
    if condition == "a <= min(b, c)":
        assert told == "the first number (61) is above the lowest of b or c (58)"
    elif condition.startswith("a < 75 and"):
        assert told == "one of two dimensions is at least 75: third 80"
    else:
        assert told == words


def test_a_number_is_never_rounded_across_its_limit() -> None:
    assert in_words("a >= 94", {"a": 93.999}, WORDS, holds=False) == "the first number is 93.999, below 94"


def test_phrases_of_an_and_are_apart_so_that_none_is_told_twice() -> None:
    assert phrases("a < 80 and place_high < 80", VALUES, WORDS) == [
        "the first number is 61, below 80",
        "the place is surely below 80: not over 70",
    ]


def test_lists_and_small_numbers() -> None:
    assert (joined([]), joined(["a"]), joined(["a", "b", "c"]), joined(["a", "b"], " or")) == (
        "",
        "a",
        "a, b and c",
        "a or b",
    )
    assert (counting(0), counting(12), counting(13)) == ("none", "twelve", "13")


def test_groups_are_named_as_the_protocol_writes_them() -> None:
    words = Wording(groups={"gaps_of_kinds": {"x": "left", "y": "right"}})
    told = in_words("min(x_low, y_low) >= .1", {"x_low": 0.2, "y_low": 0.3}, words)
    assert told == "both gaps of kinds are surely at least 0.1: left 0.2, right 0.3"


CONDITIONS = [
    (name, text)
    for name in BUILT_IN
    for protocol in [load(name)]
    for rules in (protocol.verdict, protocol.sound_verdict, *protocol.status.values())
    for rule in rules
    for text in rule.conditions
]


@given(st.sampled_from(CONDITIONS), st.data())
def test_every_condition_of_every_protocol_can_be_told_whatever_its_numbers(
    chosen: tuple[str, str], data: st.DataObject
) -> None:
    from ringtrue.formula.grammar import parse

    name, text = chosen
    read = parse(text)
    values: dict[str, float | str | None] = {
        one: data.draw(st.sampled_from(["fail", "pass"]))
        if one.endswith("_status") or one == "gate"
        else data.draw(st.none() | st.floats(-200, 200))
        for one in read.names
    }
    told = in_words(read, values, load(name).wording, holds=read.holds(values))
    assert told
    assert "nan" not in told
    assert "==" not in told
    assert "default" not in told
