"""Answers of embeddings endpoints, good and bad: vectors in order, or one plain word about what does not fit."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.embedding.answer import model_of, vectors_of

vectors = st.lists(st.lists(st.floats(-1e300, 1e300), min_size=3, max_size=3), min_size=1, max_size=6)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["data", "index", "embedding", "model"]), inner)
    ),
    max_leaves=12,
)


def answer(*embeddings: Any) -> dict[str, Any]:
    return {"data": [{"embedding": numbers} for numbers in embeddings]}


@given(vectors, st.randoms(use_true_random=False))
def test_rows_with_an_index_are_put_in_its_order(given_: list[list[float]], random: Any) -> None:
    rows = [{"index": place, "embedding": numbers} for place, numbers in enumerate(given_)]
    random.shuffle(rows)
    assert vectors_of({"data": rows}, len(given_), None) == given_


@given(vectors)
def test_rows_without_an_index_stay_as_they_came(given_: list[list[float]]) -> None:
    assert vectors_of(answer(*given_), len(given_), 3) == given_


def test_whole_numbers_become_floats() -> None:
    found = vectors_of(answer([1, -2]), 1, None)
    assert found == [[1.0, -2.0]]
    assert all(type(number) is float for number in found[0])


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        pytest.param([], "no list 'data'", id="a list"),
        pytest.param(None, "no list 'data'", id="null"),
        pytest.param({"data": {}}, "no list 'data'", id="data is an object"),
        pytest.param({"data": [1]}, "no list 'data' of objects", id="data of numbers"),
        pytest.param({"data": []}, "1 texts were sent, 0 vectors came back", id="too few"),
        pytest.param(answer([1], [2]), "1 texts were sent, 2 vectors came back", id="too many"),
        pytest.param(answer([]), "not a list of numbers", id="an empty vector"),
        pytest.param(answer("AAAA"), "not a list of numbers", id="base64"),
        pytest.param({"data": [{}]}, "not a list of numbers", id="no vector"),
        pytest.param(answer([1, None]), "not a number", id="null in a vector"),
        pytest.param(answer([True]), "not a number", id="truth in a vector"),
        pytest.param(answer(["1"]), "not a number", id="text in a vector"),
        pytest.param(answer([float("nan")]), "not finite", id="nan"),
        pytest.param(json.loads('{"data": [{"embedding": [1e999]}]}'), "not finite", id="infinite"),
        pytest.param(json.loads(f'{{"data": [{{"embedding": [1{"0" * 400}]}}]}}'), "not finite", id="too large"),
        pytest.param({"data": [{"index": 1, "embedding": [1]}]}, "do not number the texts", id="wrong index"),
        pytest.param({"data": [{"index": "0", "embedding": [1]}]}, "do not number", id="index of text"),
        pytest.param({"data": [{"index": False, "embedding": [1]}]}, "do not number", id="index of truth"),
    ],
)
def test_each_fault_is_named(given_: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        vectors_of(given_, 1, None)


def test_an_index_given_twice_or_only_to_some_is_a_fault() -> None:
    for indices in ([0, 0], [0, None], [0, 2]):
        rows = [{"index": index, "embedding": [1.0]} for index in indices]
        with pytest.raises(ValueError, match="do not number the texts"):
            vectors_of({"data": rows}, 2, None)


def test_dimensions_are_the_same_within_and_between_batches() -> None:
    with pytest.raises(ValueError, match="different dimensions came back: 1, 2"):
        vectors_of(answer([1], [1, 2]), 2, None)
    with pytest.raises(ValueError, match="different dimensions came back: 2, 3"):
        vectors_of(answer([1, 2]), 1, 3)


@given(anything, st.integers(0, 3), st.none() | st.integers(1, 3))
def test_whatever_came_is_read_or_refused_in_words(came: Any, count: int, dimension: int | None) -> None:
    with suppress(ValueError):
        assert len(vectors_of(came, count, dimension)) == count


@pytest.mark.parametrize(
    ("said", "model"),
    [("m-1", "m-1"), ("x" * 200, "x" * 80), ("", None), (7, None), (None, None), ("a\nb", None), ("\x1b[2J", None)],
)
def test_the_model_is_told_where_it_can_be_shown(said: Any, model: str | None) -> None:
    assert model_of({"model": said}) == model
    assert model_of({}) is None
