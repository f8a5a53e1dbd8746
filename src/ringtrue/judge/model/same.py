"""A protocol as the key of a cache: known by its identity, because it cannot be hashed by what it says."""

from ringtrue.terms import Protocol


class Same:
    """Equal to another one of the very same protocol."""

    __slots__ = ("protocol",)

    def __init__(self, protocol: Protocol) -> None:
        """Keep the protocol: while it is kept its id stays its own."""
        self.protocol = protocol

    def __hash__(self) -> int:
        """By identity."""
        return id(self.protocol)

    def __eq__(self, other: object) -> bool:
        """Whether it is the same protocol."""
        return isinstance(other, Same) and other.protocol is self.protocol
