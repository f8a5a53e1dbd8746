"""What tells two texts apart at a glance."""

import pytest

from ringtrue.blind.contrasts import contrasts

PLAIN = "He said that it would rain, and it did rain all day."


@pytest.mark.parametrize(
    ("first", "second", "rule", "side"),
    [
        ("one two three four five six", "one two three four five", None, 0),  # 6 is 20 % over 5
        ("one two three four five six seven", "one two three four five", "length", 0),
        ("one", "one two", "length", 1),
        ("# Rain\nit rains", "It rains, it rains", "markdown", 0),
        ("it rains today", "- it rains today", "markdown", 1),
        ("1. it rains today", "It does rain today", "markdown", 0),
        ("it **rains** today", "it does rain today", "markdown", 0),
        ("it *really rains* today", "it does rain here today", "markdown", 0),
        ("see `rain` here now", "see the rain here", "markdown", 0),
        ("| a | b |", "a and b c d", "markdown", 0),
        ("it “rains” today", "it rains today", "typography", 0),
        ("it rains — today", "it rains - today", "typography", 0),
        ("it rains today", "it rains … today", "typography", 1),
        ("it rains 🌧 today", "it rains and rains", "typography", 0),
        ("it rains\u00a0today", "it rains today", "typography", 0),
        ("don't", "don’t", "typography", 1),
        ("it 'rains' today", "it rains today", None, 0),  # straight quotes are nothing special
    ],
)
def test_what_one_side_has(first: str, second: str, rule: str | None, side: int) -> None:
    found = {(name, place) for name, _, place in contrasts(first, second)}
    assert ((rule, side) in found) if rule else (found == set())


def test_what_both_have_is_no_contrast() -> None:
    both = "# Rain\n- “it” rains — **all** day…"
    assert list(contrasts(both, both)) == []
    assert list(contrasts(PLAIN, PLAIN[::-1])) == []
    assert list(contrasts("", "")) == []


def test_multiplication_and_a_lone_star_are_not_emphasis() -> None:
    assert list(contrasts("2 * 3 * 4 = 24", "2 x 3 x 4 = 24")) == []
