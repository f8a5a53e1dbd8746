"""Word lists written as plain text."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits.wordlists import word_list, words

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
