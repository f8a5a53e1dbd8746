"""What a run will take, before anything is sent: calls, tokens, money."""

from dataclasses import dataclass

from ringtrue.calls.prices import USUAL_OUTPUT, Prices, tokens_allowed, tokens_asked
from ringtrue.terms import Call


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
