"""All that is said about one rater, put together from the answers in their order."""

import json

import pytest

from ringtrue.judge.quality.monotony import pooled_shares
from ringtrue.judge.quality.rater import RaterQuality, rater_quality
from ringtrue.judge.quality.seen import Seen


def quality(answers: list[Seen], dealt: int | None = None) -> RaterQuality:
    return rater_quality("ann", answers, pooled_shares(answers), dealt)


def picks(rights: list[float]) -> list[Seen]:
    return [
        Seen("ann", f"c{n}", "found", "pick", "AB"[n % 2], right=right, seconds=10.0) for n, right in enumerate(rights)
    ]


def test_each_card_counts_once_however_many_questions_it_asks() -> None:
    answers = [
        Seen("ann", "c1", "voice", "steps", 2.0, comment="odd", recognised=True),
        Seen("ann", "c1", "vibe", "steps", 3.0, comment="very odd", recognised=True),
        Seen("ann", "c2", "voice", "steps", 2.0, comment=" \n "),
        Seen("ann", "c2", "vibe", "steps", 2.0),
        Seen("ann", "c3", "vibe", "steps", 2.0, comment="hm"),
    ]
    found = quality(answers, 4)
    assert (found.answered, found.comments, found.recognised) == (3, 2, 1)
    assert found.completion == 0.75


@pytest.mark.parametrize(("dealt", "completion"), [(None, None), (0, None), (2, 1.0), (1, 1.0), (8, 0.25)])
def test_completion_is_unknown_without_packets_and_never_over_one(dealt: int | None, completion: float | None) -> None:
    assert quality(picks([1.0, 0.0]), dealt).completion == completion


def test_each_role_has_its_own_share() -> None:
    answers = [
        Seen("ann", f"{role}{n}", "found", "pick", "A", role, right)  # type: ignore[arg-type]
        for role, rights in {
            "item": [1, 0, 0, 0],
            "self": [1, 0],
            "generic": [1, 1, 1],
            "attention": [0],
        }.items()
        for n, right in enumerate(rights)
    ]
    found = quality(answers)
    assert found.picks.value == 0.25
    assert found.self_control.value == 0.5
    assert found.generic.value == 1.0
    assert found.attention.value == 0.0
    assert found.answered == 10


def test_tiredness_is_that_of_the_picks_in_their_order() -> None:
    # Twenty picks: eighteen right, the last tenth of two wrong; 100 - 0 points, by chance 1 in C(20, 2) = 190.
    found = quality(picks([1.0] * 18 + [0.0] * 2))
    assert found.fatigue is not None
    assert (found.fatigue.drop, found.fatigue.fires) == (100.0, True)
    assert found.fatigue.chance == pytest.approx(1 / 190)
    rested = quality(picks([0.0] * 2 + [1.0] * 18)).fatigue
    assert rested is not None
    assert not rested.fires


def test_who_never_answered_is_described_too() -> None:
    found = quality([], 5)
    assert (found.answered, found.completion, found.comments, found.recognised) == (0, 0.0, 0, 0)
    assert (found.monotony, found.fatigue, found.timing.minutes) == (None, None, None)
    assert found.picks.value is None


@pytest.mark.parametrize("answers", [[], picks([1.0] * 18 + [0.5, 0.0])], ids=["nothing", "twenty picks"])
def test_it_is_ready_for_json_with_what_follows_from_the_fields(answers: list[Seen]) -> None:
    found = quality(answers, 40)
    told = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert told["name"] == "ann"
    assert told["completion"] == len(answers) / 40
    if answers:
        assert told["fatigue"]["fires"] is True
        assert told["fatigue"]["drop"] == pytest.approx(75.0)  # 100 before, (50 + 0) / 2 in the last tenth
        assert told["monotony"]["row"] == 1
        assert told["timing"]["minutes"] == pytest.approx(20 * 10 / 60)
    else:
        assert told["fatigue"] is None
