"""Headers and questions are not the person's words; everything else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.own_words import own_words

HEADER = "Title: A morning\nDate: 2012-06-21\n\n"


def test_a_header_of_keys_is_left_out() -> None:
    read = own_words(HEADER + "Sixteen, last year.\n\nIt varies.")
    assert (read.text, read.header, read.questions) == ("Sixteen, last year.\n\nIt varies.", True, 0)


def test_front_matter_between_lines_of_dashes_is_left_out() -> None:
    assert own_words("---\ntitle: x\n---\nWell, no.").text == "Well, no."


def test_labelled_questions_go_and_labels_of_answers_too() -> None:
    asked = "Q: How many?\n\nA: Sixteen.\n\nI counted twice.\n\nQ: Why\nso few?\n\nAnd so late?\n\nA: Hands."
    read = own_words(HEADER + asked)
    # "And so late?" has no label and follows a question where answers are labelled: it is the interviewer's.
    assert (read.text, read.questions) == ("Sixteen.\n\nI counted twice.\n\nHands.", 2)


def test_where_answers_have_no_label_what_follows_a_question_is_the_persons() -> None:
    assert own_words("Mind that.\n\nQ: Why?\n\nIt is wet.").text == "Mind that.\n\nIt is wet."


@pytest.mark.parametrize(
    "text",
    [
        "Dear Wim: thank you.\n\nIt rang.",  # one line that looks like a key is no header
        "Note: this\nand that\n\nmore",
        "---\nno end of it",
        "Title: only\nDate: a header",
        "",
        "Plain words. A: said he.",
    ],
)
def test_a_text_without_header_or_questions_stays_as_it_is(text: str) -> None:
    assert own_words(text).text == text
    assert not own_words(text).header


@given(st.text(alphabet="QA:- \nab", max_size=60))
def test_nothing_is_added_and_reading_twice_changes_no_plain_text(text: str) -> None:
    read = own_words(text)
    assert set(read.text.split()) <= set(text.split())
