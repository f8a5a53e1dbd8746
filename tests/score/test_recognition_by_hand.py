"""Recognition sessions scored by hand (SPEC R4-R6): scores on primary trials, four events, penalty, labels, intervals.

One session of ten trials:
  R1 identification on trials 1, 3, 8, 9:      1, .75, .5, .75     mean .75
  R2 restoration on trials 3, 9:               .5, 1               mean .75
  R3 decoy resistance on trials 4, 5, 6, 7, 10: 1, .75, 1, .5, .75  mean .8
  base = 2.3 / 3 = .766667
  each event once in ten trials: .25/10 + .25/10 + .25/10 + .30/10 = .105
  final = .661667
"""

from collections.abc import Mapping, Sequence

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.result import Result
from sealed_studies import sessions
from studies import item, spread

RECOGNITION = load("recognition")
PRIMARY = {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}


def session(
    scores: Mapping[str, Sequence[float]],
    events: Mapping[str, Sequence[int]] | None = None,
    *,
    trials: int = 10,
    name: str = "a",
    rater: str = "judge",
) -> tuple[list[Item], list[Rating]]:
    """Trials 1 .. n of one session, scores in the order of the primary trials that were run, events by trial."""
    items = [item("trial", f"{name}-{place:02}", session=name) for place in range(1, trials + 1)]
    ratings = [
        Rating(rater, f"{name}-{place:02}", question, value)
        for question, values in scores.items()
        for place, value in zip([p for p in PRIMARY[question] if p <= trials], values, strict=True)
    ]
    for event in ("f1", "f2", "f3", "f4"):
        happened = (events or {}).get(event, ())
        ratings += [Rating(rater, one.id, event, place in happened) for place, one in enumerate(items, 1)]
    return items, ratings


def result_of(*sessions: tuple[list[Item], list[Rating]]) -> Result:
    items = [one for some, _ in sessions for one in some]
    return score(RECOGNITION, items, [rating for _, some in sessions for rating in some])


def means(r1: float, r2: float, r3: float) -> dict[str, list[float]]:
    """Scores in quarters whose means over 4, 2 and 5 trials are these."""
    return {"r1": spread(4 * r1, 4), "r2": spread(2 * r2, 2), "r3": spread(5 * r3, 5)}


SCORES = {"r1": [1, 0.75, 0.5, 0.75], "r2": [0.5, 1], "r3": [1, 0.75, 1, 0.5, 0.75]}
EVENTS = {"f1": [5], "f2": [6], "f3": [2], "f4": [10]}


def values(result: Result, *names: str) -> list[float | None]:
    return [result.estimates[name].value for name in names]


def test_a_session_with_all_four_events_is_the_one_on_paper() -> None:
    result = result_of(session(SCORES, EVENTS))
    assert values(result, "R1", "R2", "R3", "R_base") == pytest.approx([0.75, 0.75, 0.8, 2.3 / 3])
    assert values(result, "f1", "f2", "f3", "f4") == [1, 1, 1, 1]
    assert values(result, "penalty", "R_final") == pytest.approx([0.105, 2.3 / 3 - 0.105])
    assert [result.estimates[name].n for name in ("R1", "R2", "R3")] == [4, 2, 5]
    assert result.verdict.label == "caution"


def test_a_merge_costs_more_than_the_other_events() -> None:
    for event, cost in (("f1", 0.025), ("f2", 0.025), ("f3", 0.025), ("f4", 0.03)):
        result = result_of(session(SCORES, {event: [1]}))
        assert result.estimates["penalty"].value == pytest.approx(cost), event


def test_events_on_several_trials_add_up() -> None:
    # f1 three times, f4 twice: (.75 + .60) / 10
    result = result_of(session(SCORES, {"f1": [4, 5, 6], "f4": [9, 10]}))
    assert values(result, "f1", "f4", "penalty") == pytest.approx([3, 2, 0.135])


def test_a_score_on_a_trial_that_is_not_primary_is_not_counted() -> None:
    items, ratings = session(SCORES, EVENTS)
    more = [
        *ratings,
        Rating("judge", "a-02", "r1", 0.0),
        Rating("judge", "a-10", "r1", 0.0),
        Rating("judge", "a-01", "r2", 0.0),
        Rating("judge", "a-03", "r3", 0.0),
        Rating("judge", "a-08", "r3", 1.0),
    ]
    plain, scored = score(RECOGNITION, items, ratings), score(RECOGNITION, items, more)
    names = ("R1", "R2", "R3", "R_base", "penalty", "R_final")
    assert values(scored, *names) == values(plain, *names)
    assert [scored.estimates[name].n for name in ("R1", "R2", "R3")] == [4, 2, 5]


