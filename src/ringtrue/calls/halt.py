"""The end of a run before its end: why, and how those who wait hear of it."""

import asyncio

from ringtrue.calls.faults import Stop


class Halt:
    """Whether a run was stopped. The first reason counts."""

    def __init__(self) -> None:
        """All is going on."""
        self.why: Stop | None = None
        self._event = asyncio.Event()

    def stop(self, why: Stop) -> bool:
        """Stop the run; False where it was stopped before."""
        if self.why is not None:
            return False
        self.why = why
        self._event.set()
        return True

    def check(self) -> None:
        """Raise the reason, if there is one."""
        if self.why is not None:
            raise self.why

    async def sleep(self, seconds: float) -> None:
        """Wait, or raise the reason as soon as the run is stopped."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return
        self.check()
