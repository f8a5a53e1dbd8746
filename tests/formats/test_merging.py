"""Pairs of one name from several files become one; a contradiction is refused."""

import pytest

from ringtrue.formats import Flag, Pair, Pairs, merged
from ringtrue.terms import BadInput

TEXTS = Pair("p", "Ada", "TECH", 1, {"full": "a", "compressed": "b"}, source="folder")
INDEX = Pair("p", "Ada", "TECH", 1, pfi_model=0.9, definition="the plain cosine", source="table")
OTHER = Pair("q", "Ada", "SELF", 1, source="table")


@pytest.mark.parametrize("order", [(TEXTS, INDEX), (INDEX, TEXTS)])
def test_texts_and_index_join_whichever_comes_first(order: tuple[Pair, Pair]) -> None:
    one, other = order
    found = merged([Pairs((one,), (Flag("x", "f", "w"),)), Pairs((other, OTHER))])
    joined, alone = found.pairs
    assert (joined.pfi_model, joined.definition) == (0.9, "the plain cosine")
    assert joined.texts == {"full": "a", "compressed": "b"}
    assert alone == OTHER
    assert [flag.kind for flag in found.flags] == ["x"]


def test_contradictions_are_all_listed() -> None:
    again = Pair("p", "Bob", "TECH", 1, {"full": "z", "compressed": "b"}, pfi_model=0.8, source="table")
    with pytest.raises(BadInput) as refused:
        merged([Pairs((TEXTS,)), Pairs((again,)), Pairs((INDEX,))])
    assert [problem.what for problem in refused.value.problems] == [
        "There is another text of full.",
        "The persona is another.",
        "The pfi_model is another.",
    ]
