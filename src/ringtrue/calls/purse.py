"""What a run has spent, what is reserved for calls in flight, and whether the budget allows one more."""

import asyncio
from collections.abc import Callable

from ringtrue.calls.faults import BudgetReached
from ringtrue.calls.prices import USUAL_OUTPUT, Prices, tokens_allowed, tokens_asked
from ringtrue.terms import Call


class Purse:
    """The money of one run."""

    def __init__(self, budget: float | None) -> None:
        """Nothing spent yet; without a budget it only counts."""
        self.budget = budget
        self.spent = 0.0
        self._reserved = 0.0
        self._flying = 0  # calls something is reserved for
        self._waiting: list[asyncio.Future[None]] = []  # for others to settle
        self.longest = 0  # tokens of the longest answer so far

    async def reserve(self, call: Call, prices: Prices | None, *, check: Callable[[], None] = lambda: None) -> float:
        """Set aside what a call may cost, at most if its answer is limited; BudgetReached if it is not there.

        Calls in flight mostly cost less than was set aside for them: as long as there are any, they are waited for.
        `check` is asked whether to go on, and raises what ends the run.
        """
        if prices is None or self.budget is None:
            return 0.0
        while True:
            out = tokens_allowed(call.settings) or max(self.longest, USUAL_OUTPUT)
            cost = prices.cost(tokens_asked(call), out)
            if not cost:
                return 0.0
            if self.spent + self._reserved + cost <= self.budget:
                self._reserved += cost
                self._flying += 1
                return cost
            if not self._flying:
                left = self.budget - self.spent
                what = f"The budget of {self.budget:g} has {left:.4g} left, and the next call may cost {cost:.4g}."
                raise BudgetReached(what, "Start the same command again with a new budget to go on.")
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]
            check()

    def settle(self, reserved: float, cost: float) -> None:
        """Take what a call really cost, and free what was set aside for it."""
        self.spent += cost
        if not reserved:
            return
        self._flying -= 1
        self._reserved = self._reserved - reserved if self._flying else 0.0  # no crumbs of rounding are left
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)
