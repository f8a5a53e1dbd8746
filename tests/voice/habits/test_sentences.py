"""Where sentences end."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits import sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Mr. Hale met Dr. Ruiz. They spoke.", ["Mr. Hale met Dr. Ruiz.", "They spoke."]),
        ("It cost 3.50 or 1.000,5 at most. Fine.", ["It cost 3.50 or 1.000,5 at most.", "Fine."]),
        ("See e.g. page four, i.e. the end.", ["See e.g. page four, i.e. the end."]),
        ("No. 5 is alive. No. Never.", ["No. 5 is alive.", "No.", "Never."]),
        ("The U.S. Senate met in the U.S. The vote failed.", ["The U.S. Senate met in the U.S.", "The vote failed."]),
        ("J. K. Tanner wrote it. You and I. We know.", ["J. K. Tanner wrote it.", "You and I.", "We know."]),
        ("Well... maybe. So… Yes.", ["Well... maybe.", "So…", "Yes."]),
        ('"Stop!" he said. "Go." She went.', ['"Stop!" he said.', '"Go."', "She went."]),
        ("The end.Then more. What?No.", ["The end.", "Then more.", "What?", "No."]),
        ("Visit node.js or a.b?c=1 today.", ["Visit node.js or a.b?c=1 today."]),
        ("Really?! Yes!!!", ["Really?!", "Yes!!!"]),
        ("A Dra. Lima mora na Av. Central. Então saiu.", ["A Dra. Lima mora na Av. Central.", "Então saiu."]),
        ("今天很好。你呢？走吧！", ["今天很好。", "你呢？", "走吧！"]),
        ("هل أنت بخير؟ نعم. شكرا", ["هل أنت بخير؟", "نعم.", "شكرا"]),
        ("यह ठीक है। चलो।", ["यह ठीक है।", "चलो।"]),
    ],
)
def test_marks(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_a_chat_without_capitals_is_split_all_the_same() -> None:
    assert split("i went home. then i slept. it was late") == ["i went home.", "then i slept.", "it was late"]


def test_lists_and_headings_are_sentences_of_their_own() -> None:
    text = "# Plan\nFirst we pack\n\n1. Bring rope\n2. Bring water\n- and salt\n"
    assert split(text) == ["# Plan", "First we pack", "1. Bring rope", "2. Bring water", "- and salt"]


def test_a_wrapped_line_goes_on() -> None:
    text = "This line was broken by a mail program somewhere near its middle\nEnglish names may begin the next. Done."
    assert len(split(text)) == 2


def test_short_lines_without_marks_are_sentences() -> None:
    assert split("Thanks for coming\nSee you soon") == ["Thanks for coming", "See you soon"]


@given(st.text(alphabet=st.sampled_from('ab A.!?…"\n1-)。؟'), max_size=60))
def test_spans_are_in_order_trimmed_and_lose_only_blanks(text: str) -> None:
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert all(piece == piece.strip() for piece in split(text))
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("unit", [".", "?", "a. ", "\n", "1.", '"', "- ", "a.b"])
def test_a_hostile_run_is_read_through_once(unit: str) -> None:
    # Quadratic behaviour would take minutes here; there is nothing to time.
    assert len(sentences(unit * 100_000)) <= 100_000
