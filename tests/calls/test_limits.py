"""Limits under which nothing could be asked are refused."""

import pytest

from ringtrue.calls import Limits


@pytest.mark.parametrize(
    "given",
    [
        {"concurrency": 0},
        {"concurrency": 5000},
        {"attempts": 0},
        {"attempts": 11},
        {"timeout": 0.0},
        {"timeout": float("nan")},
        {"requests_per_minute": -1},
        {"tokens_per_minute": 0},
    ],
    ids=str,
)
def test_nonsense_is_refused(given: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="got"):
        Limits(**given)  # type: ignore[arg-type]


def test_the_usual_ones() -> None:
    usual = Limits()
    assert (usual.concurrency, usual.attempts, usual.timeout, usual.requests_per_minute) == (8, 10, 120.0, None)
