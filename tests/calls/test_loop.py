"""The loop of a run: uvloop where there is one, Python's own where not, and the same to whoever uses it."""

import asyncio
import sys

import pytest

from ringtrue.calls.loop import run


async def its_module() -> str:
    return type(asyncio.get_running_loop()).__module__


def test_uvloop_is_used_where_there_is_one() -> None:
    pytest.importorskip("uvloop", reason="uvloop is not installed: there is none for this system")
    assert run(its_module()).startswith("uvloop")


def test_without_it_pythons_own_loop_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)  # an import of it fails now
    assert run(its_module()).startswith("asyncio")


def test_what_is_raised_comes_out_and_what_was_left_is_cancelled() -> None:
    ended: list[str] = []

    async def waiting() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def work() -> None:
        task = asyncio.create_task(waiting())
        await asyncio.wait([task], timeout=0)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run(work())
    assert ended == ["cancelled"]
