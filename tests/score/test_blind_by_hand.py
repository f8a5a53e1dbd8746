"""One small blind study with every number derived on paper, and how answers pool over raters (SPEC B4-B13, B17).

Four quotes, three decisions, three style items, three edge cases, three people.

Picks (r1 r2 r3)        found by majority     share of picks
  q1 easy    1 1 0      yes                   2/3
  q2 easy    0 0 1      no                    1/3
  q3 hard    0 1 0      no                    1/3
  q4 hard    0 0 0      no                    0
identified = 1 of 4 = 25; found_share = 4 of 12 = 1/3; D = 2/3 - 1 = -1/3; d' = sqrt(2) z(1/3) = 1.414214 x -.430727
= -.609140; sound fidelity = 100 (1 - max(0, -1/3)) = 100; literal fidelity = 100 - 100 x 1/13 (all tests) = 92.307692.

Decisions, criteria by majority
  d1  11110 11101 11011   3 3 2 2 2 of 3 -> all five -> 100 (no rater ticked all five: the mean of shares would be 80)
  d2  111100 111000 110101  3 3 2 2 0 1  -> four of six -> 66.666667
  d3  all five -> 100
decision = 266.666667 / 3 = 88.888889.

Style, things found by majority
       vocabulary  rhetoric  tone  cadence  analogy   item score (weights of the lists it has, renormalised)
  s1   4/4         3/4       2/2   2/2      1/1       25 + 18.75 + 20 + 15 + 15                          = 93.75
  s2   -           4/5       -     -        -         80, whatever the weight                             = 80
  s3   1/2         -         4/5   3/4      1/2       (.125 + .16 + .1125 + .075) / .75 = .4725 / .75     = 63
  mean 75          77.5      90    87.5     75
style = .25 x 75 + .25 x 77.5 + .20 x 90 + .15 x 87.5 + .15 x 75 = 18.75 + 19.375 + 18 + 13.125 + 11.25 = 80.5.

Edge cases: e1 5/5 = 100 passes, e2 4/5 = 80 passes, e3 3/5 = 60 does not: edge = 66.666667. Trap: e3 alone, 33.333333.

content    (2 x 88.888889 + 66.666667) / 3 = 81.481481
linguistic (2 x 80.5 + 100 - 25) / 3       = 78.666667      sound: (161 + 100) / 3 = 87
reasoning  (2 x 88.888889 + 80.5) / 3      = 86.092593
emotional  (2 x 90 + 66.666667) / 3        = 82.222222
paradox    66.666667
composite  24.444444 + 19.666667 + 21.523148 + 8.222222 + 6.666667 = 80.523148
sound      80.523148 + .25 x (87 - 78.666667) = 82.606481
"""

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.result import Result
from studies import agreed, flags, item, picks, ticks

