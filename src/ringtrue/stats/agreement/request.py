"""What a caller asks of an interval: which one, at which level, with how many replicates from which seed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IntervalRequest:
    """A checked request; `name` is the statistic's own interval or "bootstrap"."""

    name: str
    level: float
    replicates: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse levels and replicate counts from which no interval can come."""
        if not 0.0 < self.level < 1.0:
            raise ValueError(f"the confidence level must lie between 0 and 1, got {self.level}")
        if self.replicates < 1:
            raise ValueError(f"at least one bootstrap replicate is needed, got {self.replicates}")


def request(interval: str, own: str, level: float, replicates: int, seed: int) -> IntervalRequest:
    """The request, where the statistic offers its `own` interval and the bootstrap over items."""
    if interval not in (own, "bootstrap"):
        raise ValueError(f"unknown interval {interval!r}; known here: {own!r}, 'bootstrap'")
    return IntervalRequest(interval, level, replicates, seed)
