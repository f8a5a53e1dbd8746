import pytest
from hypothesis import given
from hypothesis import strategies as st

from page.packets import GOLD, TRUE_SENTENCES
from ringtrue.page import LANGUAGES, standard, standard_check
from ringtrue.page.comprehension import sentences_of, shuffled


def test_two_questions_on_the_middle_and_the_end() -> None:
    # The sample has 6 sentences of 30 to 200 letters; the middle one is the third, the last one the sixth.
    fit = [sentence for sentence in sentences_of(GOLD) if 30 <= len(sentence) <= 200]
    assert len(fit) == 6
    assert (fit[2], fit[5]) == TRUE_SENTENCES
    assert tuple(checked.answer for checked in standard_check("en", GOLD)) == TRUE_SENTENCES


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_option_is_of_the_text_and_three_are_not(language: str) -> None:
    folded = " ".join(GOLD.split())
    used: list[str] = []
    for checked in standard_check(language, GOLD):
        assert [option for option in checked.options if option in folded] == [checked.answer]
        others = [option for option in checked.options if option != checked.answer]
        assert len(others) == 3
        used += others
    assert len(set(used)) == 6  # no distractor twice: the second question would be easier
    assert set(used) <= set(standard(language)["gold"]["others"])


def test_a_sentence_of_the_pool_that_the_text_has_is_no_distractor() -> None:
    pool = standard("en")["gold"]["others"]
    text = f"{pool[0]} {pool[1]} And this is the sentence that only the sample has."
    for checked in standard_check("en", text):
        assert len([option for option in checked.options if option in text]) == 1


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("", 0),
        ("Too short.", 0),
        ("This one sentence is long enough to be recognised again.", 1),
        ("x" * 5000, 0),
        ("word " * 2000, 0),
    ],
)
def test_a_text_without_fit_sentences_gets_fewer_questions(text: str, questions: int) -> None:
    assert len(standard_check("en", text)) == questions


def test_lines_are_folded_and_paragraphs_end_sentences() -> None:
    assert sentences_of('He said "no.” Then\nhe left!\n\nA title\n\nReally? Yes… perhaps.') == [
        'He said "no.',
        "Then he left!",
        "A title",
        "Really?",
        "Yes…",
        "perhaps.",
    ]


@given(st.text(max_size=400))
def test_any_text_gives_questions_that_can_be_answered(text: str) -> None:
    for checked in standard_check("pt", text):
        assert checked.answer in checked.options
        assert len(set(checked.options)) == 4


@given(st.lists(st.text(), min_size=1, unique=True), st.text())
def test_shuffling_keeps_the_options_and_repeats_itself(options: list[str], salt: str) -> None:
    assert sorted(shuffled(options, salt)) == sorted(options)
    assert shuffled(options, salt) == shuffled(options[::-1], salt)


def test_the_right_option_does_not_stand_at_one_place() -> None:
    places = set()
    for number in range(40):
        text = f"The sentence number {number} is long enough for a check of reading."
        (checked,) = standard_check("en", text)
        places.add(checked.options.index(checked.answer))
    assert places == {0, 1, 2, 3}