def test_a_final_score_is_not_under_0() -> None:
    # Base (0 + 0 + .05) / 3 = .0167, penalty .25 x 10 / 10 + .30 = .55.
    every = list(range(1, 11))
    result = result_of(session(means(0, 0, 0.05), {"f3": every, "f4": every}))
    assert result.estimates["penalty"].value == pytest.approx(0.55)
    assert result.estimates["R_final"].value == 0
    assert result.verdict.label == "FAIL"


@pytest.mark.parametrize("scores", [(0.75, 0.75, 0.9), (1, 0.75, 0.65), (1, 1, 0.4), (0.5, 1, 0.9)])
def test_a_final_score_of_exactly_80_passes(scores: tuple[float, float, float]) -> None:
    # Each sums to 2.4, a third of which is .80.
    result = result_of(session(means(*scores)))
    assert result.estimates["R_final"].value == pytest.approx(0.8)
    assert result.verdict.label == "PASS"


@pytest.mark.parametrize("scores", [(0.75, 0.875, 0.85), (1, 0.625, 0.85), (1, 0.875, 0.6)])
def test_one_false_recognition_still_passes_at_exactly_80(scores: tuple[float, float, float]) -> None:
    # Each sums to 2.475: base .825 less .025.
    result = result_of(session(means(*scores), {"f1": [4]}))
    assert result.estimates["R_final"].value == pytest.approx(0.8)
    assert result.verdict.label == "PASS"


def test_just_under_80_is_a_caution() -> None:
    # .75 + .75 + .85 = 2.35: .7833.
    assert result_of(session(means(0.75, 0.75, 0.85))).verdict.label == "caution"


@pytest.mark.parametrize(
    ("events", "label"),
    [
        ({}, "PASS"),
        ({"f1": [4]}, "PASS"),
        ({"f2": [4]}, "caution"),
        ({"f3": [4]}, "caution"),
        ({"f4": [4]}, "caution"),
        ({"f3": [4, 5]}, "caution"),  # a collapse seen twice is not among what fails
        ({"f4": [4, 5, 6]}, "caution"),
        ({"f1": [4], "f2": [4]}, "caution"),
        ({"f1": [4, 5]}, "FAIL"),
        ({"f2": [4, 5]}, "FAIL"),
    ],
)
def test_events_decide_where_the_score_is_perfect(events: dict[str, list[int]], label: str) -> None:
    # Base 1; the dearest is three merges: 1 - .09 = .91.
    result = result_of(session(means(1, 1, 1), events))
    assert (result.estimates["R_final"].value or 0) > 0.9
    assert result.verdict.label == label


def test_a_final_score_of_exactly_60_is_a_caution_and_less_fails() -> None:
    # .5 + .5 + .8 = 1.8 and .5 + .5 + .75 = 1.75.
    assert result_of(session(means(0.5, 0.5, 0.8))).verdict.label == "caution"
    below = result_of(session(means(0.5, 0.5, 0.75)))
    assert below.verdict.label == "FAIL"
    assert any("R_final < 0.60" in reason for reason in below.verdict.reasons)


@pytest.mark.parametrize(
    ("scores", "events"),
    [
        ((0.5, 0.75, 0.55), {}),
        ((0.75, 0.75, 0.3), {}),
        ((0.625, 0.5, 0.75), {"f3": [2]}),  # 1.875 / 3 = .625 less .025
    ],
)
def test_exactly_60_by_other_ways_is_a_caution_too(
    scores: tuple[float, float, float], events: dict[str, list[int]]
) -> None:
    result = result_of(session(means(*scores), events))
    assert result.estimates["R_final"].value == pytest.approx(0.6)
    assert result.verdict.label == "caution"


def test_one_session_has_no_interval_and_says_why() -> None:
    result = result_of(session(SCORES, EVENTS))
    for name in ("R1", "R_base", "penalty", "R_final"):
        estimate = result.estimates[name]
        assert (estimate.low, estimate.high) == (None, None)
        assert "one session" in (estimate.reason or "")
    assert result.sound_verdict.label == "inconclusive"


def test_two_sessions_say_nothing_of_others() -> None:
    # Session a as above: .661667. Session b: all ones, no event: 1. Pooled: R1 (3 + 4)/8 = .875, R2 (1.5 + 2)/4 = .875,
    # R3 (4 + 5)/10 = .9: base 2.65/3; one event of each kind in twenty trials: .0525. Jackknife: half the distance from
    # a to b, .169167, times t(1) = 6.314 (90 %): 1.07 to either side, so the bounds are the ends of the range.
    result = result_of(session(SCORES, EVENTS), session(means(1, 1, 1), name="b"))
    final = result.estimates["R_final"]
    assert final.value == pytest.approx(2.65 / 3 - 0.0525)
    assert (final.low, final.high) == (0, 1)
    assert "2 sessions" in final.method


