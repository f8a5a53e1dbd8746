"""Which keys may have an answer in the journal: most calls of a run have none, and need not be looked up."""

from collections.abc import Iterable

_BITS = 2**23  # one megabyte, however many keys; a million of them still spare seven look-ups in eight


class AnsweredKeys:
    """A Bloom filter with one bit a key: says no only where a key was never added."""

    def __init__(self, keys: Iterable[str]) -> None:
        """With the keys that are there already."""
        self._bits = bytearray(_BITS // 8)
        for key in keys:
            self.add(key)

    def add(self, key: str) -> None:
        """From now on this key may have an answer."""
        bit = hash(key) % _BITS
        self._bits[bit >> 3] |= 1 << (bit & 7)

    def __contains__(self, key: str) -> bool:
        """Whether the key may have an answer."""
        bit = hash(key) % _BITS
        return bool(self._bits[bit >> 3] >> (bit & 7) & 1)
