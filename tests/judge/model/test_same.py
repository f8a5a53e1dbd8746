"""What follows from a protocol is worked out once for each protocol, known by its identity, and each set of names."""

from ringtrue.judge.model.same import once_for_each
from ringtrue.protocols import load
from ringtrue.terms import Protocol


def test_each_protocol_is_asked_once_for_the_same_names() -> None:
    asked: list[tuple[str, str]] = []

    @once_for_each
    def told(protocol: Protocol, name: str) -> str | None:
        asked.append((protocol.name, name))
        return f"{protocol.name} {name}" if name else None

    one, other = load("scenarios"), load("pairs")
    assert [told(one, "a"), told(one, "a"), told(other, "a"), told(one, "b")] == [
        "scenarios a",
        "scenarios a",
        "pairs a",
        "scenarios b",
    ]
    assert told(one, "") is None
    assert told(one, "") is None
    assert asked == [("scenarios", "a"), ("pairs", "a"), ("scenarios", "b"), ("scenarios", "")]


def test_it_does_not_grow_without_end() -> None:
    asked: list[int] = []

    @once_for_each
    def told(_: Protocol, number: int) -> int:
        asked.append(number)
        return number

    protocol = load("scenarios")
    assert [told(protocol, number) for number in range(100)] == list(range(100))
    assert told(protocol, 0) == 0
    assert len(asked) == 101  # the first was let go of meanwhile
