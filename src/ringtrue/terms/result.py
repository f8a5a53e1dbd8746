"""What comes out: checks, verdicts and the result that holds them with the estimates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringtrue.terms.estimate import Estimate
from ringtrue.terms.sealed import sealed


@dataclass(frozen=True, slots=True)
class Check:
    """One criterion and its answer: met, not met, or (None) cannot be told from these data."""

    name: str
    met: bool | None
    value: float | None = None
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A label with the conditions that decided it."""

    label: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """Everything one scoring of a study says."""

    protocol: Mapping[str, str]  # name, version, hash
    estimates: Mapping[str, Estimate]
    verdict: Verdict
    sound_verdict: Verdict
    checks: tuple[Check, ...] = ()
    items: tuple[Mapping[str, Any], ...] = ()
    coverage: float = 1.0

    def __post_init__(self) -> None:
        """Seal the tables."""
        for name in ("protocol", "estimates"):
            object.__setattr__(self, name, sealed(getattr(self, name)))
