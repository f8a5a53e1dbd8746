"""All packets as they stood a moment ago: when a whole class begins at once, one reading serves them all."""

from threading import Lock
from time import monotonic

from ringtrue.store import PacketStanding
from ringtrue.study.desk import Desk

_SECONDS = 1.0


class Lately:
    """The list of packets, read again after a second or when something changed here."""

    def __init__(self, desk: Desk) -> None:
        """Nothing was read yet."""
        self._desk = desk
        self._until = 0.0
        self._packets: list[PacketStanding] = []
        self._reading = Lock()

    def packets(self, *, fresh: bool = False) -> list[PacketStanding]:
        """All packets in the order issued; `fresh`: as they stand now."""
        with self._reading:
            if fresh or monotonic() >= self._until:
                self._packets = self._desk.packets()
                self._until = monotonic() + _SECONDS
            return self._packets

    def forget(self) -> None:
        """Something changed: the next one reads again."""
        with self._reading:
            self._until = 0.0
