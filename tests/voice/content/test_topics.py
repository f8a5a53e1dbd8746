"""Which sentences are about the same thing, against the rule applied pair by pair."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.topics import same_topic

topics = st.lists(st.frozensets(st.sampled_from("abcdef"), max_size=6), max_size=80)


@given(topics, topics)
def test_as_pair_by_pair(left: list[frozenset[str]], right: list[frozenset[str]]) -> None:
    expected = [
        (i, j)
        for i, one in enumerate(left)
        for j, other in enumerate(right)
        if len(one & other) >= 2 and 2 * len(one & other) >= min(len(one), len(other))
    ]
    assert list(same_topic(left, right)) == expected
