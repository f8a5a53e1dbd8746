"""Cosines behind a model index, with a backend whose vectors anybody can work out."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.cosines import ROLES, Texts, cosines
from ringtrue.voice.embedding.tfidf import Tfidf
from ringtrue.voice.embedding.vectors import of_length_one


class Plane:
    """How often a text says east and north, as a direction in the plane; remembers what it was asked."""

    name, licence = "plane", "none"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked.append(list(texts))
        return of_length_one([[text.count("east"), text.count("north")] for text in texts], len(texts))


def roles(**given_: Texts) -> Mapping[str, Texts]:
    return {role: given_.get(role, {}) for role in ROLES}


def test_each_pairs_own_cosine_and_those_of_its_controls() -> None:
    full = {"q1": "east", "q2": "east north"}
    others = roles(
        compressed={"q1": "east east north north north", "q2": "east"},
        again={"q1": ["north", "east north"]},
        another={"q2": "north"},
    )
    found = cosines(full, others, Plane())
    assert found.pairs == ("q1", "q2")
    assert found.left_out == ()
    # (1, 0) with (2, 3) / √13; (1, 1) / √2 with (1, 0)
    assert found.means("compressed") == pytest.approx([2 / np.sqrt(13), np.sqrt(0.5)])
    assert found.of["again"][0] == pytest.approx([0.0, np.sqrt(0.5)])
    assert found.means("again") == pytest.approx([np.sqrt(0.5) / 2, np.nan], nan_ok=True)
    assert found.means("another") == pytest.approx([np.nan, np.sqrt(0.5)], nan_ok=True)
    assert np.isnan(found.means("name_only")).all()
    assert [found.number(role) for role in ROLES] == [2, 2, 1, 0]


def test_every_different_text_is_embedded_once_and_all_in_one_call() -> None:
    plane = Plane()
    cosines(
        {"q1": "east", "q2": "east"},
        roles(compressed={"q1": "north", "q2": "north"}, another={"q1": ["north", "north"]}),
        plane,
    )
    assert plane.asked == [["east", "north"]]


def test_without_a_usable_pair_nothing_is_embedded() -> None:
    plane = Plane()
    found = cosines({"q1": "..."}, roles(compressed={"q1": "east", "q2": "east"}), plane)
    assert found.pairs == ()
    assert plane.asked == []
    assert [found.means(role).size for role in ROLES] == [0, 0, 0, 0]
    assert found.left_out == ("q1: one of its two texts holds no word", "q2: the full text is missing")


def test_what_could_not_be_used_is_named_with_its_pair() -> None:
    found = cosines(
        {"q1": "east now", "q2": "east"},
        roles(
            compressed={"q1": ["north", " "]},
            again={"q1": [" east\nnow ", "?!"], "q9": "east"},
            name_only={"q1": ["east east", "east now"]},
        ),
        Plane(),
    )
    assert found.pairs == ("q1",)
    assert set(found.left_out) == {
        "q2: the compressed text is missing",
        "q9: the text of the same speaker again belongs to no pair",
        "q1: a compressed text holds no word",
        "q1: a text of the same speaker again is the full text itself",
        "q1: a text of the same speaker again holds no word",
        "q1: a name-only text is the full text itself",
    }
    assert [found.number(role) for role in ROLES] == [1, 0, 0, 1]


def test_a_compressed_text_that_is_the_full_one_counts_as_perfect() -> None:
    assert cosines({"q": "north"}, roles(compressed={"q": "north"}), Plane()).means("compressed") == pytest.approx(
        [1.0]
    )


replies = st.lists(st.sampled_from(["the road home", "a road", "rain again", "rain on the road", ""]), max_size=3)


@given(st.dictionaries(st.sampled_from("abc"), replies), st.dictionaries(st.sampled_from("abc"), replies))
def test_the_same_pairs_in_another_order_have_the_same_cosines(
    compressed: dict[str, list[str]], again: dict[str, list[str]]
) -> None:
    full = {"a": "the long road", "b": "rain all day", "c": "home"}
    one = cosines(full, roles(compressed=compressed, again=again), Tfidf())
    turned = dict(reversed(full.items()))
    two = cosines(turned, roles(compressed=dict(reversed(compressed.items())), again=again), Tfidf())
    assert set(one.pairs) == set(two.pairs)
    assert sorted(one.left_out) == sorted(two.left_out)
    for role in ROLES:
        values = dict(zip(two.pairs, two.means(role), strict=True))
        assert one.means(role) == pytest.approx([values[pair] for pair in one.pairs], nan_ok=True)
