"""Who speaks where: the person's own words stay on their lines, everything else goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.turns import PERSON, Turn, has_unnamed_turns, header_lines, is_name_of, own_part


def test_named_turns_of_others_are_blanked_and_lines_stay() -> None:
    text = "Ada Example: I listen.\nAnd then I write.\nBob: Nonsense.\nReally.\nADA: No.\n"
    part = own_part(text, ["Ada Example"])
    assert part.text == "I listen.\nAnd then I write.\n\n\nNo.\n"
    assert (part.turns, part.others, part.unclear) == (1, ("Bob",), False)


def test_times_emphasis_and_remarks_beside_a_name_make_no_difference() -> None:
    text = "[00:01:02] **Dr. Example** (laughing): Yes.\n00:05 Host: Why?\n(0:09) Ada: Because."
    assert own_part(text, ["Ada Example"]).text == "Yes.\n\nBecause."


def test_only_the_full_name_counts_where_it_is_a_label() -> None:
    text = "Ada Example: Mine.\nBob Example: His.\nExample: Whose?\n"
    assert own_part(text, ["Ada Example"]).text == "Mine.\n\n\n"


def test_where_only_questions_are_labelled_the_rest_is_the_persons() -> None:
    assert own_part("Mind that.\n\nQ: Why?\nSay.\n\nIt is wet.").text == "Mind that.\n\n\n\n\nIt is wet."


def test_where_answers_are_labelled_a_bare_paragraph_belongs_to_who_spoke_last() -> None:
    assert own_part("Q: How many?\n\nA: Six.\n\nI counted.\n\nQ: Why\n\nso few?").text.split() == [
        "Six.",
        "I",
        "counted.",
    ]


def test_a_conversation_of_strangers_leaves_nothing_and_says_so() -> None:
    part = own_part("Bob: One.\nCarl: Two.\nBob: Three.", ["Ada Example"])
    assert (part.text.strip(), part.unclear, part.others) == ("", True, ("Bob", "Carl"))


@pytest.mark.parametrize(
    "text",
    [
        "Dear Wim: thank you.\n\nIt rang.",
        "Note: this\nand that\n\nmore",
        "We met at 10:30 and spoke.",
        "The recipe: flour, salt.\nhttp://example.org: a page",
    ],
)
def test_prose_with_a_colon_is_no_transcript(text: str) -> None:
    assert own_part(text, ["Ada Example"]).text == text


def test_headers_and_quoted_lines_are_not_the_persons_words() -> None:
    part = own_part("Title: A\nDate: 2012-01-02\n\nI agree.\n> You are wrong.\nStill.", ["Ada"])
    assert part.text == "\n\n\nI agree.\n\nStill."
    assert (part.header, part.quoted) == (True, 1)
    assert header_lines("---\ntitle: x\n---\nWell.") == 3
    assert header_lines("Title: only\nDate: a header") == 0


def test_known_turns_need_no_labels() -> None:
    part = own_part("How do I?\nLike so.\nThanks.", (), [Turn(1, PERSON), Turn(2, "assistant"), Turn(3, PERSON)])
    assert part.text == "How do I?\n\nThanks."
    assert part.others == ("assistant",)


def test_names_are_compared_by_their_parts() -> None:
    assert is_name_of("Sen. McCain", ["John McCain"])
    assert is_name_of("josé", ["José da Silva"])
    assert not is_name_of("Laura Bush", ["George Bush"])
    assert not is_name_of("", ["Ada"])


def test_dashes_show_that_several_speak() -> None:
    assert has_unnamed_turns("- One.\n- Two.\n- Three.")
    assert not has_unnamed_turns("One.\nTwo.\n- Three.")


@given(st.text(alphabet="QA:- \nabBoAda>", max_size=80))
def test_lines_stay_and_nothing_is_added(text: str) -> None:
    part = own_part(text, ["Ada"])
    assert part.text.count("\n") == text.count("\n")
    assert set(part.text.split()) <= set(text.split()) | {word.split(":", 1)[-1] for word in text.split()}
