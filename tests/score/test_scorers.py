"""Agreement of scorers by hand: kappa on events, correlation and mean difference on scores, splits shown."""

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scorers import scored_by, scorer_pairs, unnoted
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from studies import item

RECOGNITION = load("recognition")
ITEMS = [item("trial", f"a-{place:02}", session="a") for place in range(1, 11)]


def rated(rater: str, scores: dict[int, float], events: dict[str, list[int]]) -> list[Rating]:
    """r3 by trial, and the events that were noted, none of the others said a word about."""
    found = [Rating(rater, f"a-{place:02}", "r3", value) for place, value in scores.items()]
    return found + [Rating(rater, f"a-{at:02}", name, True) for name, places in events.items() for at in places]


FIRST = rated("ana", {4: 1, 5: 0.5, 6: 0, 7: 0.75, 10: 0.25}, {"f1": [4], "f2": [5]})
SECOND = rated("bo", {4: 0.75, 5: 0.25, 6: 0, 7: 0.5, 10: 0.25}, {"f1": [4], "f4": [10]})


def test_an_event_nobody_notes_did_not_occur_for_a_scorer_of_the_session() -> None:
    whole = list(unnoted(RECOGNITION, ITEMS, FIRST))
    events = [one for one in whole if one.question.startswith("f")]
    assert len(events) == 40
    assert sum(one.value is True for one in events) == 2
    assert [one for one in whole if one.question == "r3"] == FIRST[:5]


def test_kappa_correlation_and_difference_are_those_on_paper() -> None:
    # Events, 40 of each: both yes once (f1 at 4), one yes each alone (f2 at 5, f4 at 10): agreement .95; by chance
    # (2/40)² + (38/40)² = .905; kappa (.95 - .905) / .095 = .473684.
    # Scores: ana mean .5, bo mean .35; deviations (.5, 0, -.5, .25, -.25) and (.4, -.1, -.35, .15, -.1):
    # products .2 + 0 + .175 + .0375 + .025 = .4375; squares .625 and .325; r = .4375 / sqrt(.203125) = .970725.
    ratings = unnoted(RECOGNITION, ITEMS, [*FIRST, *SECOND])
    (pair,) = scorer_pairs(RECOGNITION, scored_by(RECOGNITION, ratings))
    assert pair.kappa.value == pytest.approx(0.473684, abs=1e-6)
    assert pair.correlation.value == pytest.approx(0.970725, abs=1e-6)
    assert pair.difference.value == pytest.approx(-0.15)
    events = [(one.item, one.question, one.first, one.second) for one in pair.splits if one.is_event]
    assert events == [("a-05", "f2", 1, 0), ("a-10", "f4", 0, 1)]
    assert [one.item for one in pair.splits if not one.is_event] == ["a-04", "a-05", "a-07"]


def test_a_split_event_does_not_count_and_one_scorer_alone_decides() -> None:
    alone = score(RECOGNITION, ITEMS, unnoted(RECOGNITION, ITEMS, FIRST))
    both = score(RECOGNITION, ITEMS, unnoted(RECOGNITION, ITEMS, [*FIRST, *SECOND]))
    assert [alone.estimates[f"f{n}"].value for n in range(1, 5)] == [1, 1, 0, 0]
    assert [both.estimates[f"f{n}"].value for n in range(1, 5)] == [1, 0, 0, 0]


def test_scorers_who_share_nothing_are_no_pair_nor_are_takes_of_one() -> None:
    scored = scored_by(RECOGNITION, [Rating("ana", "a-01", "r1", 1.0), Rating("bo", "a-03", "r1", 1.0)])
    assert scorer_pairs(RECOGNITION, scored) == []
    twice = scored_by(RECOGNITION, [Rating("j", "a-01", "r1", 1.0), Rating("j~2", "a-01", "r1", 0.5)])
    assert scorer_pairs(RECOGNITION, twice, [("j", "j~2")]) == []


def test_only_primary_trials_are_asked_for_completeness() -> None:
    # Trial 2 counts for nothing. Without r2 on 3 and 9, two of the nine primary trials lack something.
    full = [
        Rating("ana", f"a-{p:02}", q, 1.0) for q, at in (("r1", (1, 3, 8, 9)), ("r3", (4, 5, 6, 7, 10))) for p in at
    ]
    assert score(RECOGNITION, ITEMS, full).coverage == pytest.approx(7 / 9)
    more = [*full, *(Rating("ana", f"a-{p:02}", "r2", 1.0) for p in (3, 9))]
    assert score(RECOGNITION, ITEMS, more).coverage == 1


def test_a_floor_counts_on_primary_trials_alone() -> None:
    floor = [item("trial", f"floor-{place:02}", session="f") for place in range(1, 11)]
    controls = [
        type(one)(one.id, one.kind, one.prompt, (), {**one.tags, "control": True}, one.fields, "accepted")
        for one in floor
    ]
    ratings = [Rating("ana", f"floor-{p:02}", "r1", 0.0 if p in (1, 3, 8, 9) else 1.0, "floor") for p in range(1, 11)]
    result = score(RECOGNITION, [*ITEMS, *controls], [*ratings, Rating("ana", "a-01", "r1", 1.0)])
    assert result.estimates["r1_floor"].value == 0
