"""How much may be asked at once, how fast, how long and how often."""

from dataclasses import dataclass

MOST_AT_ONCE = 1024
MOST_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run; None is no limit."""

    concurrency: int = 8
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout: float = 120.0  # seconds for one attempt
    attempts: int = MOST_ATTEMPTS
    backoff: float = 0.5  # seconds before the second attempt; doubled for each that follows, up to a minute
    longest_wait: float = 600.0  # an endpoint that asks to wait longer stops the run
    unusable: int | None = None  # answers in a row of no use, where none ever was, that stop the run; None: as usual
    grace: float = 10.0  # seconds for what is in flight when the run is stopped

    def __post_init__(self) -> None:
        """Refuse limits under which nothing could ever be asked."""
        if not 1 <= self.concurrency <= MOST_AT_ONCE:
            raise ValueError(f"from 1 to {MOST_AT_ONCE} calls at once, got {self.concurrency}")
        if not 1 <= self.attempts <= MOST_ATTEMPTS:
            raise ValueError(f"from 1 to {MOST_ATTEMPTS} attempts, got {self.attempts}")
        if self.unusable is not None and self.unusable < 1:
            raise ValueError(f"at least 1 answer of no use, got {self.unusable}")
        for name in ("requests_per_minute", "tokens_per_minute", "timeout"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be above 0, got {value}")
