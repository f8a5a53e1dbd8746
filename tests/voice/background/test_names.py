"""Names are kept out: words that mostly have a capital inside sentences."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.background.names import capitalised, without_names
from ringtrue.voice.texts import Text

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
