"""What a run has spent, what is reserved for calls in flight, and whether the budget allows one more."""

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
        self.longest = 0  # tokens of the longest answer so far

    def reserve(self, call: Call, prices: Prices | None) -> float:
        """Set aside what a call may cost, at most if its answer is limited; BudgetReached if it is not there."""
        if prices is None or self.budget is None:
            return 0.0
        out = tokens_allowed(call.settings) or max(self.longest, USUAL_OUTPUT)
        cost = prices.cost(tokens_asked(call), out)
        if self.spent + self._reserved + cost > self.budget:
            left = self.budget - self.spent
            what = f"The budget of {self.budget:g} has {left:.4g} left, and the next call may cost {cost:.4g}."
            raise BudgetReached(what, "Start the same command again with a new budget to go on.")
        self._reserved += cost
        return cost

    def settle(self, reserved: float, cost: float) -> None:
        """Take what a call really cost, and free what was set aside for it."""
        self._reserved -= reserved
        self.spent += cost
