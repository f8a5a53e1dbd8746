"""What the instrument answers: a position between floor and ceiling, or why there is none."""

from dataclasses import dataclass
from math import isfinite

from ringtrue.terms import Estimate


@dataclass(frozen=True, slots=True)
class VoiceEstimate(Estimate):
    """`value` is 0 where impostors stand and 1 where the person's own held-out text stands.

    `raw` is the pooled log-odds, at even prior odds, that the replies are the person's, on a scale fixed beforehand
    and therefore comparable between persons; `likelihood` is the same as a probability. `auc` is how often the
    instrument puts a set of the person's own text of this size above an impostor's: what the gate looks at.
    All three are None where nothing could be computed or the gate refused. `notes` say what weakens the number.
    """

    raw: float | None = None
    likelihood: float | None = None
    auc: float | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Hold the added fields to the same rule: a finite number or None."""
        Estimate.__post_init__(self)
        for name in ("raw", "likelihood", "auc"):
            given = getattr(self, name)
            if given is not None and not isfinite(given):
                raise ValueError(f"a voice estimate's {name} must be finite or None, not {given}")
