"""Free text: any Python text is stored and comes back."""

from hypothesis import example, given
from hypothesis import strategies as st

from ringtrue.store.words import Words, escaped, is_storable


@given(st.text(st.characters(codec=None)))
@example("\0")
@example("\ud800 half a pair")
@example("\x1a looks escaped")
@example("")
def test_every_text_has_a_storable_form_and_comes_back(text: str) -> None:
    stored = escaped(text)
    stored.encode("utf-8")
    assert "\0" not in stored
    assert Words().process_result_value(stored, None) == text


def test_ordinary_text_is_stored_as_it_is() -> None:
    for text in ("plain", "Ärger — 漢字 🙂", "line\nline\ttab"):
        assert escaped(text) == text
        assert is_storable(text)


def test_nothing_stays_nothing() -> None:
    assert Words().process_bind_param(None, None) is None
    assert Words().process_result_value(None, None) is None
