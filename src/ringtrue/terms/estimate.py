"""An estimate: a named number with its interval, its n and how it was obtained, or the reason why there is none."""

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Literal, Self

EstimateKind = Literal["literal", "sound", "statistic"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number a sceptic can check.

    `value` is None exactly when the number does not exist for these data, and then `reason` says why. A value may
    also come with a reason: it then says why the interval is missing or what to hold against the number.
    `n` counts what the number rests on; `method` says what was counted and how the interval was made.
    `level` is the confidence level of `low` and `high`.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    method: str = ""
    reason: str | None = None
    kind: EstimateKind = "statistic"
    level: float = 0.95

    def __post_init__(self) -> None:
        """Turn NumPy scalars into plain floats and refuse what is not a number: a silent nan never leaves."""
        for name in ("value", "low", "high"):
            given = getattr(self, name)
            if given is None:
                continue
            number = float(given)
            if not isfinite(number):
                raise ValueError(f"an estimate's {name} must be finite or None, not {number}")
            object.__setattr__(self, name, number)
        object.__setattr__(self, "n", int(self.n))
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"an interval from {self.low} to {self.high} runs backwards")
        if not 0.0 < self.level < 1.0:
            raise ValueError(f"a confidence level lies between 0 and 1, not at {self.level}")
        if self.value is None and not self.reason:
            raise ValueError("an estimate without a value needs a reason")

    @classmethod
    def absent(cls, reason: str, *, n: int = 0, method: str = "") -> Self:
        """No value, and why."""
        return cls(value=None, n=n, method=method, reason=reason)

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return asdict(self)
