"""A text read once."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits.parsed_text import (
    BEFORE_NUMBERS,
    NEVER_LAST,
    OPENERS,
    SELDOM_LAST,
    ParsedText,
    language_of,
    sentences,
    word_list,
    words,
)


def test_words_are_small_with_straight_apostrophes() -> None:
    assert ParsedText("Don’t STOP, it's 5 o'clock!").words == ["don't", "stop", "it's", "5", "o'clock"]


def test_scripts_without_blanks_count_by_the_character() -> None:
    assert ParsedText("我们 go 東京").words == ["我", "们", "go", "東", "京"]


def test_vowel_signs_belong_to_their_word() -> None:
    assert ParsedText("हिन्दी भाषा").words == ["हिन्दी", "भाषा"]


def test_sentence_lengths_and_first_words() -> None:
    read = ParsedText("One two. ... Three four five!")
    assert read.lengths.tolist() == [2, 3]
    assert read.firsts.tolist() == [0, 2, 5]
    assert len(read.sentences) == 2


def test_paragraphs_count_their_words() -> None:
    assert ParsedText("One two.\n\nThree.\n \n\n***\n\nFour five six.").paragraphs.tolist() == [2, 1, 3]


def test_the_language_can_be_set_or_found() -> None:
    assert ParsedText("the cat is on the mat and it is not for you").language == "en"
    assert ParsedText("the cat", "pt").language == "pt"
    assert ParsedText("the cat").language is None


@given(st.text(max_size=80))
def test_every_word_belongs_to_one_sentence_and_one_paragraph(text: str) -> None:
    read = ParsedText(text)
    assert read.lengths.sum() == len(read.words) == read.paragraphs.sum()
    assert len(read.sentences) == read.lengths.size
    for number, (start, end) in enumerate(read.sentences):
        first, last = read.firsts[number], read.firsts[number + 1] - 1
        assert start <= read.starts[first]
        assert read.ends[last] <= end


# Where sentences end.


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


# Lists of abbreviations: told apart from each other, and minded where sentences end.


LISTS = {"never last": NEVER_LAST, "before numbers": BEFORE_NUMBERS, "seldom last": SELDOM_LAST}


@pytest.mark.parametrize(("one", "other"), [*combinations(LISTS, 2)])
def test_no_abbreviation_is_on_two_lists_of_which_only_one_would_count(one: str, other: str) -> None:
    assert LISTS[one] & LISTS[other] == set()


def test_the_usual_ones_are_listed() -> None:
    assert {"mr", "mrs", "dr", "prof", "gen", "sen", "gov", "e.g", "i.e", "vs", "sr", "sra", "dra"} <= NEVER_LAST
    assert {"no", "fig", "vol", "p", "pp", "art"} <= BEFORE_NUMBERS
    assert {"etc", "inc", "ltd", "jr", "u.s", "d.c", "a.m", "p.m", "ltda"} <= SELDOM_LAST


@pytest.mark.parametrize("listed", [*LISTS.values(), OPENERS])
def test_entries_are_written_as_they_are_looked_up(listed: frozenset[str]) -> None:
    assert all(word == word.lower().strip("*_'. ") for word in listed)


@pytest.mark.parametrize("word", sorted(NEVER_LAST))
def test_titles_and_particles_end_no_sentence(word: str) -> None:
    assert len(split(f"We met {word}. Tamm there.")) == 1
    assert len(split(f"We met {word}. The end.")) == 1


@pytest.mark.parametrize("word", sorted(BEFORE_NUMBERS))
def test_some_are_abbreviations_only_before_a_number(word: str) -> None:
    assert len(split(f"It says so in {word}. 5 of the book.")) == 1
    assert len(split(f"It says so in {word}. Never mind.")) == 2


@pytest.mark.parametrize("word", sorted(SELDOM_LAST))
def test_some_end_a_sentence_only_before_an_ordinary_opener(word: str) -> None:
    assert len(split(f"They left {word}. Tamm behind.")) == 1
    assert split(f"They left {word}. The rest stayed.") == [f"They left {word}.", "The rest stayed."]


# Which word lists apply.


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I think that the people of this town are not as bad as you say", "en"),
        ("Eu acho que as pessoas da cidade não são tão más como se diz por aí", "pt"),
        ("Yo creo que la gente de los pueblos no es tan mala como se dice en el centro", None),
        ("Je crois que les gens de la ville ne sont pas aussi mauvais que vous le dites", None),
        ("Ich glaube dass die Leute in der Stadt nicht so schlecht sind und es ist gut", None),
        ("xyzzy plugh frotz gnusto rezrov nitfol blorb yomin", None),
        ("the of and", None),
        ("", None),
    ],
)
def test_small_words_decide(text: str, language: str | None) -> None:
    assert language_of(text.lower().split()) == language


# Word lists written as plain text.


letters = st.text("abc\u00e9'", min_size=1, max_size=4)


def test_an_underscore_joins_two_words_to_a_pair() -> None:
    found = word_list("maybe i_think\n  perhaps i_think")
    assert found.words == {"maybe", "perhaps"}
    assert found.pairs == {("i", "think")}


def test_nothing_listed_is_nothing() -> None:
    assert words(" \n") == word_list("").words == word_list("").pairs == frozenset()


@given(st.lists(letters), st.lists(st.tuples(letters, letters)))
def test_what_was_written_is_read(single: list[str], pairs: list[tuple[str, str]]) -> None:
    found = word_list(" ".join([*single, *("_".join(pair) for pair in pairs)]))
    assert (found.words, found.pairs) == (set(single), set(pairs))
    assert words("\t".join(single)) == set(single)
