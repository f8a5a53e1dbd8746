"""What nobody sees in a name is found; what scripts and emoji need is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms.hidden import HIDDEN, unseen_in


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("STR\u202e-001", "U+202E"),
        ("STR\u200b-001", "U+200B"),
        ("STR\u200d-001", "U+200D"),
        ("STR-001\u200c", "U+200C"),
        ("\ufeffSTR-001", "U+FEFF"),
        ("a\tb", "U+0009"),
        ("a\nb", "U+000A"),
        ("a\x1bb", "U+001B"),
        ("a\u2028b", "U+2028"),
        ("a\u3164b", "U+3164"),
        ("a\U000e0041", "U+E0041"),
    ],
)
def test_what_nobody_sees_is_written_out(name: str, found: str) -> None:
    assert unseen_in(name) == found


@pytest.mark.parametrize("name", ["STR-001", "Renée 🙂", "👩\u200d💻", "می\u200cخواهم", "a\u00a0b", "雪-1", "❤️"])
def test_what_can_be_seen_is_left_alone(name: str) -> None:
    assert unseen_in(name) is None


@given(st.text())
def test_whatever_is_hidden_is_unfit_for_a_name(text: str) -> None:
    assert not HIDDEN.search(text) or unseen_in(text)
