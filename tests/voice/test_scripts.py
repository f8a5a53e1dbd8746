"""What a script or language takes away is said, once each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.scripts import notes_on
from ringtrue.voice.texts import Text

LISTS, BLANKS, LATIN = "no word lists", "without blanks", "not in Latin script"


def said(*texts: str) -> list[str]:
    notes = notes_on([Text.read(text) for text in texts], None)
    return [next(known for known in (LISTS, BLANKS, LATIN) if known in note) for note in notes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Wir gehen heute nach Hause.", [LISTS], id="German"),
        pytest.param(
            "\u041c\u044b \u0438\u0434\u0435\u043c \u0434\u043e\u043c\u043e\u0439.", [LISTS, LATIN], id="Russian"
        ),
        pytest.param("\u03a0\u03ac\u03bc\u03b5 \u03c3\u03c0\u03af\u03c4\u03b9.", [LISTS, LATIN], id="Greek"),
        pytest.param("\u6211\u5011\u56de\u5bb6\u5427\u3002", [LISTS, BLANKS], id="Chinese"),
        pytest.param("\u3044\u3048\u306b\u304b\u3048\u308b", [LISTS, BLANKS], id="Japanese"),
        pytest.param("\u0e01\u0e25\u0e31\u0e1a\u0e1a\u0e49\u0e32\u0e19", [LISTS, BLANKS], id="Thai"),
        pytest.param("123 ... \U0001f600", [], id="no letters at all"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_each_script_has_its_notes(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_three_in_ten_characters_without_blanks_are_not_yet_such_a_script() -> None:
    assert said("abcdefg\u6211\u5011\u56de") == [LISTS]  # exactly 0.3
    assert said("abcdef\u6211\u5011\u56de") == [LISTS, BLANKS]


def test_half_in_latin_letters_is_enough() -> None:
    assert said("ab\u0434\u043e") == [LISTS]
    assert said("ab\u0434\u043e\u043c") == [LISTS, LATIN]


def test_only_the_beginning_of_long_material_is_looked_at() -> None:
    assert said("a" * 20_000, "\u0434" * 100_000) == [LISTS]
    assert said("\u0434" * 20_000, "a" * 100_000) == [LISTS, LATIN]


@given(st.lists(st.text(st.characters(), max_size=20), max_size=4))
def test_a_language_with_lists_needs_no_note_and_nothing_crashes(texts: list[str]) -> None:
    read = [Text.read(text) for text in texts]
    assert notes_on(read, "en") == notes_on(read, "pt") == ()
    assert len(notes_on(read, None)) <= 2
