"""The filter of answered keys: never forgets one, knows few it was not told."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.answered import AnsweredKeys


@given(st.sets(st.text(max_size=8)))
def test_what_was_added_is_there(keys: set[str]) -> None:
    answered = AnsweredKeys(sorted(keys)[::2])
    for key in sorted(keys)[1::2]:
        answered.add(key)
    assert all(key in answered for key in keys)


def test_few_others_are() -> None:
    answered = AnsweredKeys(f"clone STR-{n} 1" for n in range(100_000))
    strangers = sum(f"judge STR-{n} 1" in answered for n in range(10_000))
    assert strangers < 300  # 1.2 % of the bits are set