def test_four_sessions_have_the_t_interval_of_their_scores() -> None:
    # a and c .661667, b and d 1: mean .830833, sd .195336; t(3) = 2.353363 for 90 %, so .830833 ± 2.353363 x .195336/2
    # = .600984 to 1.060683.
    result = result_of(
        session(SCORES, EVENTS),
        session(means(1, 1, 1), name="b"),
        session(SCORES, EVENTS, name="c"),
        session(means(1, 1, 1), name="d"),
    )
    final = result.estimates["R_final"]
    assert final.value == pytest.approx(2.65 / 3 - 0.0525)
    assert (final.low, final.high) == (pytest.approx(0.600984, abs=1e-5), 1)


def test_trials_of_one_session_are_not_drawn_apart() -> None:
    # Two sessions with equal means but different trials: without either the value is the same, they do not differ.
    again = {"r1": [0.75, 1, 0.75, 0.5], "r2": [1, 0.5], "r3": [0.75, 0.5, 1, 1, 0.75]}
    final = result_of(session(SCORES), session(again, name="b")).estimates["R_final"]
    assert final.value == pytest.approx(2.3 / 3)
    assert (final.low, final.high) == (None, None)
    assert "same value" in (final.reason or "")


def test_five_trials_divide_events_by_five() -> None:
    # Trials 1 to 5: R1 on 1 and 3, R2 on 3, R3 on 4 and 5. (.75 + 1 + .625)/3 = .791667; f1 and f4 once: .55/5 = .11.
    result = result_of(session({"r1": [1, 0.5], "r2": [1], "r3": [0.75, 0.5]}, {"f1": [5], "f4": [4]}, trials=5))
    assert values(result, "R1", "R2", "R3") == pytest.approx([0.75, 1, 0.625])
    assert values(result, "penalty", "R_final") == pytest.approx([0.11, 2.375 / 3 - 0.11])
    checks = {check.name: check.met for check in result.checks}
    assert checks == {"at least 5 trials": True, "ten trials": False}


def test_four_trials_are_too_few() -> None:
    result = result_of(session({"r1": [1, 0.5], "r2": [1], "r3": [0.75]}, trials=4))
    assert {check.name: check.met for check in result.checks}["at least 5 trials"] is False


def test_two_judges_count_by_their_mean_and_an_event_needs_both() -> None:
    # R1 of the second judge is 0 throughout: (.75 + 0)/2. f1 seen by one of two does not count, f2 by both does.
    first = session(SCORES, {"f1": [5], "f2": [6]}, rater="first")
    second = session({**SCORES, "r1": [0, 0, 0, 0]}, {"f2": [6]}, rater="second")
    result = score(RECOGNITION, first[0], first[1] + second[1])
    assert values(result, "R1", "f1", "f2") == pytest.approx([0.375, 0, 1])


def test_without_restoration_scores_there_is_no_final_score_and_no_verdict() -> None:
    result = result_of(session({"r1": SCORES["r1"], "r3": SCORES["r3"]}))
    assert values(result, "R2", "R_base", "R_final") == [None, None, None]
    assert result.estimates["R2"].reason
    assert result.verdict.label == "inconclusive"


def test_two_false_recognitions_fail_though_a_score_is_missing() -> None:
    result = result_of(session({"r1": SCORES["r1"], "r3": SCORES["r3"]}, {"f1": [4, 5]}))
    assert result.verdict.label == "FAIL"


def test_what_a_trial_asks_for_itself_counts_instead_of_its_place() -> None:
    # The second trial asks for r1 and the first for nothing: only the second's score counts.
    items = [
        Item("t1", "trial", "prompt", fields={"goal": "g", "asks": ["r3"]}, status="accepted"),
        Item("t2", "trial", "prompt", fields={"goal": "g", "asks": ["r1", "r2"]}, status="accepted"),
    ]
    ratings = [Rating("judge", "t1", "r1", 0.0), Rating("judge", "t2", "r1", 1.0), Rating("judge", "t2", "r2", 0.5)]
    result = score(RECOGNITION, items, ratings)
    assert values(result, "R1", "R2", "R3") == [1, 0.5, None]


def test_sessions_that_were_held_and_not_scored_leave_the_sound_verdict_open() -> None:
    # Of 15 sessions the five worst are given to nobody: on the ten others alone it would be a PASS.
    items, ratings = sessions(count=15, floors=4)
    scored = [one for one in ratings if int(one.item[1:3]) not in range(10, 15)]
    result = score(RECOGNITION, items, scored, replicates=20)
    assert result.sound_verdict.label == "inconclusive"
    assert "scored_sessions < .95 * sessions" in result.sound_verdict.reasons[0]
    assert "scored_sessions 10, sessions 15" in result.sound_verdict.reasons[0]
    whole = score(RECOGNITION, items, ratings, replicates=20)
    assert whole.sound_verdict.label == "PASS"
