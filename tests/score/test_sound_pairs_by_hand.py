"""Every label of the sound verdict of pairs and lite, from studies whose numbers can be derived on paper.

30 pairs x 6 raters, answers in turn: voice -1 and +1 (mean 0, its standard error sqrt(1/179) = .0747, t(179) = 1.6534:
± .1236 at 90 %), grades 2 and 3 beside 3 and 2 (gap -1 and +1). On 4 control cards each, voice -2 and -1 toward the
control, grades 1 and 2 beside 3: means -1.5, upper bounds -1.32.
"""

from typing import Any

import pytest

from ringtrue.protocols.loader import designed, load
from ringtrue.score.scoring import score
from sealed_studies import pairs_result, sealed_pairs

DISCRIMINATION = designed(load("pairs"), "discrimination")


def test_a_persona_nobody_can_tell_from_the_full_one_passes() -> None:
    result = pairs_result()
    found = result.estimates
    assert [found[name].value for name in ("voice_toward", "voice_sure", "grade_gap", "voice_worst")] == [0, 0, 0, 0]
    assert (found["voice_toward"].low, found["voice_toward"].high) == pytest.approx((-0.123582, 0.123582), abs=1e-6)
    assert (found["voice_control"].value, found["grade_control"].value) == (-1.5, -1.5)
    assert result.sound_verdict.label == "PASS"
    assert [reason.split(" (")[0] for reason in result.sound_verdict.reasons[:6]] == [
        "voice_control_high < 0 and voice_control <= -.5",
        "grade_control_high < 0 and grade_control <= -.25",
        "voice_toward_low > -.5",
        "voice_toward_high < .5",
        "grade_gap >= -.25 and grade_gap_low >= -.5",
        "voice_worst > -1",
    ]


OUTCOMES: list[tuple[dict[str, Any], str, str]] = [
    # the full persona is nearer by a whole point
    ({"voice": (-2, 0)}, "FAIL", "voice_sure_high < 0 and voice_toward <= -.5 (voice_sure_high -0.82455"),
    # voices cancel, but the grades are 1.5 lower
    ({"grades": (1, 2), "other": (3, 3)}, "FAIL", "voice_control_high < 0 and voice_control <= -.5 and grade_control"),
    # one domain of five, 6 pairs, at -1.5; overall -.3
    ({"in_domain": {"NARR": (-2, -1)}}, "FAIL", "default(voice_worst_high < 0 and voice_worst <= -1, 0)"),
    ({"voice": (0, 2)}, "preferred over the original", "voice_sure_low > 0 (voice_sure_low 0.82455)"),
    # 25 answers of -2 and +2 do not show that it is between -.5 and .5
    ({"voice": (-2, 2), "pairs": 5, "raters": 5}, "inconclusive", "PASS would need voice_toward_low > -.5"),
    # grades of 3 for everybody, voice 0 toward everybody, guesses: nothing shows that they can tell
    (
        {"grades": (3, 3), "other": (3, 3), "control_grades": (3, 3)},
        "inconclusive",
        "PASS would need grade_control_high < 0 and grade_control <= -.25",
    ),
    ({"voice": (0,), "control_voice": (0, 0)}, "inconclusive", "PASS would need voice_control_high < 0"),
    ({"control_voice": (1, -1)}, "inconclusive", "PASS would need voice_control_high < 0"),
    ({"raters": 2}, "provisional", "people < 3 (people 2)"),
    ({"cards": 3}, "provisional", "pair_cards < 4 (pair_cards 3)"),
    ({"pairs": 4}, "provisional", "suite_met < 1 (suite_met 0)"),
]


@pytest.mark.parametrize(("study", "label", "reason"), OUTCOMES)
def test_the_sound_verdict_of_equivalence(study: dict[str, Any], label: str, reason: str) -> None:
    verdict = pairs_result(**study).sound_verdict
    assert verdict.label == label
    assert any(given.startswith(reason) for given in verdict.reasons)


def test_one_answer_that_was_not_sealed_makes_it_provisional() -> None:
    items, ratings = sealed_pairs(pairs=5, raters=5)
    result = score(load("pairs"), items, [ratings[0]._replace(sealed=False), *ratings[1:]], replicates=20)
    assert result.sound_verdict.label == "provisional"
    assert result.sound_verdict.reasons[-1] == "some answers did not come from sealed blind packets"


DISCRIMINATED: list[tuple[dict[str, Any], str, str]] = [
    ({"voice": (0, 2)}, "PASS", "voice_toward_low > 0"),
    ({"voice": (-2, 0)}, "FAIL", "voice_toward_high <= 0"),
    ({"voice": (-1, 1)}, "inconclusive", "PASS would need voice_toward_low > 0"),
    ({"voice": (0, 0, 0, 0, 1)}, "inconclusive", "PASS would need voice_toward >= .5"),  # above 0, but hardly
    ({"voice": (0, 2), "control_voice": (-1, 1)}, "inconclusive", "PASS would need voice_self_low > 0"),
    ({"voice": (0, 2), "cards": 0}, "inconclusive", "not known: voice_self_low > 0"),
    ({"voice": (0, 2), "raters": 2}, "provisional", "people < 3"),
    ({"voice": (0, 2), "pairs": 4}, "provisional", "suite_met < 1"),
]


@pytest.mark.parametrize(("study", "label", "reason"), DISCRIMINATED)
def test_the_sound_verdict_of_discrimination(study: dict[str, Any], label: str, reason: str) -> None:
    given = {"speakers": ("control", "full"), "control_voice": (1, 2)} | study
    verdict = pairs_result(DISCRIMINATION, **given).sound_verdict
    assert verdict.label == label
    assert verdict.reasons[0].startswith(reason)


def test_lite_without_control_cards_is_provisional_and_with_them_decides_like_pairs() -> None:
    # 5 pairs x 10 raters, voice -1 and +1: ± 1.68 sqrt(1/49) = .24
    bare = pairs_result("lite", pairs=5, raters=10, cards=0, continuity=True)
    assert bare.sound_verdict.label == "provisional"
    assert bare.sound_verdict.reasons[-1] == "a rater saw too few control cards"
    assert pairs_result("lite", pairs=5, raters=10, continuity=True).sound_verdict.label == "PASS"
