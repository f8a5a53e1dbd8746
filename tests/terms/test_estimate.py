"""An estimate is a finite number or a reason."""

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from ringtrue.terms import Estimate


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -np.inf])
@pytest.mark.parametrize("name", ["value", "low", "high"])
def test_what_is_not_finite_never_enters(name: str, number: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must be finite"):
        Estimate(**{"value": 1.0, name: number})


def test_no_value_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        Estimate(None)
    absent = Estimate.absent("no trials", n=0, method="share")
    assert (absent.value, absent.low, absent.reason, absent.method) == (None, None, "no trials", "share")


def test_numbers_of_numpy_become_plain_and_fit_json() -> None:
    estimate = Estimate(np.float64(0.5), np.float32(0.25), 1, np.int64(7), "share", kind="sound")  # type: ignore[arg-type]
    assert [type(given) for given in (estimate.value, estimate.low, estimate.high)] == [float] * 3
    assert type(estimate.n) is int
    assert json.loads(json.dumps(estimate.as_dict())) == {
        "value": 0.5,
        "low": 0.25,
        "high": 1.0,
        "n": 7,
        "method": "share",
        "reason": None,
        "kind": "sound",
        "level": 0.95,
    }


def test_an_estimate_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Estimate(1.0).value = 2.0  # type: ignore[misc]


def test_an_interval_runs_forwards_and_a_level_is_a_share() -> None:
    with pytest.raises(ValueError, match="backwards"):
        Estimate(0.5, 0.6, 0.4)
    with pytest.raises(ValueError, match="between 0 and 1"):
        Estimate(0.5, level=95)
