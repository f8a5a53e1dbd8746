"""A result is frozen and whole by default; cards and packets tell nothing of speakers."""

import json
from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

from ringtrue.terms.item import Card, Packet
from ringtrue.terms.result import Check, Estimate, JudgeCount, Result, Verdict


def test_estimates_cannot_be_changed_afterwards() -> None:
    estimates = {"identified": Estimate(0.5)}
    verdict = Verdict("PASS", ("all hold",))
    result = Result({"name": "blind"}, estimates, verdict, verdict, (Check("gate", None),))
    estimates.clear()
    assert result.estimates["identified"].value == 0.5
    assert result.coverage == 1.0
    with pytest.raises(TypeError):
        result.estimates["identified"] = Estimate(1.0)  # type: ignore[index]


def test_a_result_comes_back_from_its_document_with_its_judges() -> None:
    verdict = Verdict("PASS", ())
    judges = (JudgeCount("a", 1, 3, 4), JudgeCount("a", 2, 4, 4))
    result = Result({"name": "scenarios"}, {}, verdict, verdict, judges=judges, fully_judged=0.75)
    document = result.as_dict()
    assert Result.from_dict(document) == result
    assert not result.is_complete
    older = {key: value for key, value in document.items() if key not in ("judges", "fully_judged")}
    assert (Result.from_dict(older).judges, Result.from_dict(older).fully_judged) == ((), None)


def test_a_card_has_no_place_for_a_speaker() -> None:
    assert {field.name for field in fields(Card)} == {"id", "kind", "prompt", "texts", "lists", "beside"}
    assert {field.name for field in fields(Packet)} == {"token", "rater", "cards"}


# An estimate is a finite number or a reason.


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


def test_the_rows_of_a_result_are_read_only_and_written_out() -> None:
    verdict = Verdict("PASS", ())
    rows = [{"id": "S0", "score": 0.0}, {"id": "S1", "score": 0.5}]
    result = Result({"name": "p"}, {"a": Estimate(1.0)}, verdict, verdict, items=rows)
    with pytest.raises(TypeError, match="frozen"):
        result.items[0]["id"] = "x"  # type: ignore[index]
    document = result.as_dict()
    assert document["items"] == rows
    assert Result.from_dict(document) == result
