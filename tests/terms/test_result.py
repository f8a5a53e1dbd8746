"""A result is sealed and whole by default; cards and packets tell nothing of speakers."""

from dataclasses import fields

import pytest

from ringtrue.terms import Card, Check, Estimate, Packet, Result, Verdict


def test_estimates_cannot_be_changed_afterwards() -> None:
    estimates = {"identified": Estimate(0.5)}
    verdict = Verdict("PASS", ("all hold",))
    result = Result({"name": "blind"}, estimates, verdict, verdict, (Check("gate", None),))
    estimates.clear()
    assert result.estimates["identified"].value == 0.5
    assert result.coverage == 1.0
    with pytest.raises(TypeError):
        result.estimates["identified"] = Estimate(1.0)  # type: ignore[index]


def test_a_card_has_no_place_for_a_speaker() -> None:
    assert {field.name for field in fields(Card)} == {"id", "kind", "prompt", "texts", "lists"}
    assert {field.name for field in fields(Packet)} == {"token", "rater", "cards"}