BLIND = load("blind")
ITEMS = [
    item("quote", "q1", difficulty="easy"),
    item("quote", "q2", difficulty="easy"),
    item("quote", "q3", difficulty="hard"),
    item("quote", "q4", difficulty="hard"),
    item("decision", "d1", layers=["L2", "L3"]),
    item("decision", "d2", layers=["L3", "L5"]),
    item("decision", "d3", layers=["L5"]),
    item("style", "s1"),
    item("style", "s2", layers=["L4"]),
    item("style", "s3"),
    item("edge", "e1", layers=["L1"], subtype="paradox"),
    item("edge", "e2", subtype="nuance"),
    item("edge", "e3", layers=["L1"], subtype="paradox"),
]
RATINGS = [
    *picks("q1", "110"),
    *picks("q2", "001"),
    *picks("q3", "010"),
    *picks("q4", "000"),
    *ticks("d1", "criteria", "11110", "11101", "11011"),
    *ticks("d2", "criteria", "111100", "111000", "110101"),
    *agreed("d3", "criteria", (5, 5)),
    *ticks("s1", "vocabulary", "1110", "0111", "1101"),  # 2 3 2 2 of 3
    *ticks("s1", "rhetoric", "1110", "1100", "0110"),  # 2 3 2 0
    *ticks("s1", "tone", "11", "10", "01"),
    *ticks("s1", "cadence", "11", "11", "00"),
    *ticks("s1", "analogy", "1", "0", "1"),
    *ticks("s2", "rhetoric", "11110", "11111", "11110"),
    *ticks("s3", "vocabulary", "10", "10", "01"),  # 2 1
    *ticks("s3", "tone", "11110", "11100", "01110"),  # 2 3 3 2 0
    *agreed("s3", "cadence", (3, 4)),
    *agreed("s3", "analogy", (1, 2)),
    *agreed("e1", "holds", (5, 5)),
    *ticks("e2", "holds", "11110", "11101", "11110"),  # 3 3 3 2 1
    *ticks("e3", "holds", "11100", "11000", "10110"),  # 3 2 2 1 0
    *flags("e1", "trap", "000"),
    *flags("e2", "trap", "100"),
    *flags("e3", "trap", "110"),
]
EXPECTED = {  # name: (value, how many items or answers it rests on)
    "identified": (25, 4),
    "found_share": (1 / 3, 12),
    "discrimination": (-1 / 3, 12),
    "d_prime": (-0.609140, 12),
    "fidelity_sound": (100, 12),
    "decision": (88.888889, 3),
    "style_vocabulary": (75, 2),
    "style_rhetoric": (77.5, 2),
    "style_tone": (90, 2),
    "style_cadence": (87.5, 2),
    "style_analogy": (75, 2),
    "style": (80.5, 3),
    "edge": (66.666667, 3),
    "content": (81.481481, 6),
    "linguistic": (78.666667, 7),
    "reasoning": (86.092593, 6),
    "paradox": (66.666667, 3),
    "composite": (80.523148, 13),
    "linguistic_sound": (87, 7),
    "composite_sound": (82.606481, 13),
    "identified_by_easy": (50, 2),
    "identified_by_hard": (0, 2),
    "trapped": (33.333333, 3),
}
LAYERS = {  # the score, and how many items carry the layer (B17: a score per layer with n)
    "layer_L1": (80, 2),  # e1 100, e3 60
    "layer_L2": (100, 1),  # d1
    "layer_L3": (83.333333, 2),  # d1 100, d2 66.67
    "layer_L4": (80, 1),  # s2
    "layer_L5": (83.333333, 2),  # d2 66.67, d3 100
}


def scored(items: list[Item], ratings: list[Rating], replicates: int = 40) -> Result:
    return score(BLIND, items, ratings, replicates=replicates)


@pytest.fixture(scope="module")
def result() -> Result:
    return score(BLIND, ITEMS, RATINGS)


@pytest.mark.parametrize("name", EXPECTED)
def test_every_estimate_is_the_one_on_paper(name: str, result: Result) -> None:
    value, n = EXPECTED[name]
    assert result.estimates[name].value == pytest.approx(value, abs=1e-6)
    assert result.estimates[name].n == n


def test_emotional_is_two_parts_tone_and_one_part_edge_cases(result: Result) -> None:
    assert result.estimates["emotional"].value == pytest.approx(82.222222, abs=1e-6)


def test_literal_fidelity_counts_found_quotes_among_all_tests(result: Result) -> None:
    assert result.estimates["fidelity_literal"].value == pytest.approx(92.307692, abs=1e-6)


@pytest.mark.parametrize("name", LAYERS)
def test_every_layer_has_the_score_on_paper(name: str, result: Result) -> None:
    assert result.estimates[name].value == pytest.approx(LAYERS[name][0], abs=1e-6)


@pytest.mark.parametrize("name", LAYERS)
def test_the_n_of_a_layer_counts_the_items_that_carry_it(name: str, result: Result) -> None:
    assert result.estimates[name].n == LAYERS[name][1]


