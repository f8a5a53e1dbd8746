"""Progress: rates and the time left, by a clock of our own."""

from ringtrue.calls import Progress
from ringtrue.calls.progress import Tally


def test_the_time_left_is_told_once_the_end_is_known() -> None:
    now = 100.0
    seen: list[Progress] = []
    tally = Tally(lambda: now, seen.append)
    tally.tell()
    assert (seen[-1].rate, seen[-1].left) == (0.0, None)
    tally.done, tally.failed, tally.repeated = 49, 1, 10
    now = 110.0
    assert tally.progress().left is None
    tally.expected = 130
    tally.tell()
    # 40 calls in 10 seconds, 80 to go; those from the journal cost no time
    assert (seen[-1].rate, seen[-1].left, seen[-1].seconds) == (4.0, 20.0, 10.0)
    tally.expected = 30
    assert tally.progress().left == 0


def test_nobody_watches() -> None:
    Tally(lambda: 0.0, None).tell()
