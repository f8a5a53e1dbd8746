"""Many texts in one block are as a list of them is, whatever they are and however many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.score import names as module
from ringtrue.score.names import Names, NamesToBe

TEXTS = st.lists(
    st.text(alphabet=st.characters(codec="utf-8"), max_size=20)
    | st.sampled_from(["a", "b", "é", "\0", "\0a", "a\0b", "a\0\0", ""])
)


def made(texts: list[str]) -> Names:
    found = NamesToBe()
    for text in texts:
        found.append(text)
    return found.made()


@given(TEXTS, st.integers(1, 4))
def test_they_are_what_a_list_would_be(texts: list[str], piece: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_PIECE", piece)
        found = made(texts)
        assert list(found) == texts
        assert len(found) == len(texts)
        assert [found[place] for place in range(len(texts))] == texts
        assert found[1:3] == texts[1:3]
        assert all(type(text) is str for text in found)
        assert found == made(texts)
        assert hash(found) == hash(made(texts))
        assert found != made([*texts, "one more"])


@given(TEXTS)
def test_their_order_is_that_of_python(texts: list[str]) -> None:
    found = made(texts)
    order = found.order()
    in_order = found if order is None else found.taken(order)
    assert list(in_order) == sorted(texts)
    assert (order is None) == (texts == sorted(texts))


@given(TEXTS, st.text(alphabet=st.characters(codec="utf-8"), max_size=2))
def test_a_text_is_found_where_it_is(texts: list[str], other: str) -> None:
    listed = sorted(set(texts))
    found = made(listed)
    assert [found.place(text) for text in listed] == list(range(len(listed)))
    assert found.place(other) == (listed.index(other) if other in listed else None)


def test_half_a_surrogate_pair_is_a_text_too() -> None:
    found = made(["a", "b\ud800", "c"])
    assert list(found) == ["a", "b\ud800", "c"]
    assert found.order() is None
    assert found.place("b\ud800") == 1


def test_a_long_list_takes_little_room() -> None:
    assert made([f"STR-{number:06}" for number in range(10_000)])._block.nbytes == 160_000
