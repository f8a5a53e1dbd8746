"""A background made from texts: what many use is kept, what few say is not, and every writer counts the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.background.background import Background, BackgroundTable
from ringtrue.voice.background.build import LENGTHS, PAIRS, WORDS, capitalised, table_of, without_names
from ringtrue.voice.habits.parsed_text import Language
from ringtrue.voice.habits.profile import NAMES, vector
from ringtrue.voice.texts import Text, joined
from speakers import english


def writers(*texts: str) -> list[list[Text]]:
    return [[Text.read(text)] for text in texts]


def words(table: BackgroundTable) -> list[str]:
    return table.words.tobytes().decode().split("\n")


def pairs(table: BackgroundTable) -> set[tuple[str, str]]:
    listed = words(table)
    return {(listed[left], listed[right]) for left, right in table.pairs.tolist()}


# Four writers: every gram needs two, as one would be less than three in ten.
FOUR = writers(
    "so we go home . so we go home .",
    "we go home alone now .",
    "we go nowhere today , they say .",
    "secretly we stay .",
)


def test_only_grams_of_three_in_ten_writers_are_kept() -> None:
    table = table_of(FOUR, "en")
    assert set(words(table)) == {"we", "go", "home", "."}
    assert pairs(table) == {("we", "go"), ("go", "home")}
    assert "secret" not in table.letters.tobytes().decode()


def test_the_most_used_come_first_by_the_mean_of_the_writers_rates() -> None:
    # "a" makes 50 of 51 words of one long writer; "b" is his last word and all that two short ones say
    assert words(table_of(writers("a " * 50 + "b", "b", "b"), None)) == ["b", "a"]


def test_counts_are_those_of_each_writer() -> None:
    table = table_of(FOUR, "en")
    columns = [
        *words(table),
        *(" ".join(pair) for pair in sorted(pairs(table), key=lambda p: words(table).index(p[0]))),
    ]
    first = dict(zip(columns, table.phrase_counts[0].tolist(), strict=True))
    assert {name: first[name] for name in ("we", "go", "home", ".", "we go", "go home")} == dict.fromkeys(first, 2)
    assert table.tokens.tolist() == [10, 6, 8, 4]


def test_names_are_left_out() -> None:
    table = table_of(writers(*["we saw Anna and we saw Bruno"] * 3), "en")
    assert set(words(table)) == {"we", "saw", "and"}


def test_the_number_of_columns_is_bounded() -> None:
    many = " ".join(f"w{number}" for number in range(WORDS + 300))
    table = table_of(writers(many, many), None)
    assert len(words(table)) == WORDS
    assert len(table.pairs) <= PAIRS


def test_habits_are_measured_at_every_length() -> None:
    table = table_of([[Text.read(text) for text in english(seed).texts(6)] for seed in range(3)], "en")
    assert table.lengths.tolist() == list(LENGTHS)
    assert table.habit_means.shape == (len(LENGTHS), 3, len(NAMES))
    assert table.habit_within.shape == (len(LENGTHS), len(NAMES), len(NAMES))


def test_a_writer_of_a_few_words_has_the_habits_of_what_there_is() -> None:
    table = table_of(FOUR, "en")
    assert np.isfinite(table.habit_means).all()
    assert np.isfinite(table.habit_within).all()
    assert table.habit_means[-1, 3] == pytest.approx(vector(joined(FOUR[3]).raw, "en"), rel=1e-5)
    background = Background(table)
    assert np.isfinite(background.references.habits).all()


@pytest.mark.parametrize(("language", "stored"), [("en", b"en"), ("pt", b"pt"), (None, b"")])
def test_the_language_is_stored(language: Language | None, stored: bytes) -> None:
    assert table_of(FOUR, language).language.tobytes() == stored


def test_spread_is_the_share_of_passages_that_hold_a_gram() -> None:
    # two passages of 250 tokens each: "we" in all, "go" in half, one passage with everything added
    table = table_of(writers("we " * 250 + "we go " * 125, "go we " * 125 + "we " * 250), None)
    spread = dict(zip(words(table), table.phrase_spread / 65535, strict=False))
    assert spread == pytest.approx({"we": 1.0, "go": (2 + 1) / (4 + 1)}, abs=1e-4)


# Names are kept out: words that mostly have a capital inside sentences.


said = ["Anna", "anna", "went", "home", ".", "I", "I'm", ",", "3"]
texts = st.lists(st.lists(st.sampled_from(said), max_size=10).map(" ".join))


def names(*written: str) -> set[str]:
    return set(capitalised([[Text.read(text) for text in written]]))


def test_a_capital_inside_a_sentence_makes_a_name() -> None:
    assert names("We met Anna and Bruno. They left, and Carla stayed.") == {"anna", "bruno", "carla"}


def test_a_capital_at_the_start_or_after_a_mark_says_nothing() -> None:
    assert names('Yesterday we left. Nobody came; Nothing was "Said".') == set()


def test_seven_uses_in_ten_make_a_name() -> None:
    assert names(*["see Mark"] * 7, *["see mark"] * 3) == {"mark"}
    assert names(*["see Mark"] * 6, *["see mark"] * 3) == set()


def test_uses_of_all_writers_count_together() -> None:
    one, two = [Text.read("see Mark")], [Text.read("see mark")] * 3
    assert capitalised([one]) == {"mark"}
    assert capitalised([one, two]) == frozenset()


def test_i_is_no_name() -> None:
    assert names("now I know that I'm here and I've seen what I'd say") == set()


def test_names_are_left_out_whatever_their_case() -> None:
    assert without_names(Text.read("Anna saw anna, and ANNA left."), {"anna"}) == ["saw", ",", "and", "left", "."]
    assert without_names(Text.read(""), {"anna"}) == []


@given(texts)
def test_what_is_left_holds_no_name_and_keeps_its_order(written: list[str]) -> None:
    read = [Text.read(text) for text in written]
    found = capitalised([read])
    assert not found & {"i", "i'm"}
    for text in read:
        left = without_names(text, found)
        assert not set(left) & found
        assert left == [token for token in text.tokens if token in set(left)]
