"""A voice estimate holds finite numbers or none at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.estimate import VoiceEstimate

NUMBERS = ("value", "low", "high", "raw", "likelihood", "auc")


@given(st.sampled_from(NUMBERS), st.sampled_from([float("nan"), float("inf"), float("-inf")]))
def test_what_is_not_finite_never_leaves(name: str, number: float) -> None:
    with pytest.raises(ValueError, match=rf"estimate's {name} must be finite or None, not {number}"):
        VoiceEstimate(**{"value": 0.5, name: number})


def test_an_absent_one_has_a_reason_and_none_of_the_numbers() -> None:
    absent = VoiceEstimate.absent("too few replies", n=3)
    assert isinstance(absent, VoiceEstimate)
    assert [getattr(absent, name) for name in NUMBERS] == [None] * 6
    assert (absent.n, absent.reason, absent.notes) == (3, "too few replies", ())


def test_no_value_without_a_reason() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        VoiceEstimate(None, raw=1.0)


def test_odds_may_stand_without_a_place() -> None:
    assert VoiceEstimate(None, reason="no ceiling", raw=0.0, likelihood=0.5).as_dict()["likelihood"] == 0.5


def test_all_fields_are_named_in_its_dictionary() -> None:
    given_ = {"value": 0.5, "low": 0.1, "high": 0.9, "raw": -1.5, "likelihood": 0.2, "auc": 1.0, "notes": ("short",)}
    assert given_.items() <= VoiceEstimate(**given_).as_dict().items()


def test_an_interval_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="runs backwards"):
        VoiceEstimate(0.5, 0.9, 0.1)