def test_found_share_has_the_crossed_interval_of_its_table(result: Result) -> None:
    # Means: items 2/3 1/3 1/3 0, raters 1/4 1/2 1/4, all 1/3. Sums of squares: items 3 (1/9 + 1/9) = 2/3 (3 df), raters
    # 4 (1/144 + 4/144 + 1/144) = 1/6 (2 df), all 12 x 1/3 x 2/3 = 8/3, rest 11/6 (6 df). Mean squares .2222, .0833 and
    # .3056: neither items nor raters show, so all is pooled: 8/3 over 11 df = .242424, /12 = .020202, root .142134.
    # t(11) = 2.200985: 1/3 -+ .312835.
    found = result.estimates["found_share"]
    assert (found.low, found.high) == pytest.approx((0.020498, 0.646168), abs=2e-6)


def test_what_comes_from_found_share_carries_its_interval_over(result: Result) -> None:
    # D = 2p - 1: -.959004 .. .292336. Sound fidelity falls from p = .5 on: 100 (1 - .292336) = 70.7664 .. 100.
    told, sound = result.estimates["discrimination"], result.estimates["fidelity_sound"]
    assert (told.low, told.high) == pytest.approx((-0.959004, 0.292336), abs=4e-6)
    assert (sound.low, sound.high) == pytest.approx((70.7664, 100), abs=4e-4)


def test_literal_and_sound_numbers_are_marked(result: Result) -> None:
    literal = {"identified", "fidelity_literal", "decision", "style", "edge", "composite", *LAYERS}
    sound = {"found_share", "discrimination", "d_prime", "fidelity_sound", "composite_sound"}
    assert {name for name in literal | sound if result.estimates[name].kind == "literal"} == literal
    assert {name for name in literal | sound if result.estimates[name].kind == "sound"} == sound


def test_categories_have_the_status_on_paper(result: Result) -> None:
    # 25 < 40; 88.9 >= 75; 80.5 >= 80; 60 <= 66.7 < 75; twelve picks without a control cannot certify anyone.
    assert result.status == {
        "quote": "pass",
        "quote_sound": "conditional",
        "decision": "pass",
        "style": "pass",
        "edge": "conditional",
    }


def test_bands_are_those_of_the_values(result: Result) -> None:
    assert {name: bands["value"] for name, bands in result.bands.items()} == {
        "composite": "acceptable",
        "composite_place": "inconclusive",  # nobody rated the controls
        "composite_sound": "acceptable",
        "fidelity_literal": "target met",
        "fidelity_sound": "exceptional",
    }
    assert result.bands["fidelity_sound"]["low"] == "needs improvement"  # 70.77
    assert result.bands["fidelity_sound"]["high"] == "exceptional"


def test_one_weak_dimension_and_one_conditional_category_pass_on_condition(result: Result) -> None:
    # 80 <= 80.52 < 90, paradox alone under 75, edge alone conditional.
    assert result.verdict.label == "CONDITIONAL PASS"
    assert any("below(75" in reason and "paradox 66.6667" in reason for reason in result.verdict.reasons)
    assert any('edge_status == "conditional"' in reason for reason in result.verdict.reasons)
    assert any("PASS would need composite >= 90 (composite 80.5231)" in reason for reason in result.verdict.reasons)


def test_the_sound_verdict_waits_for_sealed_packets_and_one_sentence_says_why(result: Result) -> None:
    note = "some answers did not come from sealed blind packets"
    assert result.sound_verdict.label == "provisional"
    assert result.sound_verdict.reasons == ("dealt < 1 (dealt 0)", note)
    assert "CONDITIONAL PASS" in result.difference
    assert "provisional because dealt < 1" in result.difference
    assert result.difference.count(". ") == 0


def test_single_tests_pass_by_their_own_thresholds(result: Result) -> None:
    # Quotes under half of the picks, decisions from 70, style from 75, edge cases from 80.
    failed = {row["id"] for row in result.items if not row["passed"]}
    assert failed == {"q1", "d2", "s3", "e3"}


