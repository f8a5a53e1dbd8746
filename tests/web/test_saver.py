"""The writer: nobody hears of a save before it is written, and what waits together is written together."""

import asyncio
from collections.abc import Sequence
from threading import Event, get_ident

import pytest

from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.saver import Save, Saver


def given(card: str) -> Given:
    return Given(card, "voice", 1.0)


class Disk:
    """Where saves go; it can be held up, and it refuses what is called bad."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.threads: set[int] = set()
        self.busy = Event()
        self.free = Event()
        self.free.set()

    def save_many(self, saves: Sequence[Save]) -> list[BadInput | None]:
        self.busy.set()
        self.free.wait(60)
        self.threads.add(get_ident())
        self.batches.append([token for token, _ in saves])
        return [BadInput([Problem("x", "y", "bad")]) if token.startswith("bad") else None for token, _ in saves]


def test_a_save_returns_when_it_is_written() -> None:
    disk = Disk()
    saver = Saver(disk.save_many)
    asyncio.run(saver.save("t1", [given("c")]))
    assert disk.batches == [["t1"]]
    saver.close()


def test_nobody_hears_of_it_before() -> None:
    async def go() -> None:
        disk = Disk()
        disk.free.clear()
        saver = Saver(disk.save_many)
        waiting = asyncio.create_task(saver.save("t1", [given("c")]))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not waiting.done()
        disk.free.set()
        await waiting
        saver.close()

    asyncio.run(go())


def test_what_waits_while_the_disk_is_busy_goes_into_one_write() -> None:
    async def go() -> Disk:
        disk = Disk()
        disk.free.clear()
        saver = Saver(disk.save_many)
        first = asyncio.create_task(saver.save("t0", [given("c")]))
        await asyncio.to_thread(disk.busy.wait, 60)
        saves = [asyncio.create_task(saver.save(f"t{number}", [given("c")])) for number in range(1, 100)]
        while saver._queue.qsize() < 99:
            await asyncio.sleep(0)
        disk.free.set()
        await asyncio.gather(first, *saves)
        saver.close()
        assert saver.commits == 2
        return disk

    disk = asyncio.run(go())
    assert [len(batch) for batch in disk.batches] == [1, 99]
    assert disk.batches[1] == [f"t{number}" for number in range(1, 100)]  # in the order they came
    assert len(disk.threads) == 1


def test_a_refused_save_is_refused_alone() -> None:
    async def go() -> list[object]:
        saver = Saver(Disk().save_many)
        tokens = ("t1", "bad", "t2")
        told = await asyncio.gather(*(saver.save(one, [given("c")]) for one in tokens), return_exceptions=True)
        saver.close()
        return list(told)

    first, second, third = asyncio.run(go())
    assert first is None
    assert isinstance(second, BadInput)
    assert third is None


def test_a_disk_that_fails_is_told_to_all_who_wait_and_the_next_can_be_saved() -> None:
    fails = True

    def save_many(saves: Sequence[Save]) -> list[BadInput | None]:
        if fails:
            raise OSError("the disk is full")
        return [None] * len(saves)

    async def go() -> None:
        nonlocal fails
        saver = Saver(save_many)
        told = await asyncio.gather(*(saver.save(f"t{n}", []) for n in range(3)), return_exceptions=True)
        assert all(isinstance(one, OSError) for one in told)
        fails = False
        await saver.save("t9", [])
        saver.close()

    asyncio.run(go())


def test_who_went_away_does_not_keep_the_others_from_hearing() -> None:
    async def go() -> None:
        disk = Disk()
        disk.free.clear()
        saver = Saver(disk.save_many)
        gone, stays = (asyncio.create_task(saver.save(name, [])) for name in ("gone", "stays"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        disk.free.set()
        await stays
        with pytest.raises(asyncio.CancelledError):
            await gone
        saver.close()
        assert sorted(token for batch in disk.batches for token in batch) == [
            "gone",
            "stays",
        ]  # what was sent is kept all the same

    asyncio.run(go())


def test_closing_writes_what_waits() -> None:
    async def go() -> Disk:
        disk = Disk()
        disk.free.clear()
        saver = Saver(disk.save_many)
        saves = [asyncio.create_task(saver.save(f"t{number}", [])) for number in range(10)]
        await asyncio.sleep(0)
        disk.free.set()
        await asyncio.to_thread(saver.close)
        await asyncio.gather(*saves)
        return disk

    assert sum(map(len, asyncio.run(go()).batches)) == 10
