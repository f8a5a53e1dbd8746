"""A result is sealed and whole by default; cards and packets tell nothing of speakers."""

from dataclasses import fields

import pytest

from ringtrue.terms import Card, Check, Estimate, JudgeCount, Packet, Result, Verdict


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
    assert {field.name for field in fields(Card)} == {"id", "kind", "prompt", "texts", "lists"}
    assert {field.name for field in fields(Packet)} == {"token", "rater", "cards"}