def test_single_items_have_the_scores_on_paper(result: Result) -> None:
    rows = {row["id"]: row for row in result.items}
    assert [rows[name]["alignment"] for name in ("d1", "d2", "d3")] == pytest.approx([100, 66.666667, 100])
    assert [rows[name]["style_score"] for name in ("s1", "s2", "s3")] == pytest.approx([93.75, 80, 63])
    assert [rows[name]["edge_score"] for name in ("e1", "e2", "e3")] == pytest.approx([100, 80, 60])
    assert [rows[name]["trap"] for name in ("e1", "e2", "e3")] == [0, 0, 1]


def test_thirteen_items_hold_the_shares_but_are_too_few(result: Result) -> None:
    # 13 x (.30, .25, .25, .20) = 3.9 3.25 3.25 2.6: floors 3 3 3 2, the two left go to .9 and .6: 4 3 3 3.
    checks = {check.name: check.met for check in result.checks}
    assert checks["at least 85 items"] is False
    assert checks["at most 150 items"] is True
    assert checks["at least 3 people"] is True
    assert [met for name, met in checks.items() if name.startswith("share of")] == [True] * 4


def test_eighty_five_items_are_shared_out_26_21_21_17() -> None:
    counts = {"quote": 26, "decision": 21, "style": 21, "edge": 17}
    items = [item(kind, f"{kind}{place}") for kind, count in counts.items() for place in range(count)]
    checks = scored(items, []).checks
    assert all(check.met for check in checks if "items" in check.name or check.name.startswith("share of"))


def test_every_interval_holds_its_value(result: Result) -> None:
    for name, estimate in result.estimates.items():
        if estimate.low is not None and estimate.high is not None and estimate.value is not None:
            assert estimate.low <= estimate.value <= estimate.high, name
        elif estimate.value is not None:
            assert estimate.reason or estimate.method.startswith("from "), name


def test_an_item_without_answers_counts_as_a_test_and_nowhere_else(result: Result) -> None:
    # A fifth quote nobody judged: still one of four identified, but one of fourteen tests.
    more = scored([*ITEMS, item("quote", "q5")], RATINGS)
    assert more.estimates["identified"].value == 25
    assert more.estimates["identified"].n == 4
    assert more.estimates["fidelity_literal"].value == pytest.approx(100 - 100 / 14)
    assert more.estimates["composite"].value == result.estimates["composite"].value
    assert more.coverage == pytest.approx(13 / 14)
    assert next(row for row in more.items if row["id"] == "q5") == {"id": "q5", "kind": "quote", "answers": 0}


@pytest.mark.parametrize("status", ["withdrawn", "rejected"])
def test_a_withdrawn_item_is_left_out_with_its_ratings(status: str, result: Result) -> None:
    gone = Item("q9", "quote", "gone", tags={"difficulty": "extreme", "layers": ["L1"]}, status=status)
    again = score(BLIND, [*ITEMS, gone], [*RATINGS, *picks("q9", "111")])
    assert again.as_dict() == result.as_dict()


def test_ratings_about_a_control_leave_the_clones_numbers_alone(result: Result) -> None:
    about_controls = [
        *(rating for name in ("q1", "q2", "q3", "q4") for rating in picks(name, "111", speaker="generic")),
        *(rating for name in ("q1", "q2", "q3", "q4") for rating in picks(name, "101", speaker="self")),
        *ticks("d1", "criteria", "00000", "00000", "00000", speaker="generic"),
    ]
    more = score(BLIND, ITEMS, [*RATINGS, *about_controls])
    between = ("gate", "_floor", "_ceiling", "_gap", "_place", "_generic", "_self")  # what the controls are for
    own = [name for name in result.estimates if not name.endswith(between)]
    assert [more.estimates[name] for name in own] == [result.estimates[name] for name in own]
    assert more.estimates["decision_floor"].value == 0
    assert more.items == result.items
    assert more.verdict == result.verdict


def test_a_rating_about_the_clone_by_name_is_the_same_as_one_about_nobody(result: Result) -> None:
    named = [Rating(r.rater, r.item, r.question, r.value, "clone", r.judge_kind, r.reason) for r in RATINGS]
    assert score(BLIND, ITEMS, named).as_dict() == result.as_dict()
