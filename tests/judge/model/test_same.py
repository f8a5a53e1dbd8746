"""A protocol is the key of a cache by its identity."""

from ringtrue.judge.model.same import Same
from ringtrue.protocols import load


def test_one_protocol_is_itself_and_no_other() -> None:
    one, other = load("scenarios"), load("pairs")
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(other)
    assert Same(one) != one
    assert len({Same(one), Same(one), Same(other)}) == 2
