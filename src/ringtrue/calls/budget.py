"""Budget of a run: prices, what is spent and reserved, and a forecast before anything is sent."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ringtrue.terms.call import BudgetReached, Call
from ringtrue.terms.item import Speaker

# What calls cost, where prices are configured, and how many tokens they will take, estimated where nobody counted.


CHARACTERS_PER_TOKEN = 4
PAID = ("openai", "anthropic", "providers")  # kinds reached over the network; whatever else answers costs nothing
USUAL_OUTPUT = 400  # tokens of an answer nobody has limited, before the first one came


@dataclass(frozen=True, slots=True)
class Prices:
    """Money per million tokens, in and out; whatever currency, if it is always the same."""

    tokens_in: float
    tokens_out: float

    def __post_init__(self) -> None:
        """Refuse prices below nothing."""
        if not (self.tokens_in >= 0 and self.tokens_out >= 0):
            raise ValueError(f"prices are 0 or more, got {self.tokens_in} and {self.tokens_out}")

    def cost(self, tokens_in: float, tokens_out: float) -> float:
        """What this many tokens cost."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


def prices_of(speaker: Speaker) -> Prices | None:
    """The prices in a speaker's settings, `prices: {in: 2.5, out: 10}` per million tokens; None without."""
    given = speaker.settings.get("prices")
    if not isinstance(given, Mapping):
        return None
    return Prices(float(given.get("in", 0)), float(given.get("out", 0)))


def lacks_prices(speaker: Speaker) -> bool:
    """Whether calls to a speaker may cost money that nobody counts; a free endpoint has prices of 0."""
    given = speaker.settings.get("prices")
    return speaker.kind in PAID and not (isinstance(given, Mapping) and "in" in given and "out" in given)


def tokens_of(text: str) -> int:
    """About how many tokens a text has."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def tokens_asked(call: Call) -> int:
    """About how many tokens the messages of a call have."""
    return sum(tokens_of(message["content"]) for message in call.messages)


def tokens_allowed(settings: Mapping[str, Any]) -> int | None:
    """How many tokens an answer may have at most, where the call says so."""
    most = settings.get("max_tokens")
    return most if isinstance(most, int) and most > 0 else None


# What a run has spent, what is reserved for calls in flight, and whether the budget allows one more.


class Budget:
    """The budget of one run: what is spent, and what is reserved for calls in flight."""

    def __init__(self, amount: float | None) -> None:
        """Nothing spent yet; without an amount it only counts."""
        self.amount = amount
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
        if prices is None or self.amount is None:
            return 0.0
        while True:
            out = tokens_allowed(call.settings) or max(self.longest, USUAL_OUTPUT)
            cost = prices.cost(tokens_asked(call), out)
            if not cost:
                return 0.0
            if self.spent + self._reserved + cost <= self.amount:
                self._reserved += cost
                self._flying += 1
                return cost
            if not self._flying:
                left = self.amount - self.spent
                what = f"The budget of {self.amount:g} has {left:.4g} left, and the next call may cost {cost:.4g}."
                raise BudgetReached(what, "Start the same command again with a new budget to continue.")
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


# What a run will take, before anything is sent: calls, tokens, money.


@dataclass(frozen=True, slots=True)
class Forecast:
    """Calls and tokens to expect; a cost where prices are known. Forecasts of several endpoints add up."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None

    @classmethod
    def of(cls, call: Call, prices: Prices | None = None, *, tokens_out: int | None = None) -> "Forecast":
        """What one call will take; four characters count as a token, an unlimited answer as one of usual length."""
        came = tokens_asked(call)
        went = (
            tokens_out if tokens_out is not None else min(tokens_allowed(call.settings) or USUAL_OUTPUT, USUAL_OUTPUT)
        )
        return cls(1, came, went, None if prices is None else prices.cost(came, went))

    def __add__(self, other: "Forecast") -> "Forecast":
        """Both together; the cost is of those that have prices."""
        cost = self.cost
        if other.cost is not None:
            cost = other.cost + (cost or 0.0)
        return Forecast(
            self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out, cost
        )
