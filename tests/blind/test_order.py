"""The order of cards: queues kept, kinds mixed, runs as short as can be; and sessions of like size."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.blind.order import intermixed, sessions

QUEUES = st.dictionaries(st.sampled_from("abcd"), st.lists(st.floats(0, 1, exclude_max=True), max_size=25), max_size=4)


@given(QUEUES)
def test_every_card_comes_once_in_its_queue_s_order_and_runs_are_short(jitters: dict[str, list[float]]) -> None:
    queues = {kind: [((kind, place), jitter) for place, jitter in enumerate(row)] for kind, row in jitters.items()}
    sequence = intermixed(queues)
    for kind, queue in queues.items():
        assert [card for card in sequence if card[0] == kind] == [card for card, _ in queue]
    runs = [len(list(run)) for _, run in groupby(kind for kind, _ in sequence)]
    most = max(map(len, jitters.values()), default=0)
    assert max(runs, default=0) <= max(2, -(-most // (len(sequence) - most + 1)))


def test_a_kind_is_spread_over_the_whole_length() -> None:
    sequence = intermixed({"a": [("a", 0.5)] * 30, "b": [("b", 0.5)] * 10})
    assert [sequence[start : start + 8].count("b") for start in range(0, 40, 8)] == [2] * 5


@given(st.integers(0, 200), st.integers(1, 50))
def test_sessions_are_as_few_and_as_alike_as_can_be(cards: int, most: int) -> None:
    parts = sessions(range(cards), most)
    assert [card for part in parts for card in part] == list(range(cards))
    assert len(parts) == -(-cards // most)
    sizes = [len(part) for part in parts]
    assert max(sizes, default=0) <= most
    assert max(sizes, default=0) - min(sizes, default=0) <= 1


@pytest.mark.parametrize(("cards", "parts"), [(0, 0), (1, 1), (5000, 1)])
def test_without_a_limit_there_is_one_session(cards: int, parts: int) -> None:
    assert len(sessions(range(cards), None)) == parts
