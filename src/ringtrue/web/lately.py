"""Who is at which packet as it stood a moment ago: when a whole class begins at once, one reading serves them all."""

from threading import Lock
from time import monotonic

from ringtrue.study.desk import Desk

_SECONDS = 1.0


class Lately:
    """The first packet of each rater that is out, read again after a second or when something changed here."""

    def __init__(self, desk: Desk) -> None:
        """Nothing was read yet."""
        self._desk = desk
        self._until = 0.0
        self._first: dict[str, str] = {}
        self._reading = Lock()

    def packet_of(self, rater: str) -> str | None:
        """The token of the packet the rater is at. Somebody without one may have got one since: that is looked up."""
        return self._read(fresh=False).get(rater) or self._read(fresh=True).get(rater)

    def forget(self) -> None:
        """Something changed: the next one reads again."""
        with self._reading:
            self._until = 0.0

    def _read(self, *, fresh: bool) -> dict[str, str]:
        with self._reading:
            if fresh or monotonic() >= self._until:
                out = [packet for packet in self._desk.packets() if packet.state == "out"]
                self._first = {packet.rater: packet.token for packet in reversed(out)}
                self._until = monotonic() + _SECONDS
            return self._first
