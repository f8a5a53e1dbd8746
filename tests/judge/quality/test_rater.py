"""All that is said about one rater, put together from the answers in their order."""

import json
from collections.abc import Sequence
from itertools import groupby, permutations, product
from math import floor
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from ringtrue.judge.quality.rater import (
    CardRole,
    RaterAnswer,
    RaterQuality,
    cards_in_order,
    chance_of_count,
    chance_of_row,
    fatigue,
    last_tenth,
    monotony,
    pooled_shares,
    rater_quality,
    repetition,
    share_right,
    timing,
)


def quality(answers: list[RaterAnswer], dealt: int | None = None) -> RaterQuality:
    return rater_quality("ann", answers, pooled_shares(answers), dealt)


def picks(rights: list[float]) -> list[RaterAnswer]:
    return [
        RaterAnswer("ann", f"c{n}", "found", "pick", "AB"[n % 2], right=right, seconds=10.0)
        for n, right in enumerate(rights)
    ]


def test_each_card_counts_once_however_many_questions_it_asks() -> None:
    answers = [
        RaterAnswer("ann", "c1", "voice", "steps", 2.0, comment="odd", recognised=True),
        RaterAnswer("ann", "c1", "vibe", "steps", 3.0, comment="very odd", recognised=True),
        RaterAnswer("ann", "c2", "voice", "steps", 2.0, comment=" \n "),
        RaterAnswer("ann", "c2", "vibe", "steps", 2.0),
        RaterAnswer("ann", "c3", "vibe", "steps", 2.0, comment="hm"),
    ]
    found = quality(answers, 4)
    assert (found.answered, found.comments, found.recognised) == (3, 2, 1)
    assert found.completion == 0.75


@pytest.mark.parametrize(("dealt", "completion"), [(None, None), (0, None), (2, 1.0), (1, 1.0), (8, 0.25)])
def test_completion_is_unknown_without_packets_and_never_over_one(dealt: int | None, completion: float | None) -> None:
    assert quality(picks([1.0, 0.0]), dealt).completion == completion


def test_each_role_has_its_own_share() -> None:
    answers = [
        RaterAnswer("ann", f"{role}{n}", "found", "pick", "A", role, right)  # type: ignore[arg-type]
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
def test_it_is_ready_for_json_with_what_follows_from_the_fields(answers: list[RaterAnswer]) -> None:
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


# Minutes, seconds a card, haste, and time with the page hidden.


def answer(
    card: str, question: str, seconds: float | None, visible: float | None = None, words: int = 0
) -> RaterAnswer:
    return RaterAnswer("ann", card, question, "steps", 2.0, seconds=seconds, visible_seconds=visible, words=words)


def test_a_card_takes_as_long_as_its_last_answer() -> None:
    answers = [
        answer("c1", "voice", 20),
        answer("c1", "vibe", 30),
        answer("c2", "voice", 60),
        answer("c3", "voice", 90),
    ]
    found = timing(cards_in_order(answers))
    assert found.minutes == pytest.approx(3.0)  # 30 + 60 + 90 seconds
    assert found.seconds_a_card == 60
    assert found.timed == 3
    assert found.out_of_sight is None


def test_faster_than_reading() -> None:
    # 200 words in 19 seconds are more than ten a second; in 20 they are just ten.
    answers = [answer("c1", "voice", 19, words=200), answer("c2", "voice", 20, words=200), answer("c3", "voice", 1)]
    assert timing(cards_in_order(answers)).hasty == 1


def test_time_out_of_sight() -> None:
    found = timing(cards_in_order([answer("c1", "voice", 40, 30), answer("c2", "voice", 60, 45)]))
    assert found.out_of_sight == pytest.approx(0.25)


def test_no_times() -> None:
    found = timing(cards_in_order([answer("c1", "voice", None)]))
    assert (found.minutes, found.seconds_a_card, found.timed, found.hasty) == (None, None, 0, 0)


# Rows of the same answer and their probability, against enumeration and by hand.


def by_enumeration(shares: list[float], draws: int, row: int) -> float:
    total = 0.0
    for values in product(range(len(shares)), repeat=draws):
        if max(len(list(same)) for _, same in groupby(values)) >= row:
            chance = 1.0
            for value in values:
                chance *= shares[value]
            total += chance
    return total


@pytest.mark.parametrize(
    ("shares", "draws", "row", "expected"),
    [
        # Of the 8 outcomes of three coins, HHH and TTT are one side throughout.
        ([0.5, 0.5], 3, 3, 2 / 8),
        # All but HTH and THT hold two alike running.
        ([0.5, 0.5], 3, 2, 6 / 8),
        # A single value comes always.
        ([1.0], 7, 7, 1.0),
        ([0.5, 0.5], 3, 4, 0.0),
        ([0.5, 0.5], 3, 1, 1.0),
        # Both draws alike: .2² + .3² + .5²
        ([0.2, 0.3, 0.5], 2, 2, 0.38),
    ],
)
def test_by_hand(shares: list[float], draws: int, row: int, expected: float) -> None:
    assert chance_of_row(shares, draws, row) == pytest.approx(expected)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3), st.integers(1, 6), st.integers(1, 7))
def test_as_enumeration_counts(weights: list[int], draws: int, row: int) -> None:
    shares = [weight / sum(weights) for weight in weights]
    assert chance_of_row(shares, draws, row) == pytest.approx(by_enumeration(shares, draws, row))


@given(st.lists(st.integers(1, 9), min_size=2, max_size=5), st.integers(2, 60), st.integers(2, 60))
def test_longer_rows_are_rarer(weights: list[int], draws: int, row: int) -> None:
    shares = [weight / sum(weights) for weight in weights]
    assert chance_of_row(shares, draws, row) >= chance_of_row(shares, draws, row + 1) - 1e-12


def answer_monotony(rater: str, card: int, value: object, question: str = "vibe", **more: object) -> RaterAnswer:
    return RaterAnswer(rater, f"c{card}", question, more.pop("scale", "steps"), value, **more)  # type: ignore[arg-type]


def test_the_least_likely_row_is_found() -> None:
    steady = [answer_monotony("ann", card, 3.0) for card in range(10)]
    mixed = [answer_monotony("bob", card, float(1 + card % 3)) for card in range(10)]
    shares = pooled_shares(steady + mixed)
    # Ann's ten and Bob's three of twenty are a 3.
    assert shares["vibe"][3.0] == pytest.approx(13 / 20)
    found = monotony(steady, shares)
    assert found is not None
    assert (found.answer, found.row, found.of) == (3.0, 10, 10)
    # Only a row of 3s is likely enough to matter: .65^10 = .01346, plus .2^10 and .15^10.
    assert found.chance == pytest.approx(0.65**10 + 0.2**10 + 0.15**10)
    quiet = monotony(mixed, shares)
    assert quiet is not None
    assert quiet.row == 1


def test_lists_words_and_attention_cards_do_not_count() -> None:
    answers = [answer_monotony("ann", n, (True, False), scale="checklist") for n in range(9)]
    answers += [answer_monotony("ann", n, "fine", "comment", scale="text") for n in range(9)]
    answers += [answer_monotony("ann", n, 1.0, "attn", role="attention") for n in range(9)]
    assert pooled_shares(answers) == {}
    assert monotony(answers, {}) is None


def test_too_few_answers_say_nothing() -> None:
    answers = [answer_monotony("ann", n, 2.0) for n in range(4)]
    assert monotony(answers, pooled_shares(answers)) is None


# Shares of right answers: exact intervals as statsmodels has them, ties by half, and words where there are none.


ROLES: tuple[CardRole, ...] = get_args(CardRole)
RIGHTS = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=40)


def answers(rights: list[float | None], role: CardRole) -> list[RaterAnswer]:
    return [RaterAnswer("ann", f"{role}{n}", "found", "pick", "A", role, right) for n, right in enumerate(rights)]


@given(RIGHTS, st.sampled_from(ROLES))
def test_the_share_is_the_mean_and_the_interval_counts_whole_hits(rights: list[float], role: CardRole) -> None:
    found = share_right(answers([*rights], role), role)
    low, high = proportion_confint(floor(sum(rights)), len(rights), method="beta")
    assert found.value == pytest.approx(sum(rights) / len(rights))
    assert found.n == len(rights)
    assert (found.low, found.high) == pytest.approx((0.0 if sum(rights) < 1 else low, high))


@given(RIGHTS)
def test_the_order_of_cards_does_not_matter(rights: list[float]) -> None:
    assert share_right(answers([*rights], "item"), "item") == share_right(answers(sorted(rights), "item"), "item")


def test_only_a_half_left_over_is_said() -> None:
    assert share_right(answers([1.0, 0.5], "self"), "self").reason == (
        "ties count half; the interval counts them as misses"
    )
    assert share_right(answers([0.5, 0.5], "self"), "self").value == 0.5  # two halves are a whole hit
    assert share_right(answers([0.5, 0.5], "self"), "self").reason is None


def test_other_roles_and_what_is_neither_right_nor_wrong_do_not_count() -> None:
    mixed = [*answers([1.0, None, 0.0, None], "generic"), *answers([0.0] * 9, "item")]
    found = share_right(iter(mixed), "generic")
    assert (found.value, found.n) == (0.5, 2)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("rights", [[], [None, None]])
def test_where_nothing_was_right_or_wrong_the_reason_is_said(role: CardRole, rights: list[float | None]) -> None:
    found = share_right(answers(rights, role), role)
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)
    assert {"self": "self control", "item": "picks"}.get(role, role) in (found.reason or "")


# Fatigue: the last tenth of a rater's picks (B14), by hand.


def picks_in_order(rights: Sequence[float | None], role: str = "item") -> list[RaterAnswer]:
    return [RaterAnswer("ann", f"c{n}", "found", "pick", "A", role, right) for n, right in enumerate(rights)]  # type: ignore[arg-type]


def test_a_clear_drop() -> None:
    # 27 picks before with 18 right (66.7 %), the last three all wrong.
    found = fatigue(picks_in_order([1, 1, 0] * 9 + [0, 0, 0]))
    assert found is not None
    assert (found.picks, found.tenth) == (30, 3)
    assert found.before == pytest.approx(200 / 3)
    assert found.last == 0.0
    assert found.fires
    # All three last ones among the 12 wrong of 30: 12·11·10 / (30·29·28) = 1320/24360.
    assert found.chance == pytest.approx(1320 / 24360)


def test_exactly_fifteen_points_is_not_more() -> None:
    # 180 picks before, 117 right (65 %); the last 20 with 10 right (50 %): a drop of 15.0 points.
    found = fatigue(picks_in_order([1] * 117 + [0] * 63 + [1] * 10 + [0] * 10))
    assert found is not None
    assert found.tenth == 20
    assert found.drop == pytest.approx(15.0)
    assert not found.fires


def test_a_tie_counts_half() -> None:
    found = fatigue(picks_in_order([1, 0] * 5 + [0.5]))
    assert found is not None
    # 11 picks: the tenth is two of them, a miss and a tie.
    assert (found.tenth, found.last) == (2, 25.0)


def test_too_few_picks_have_no_tenth() -> None:
    assert fatigue(picks_in_order([1] * 9)) is None
    assert last_tenth(picks_in_order([1] * 9)) == frozenset()


def test_controls_and_unknown_picks_are_left_alone() -> None:
    assert fatigue(picks_in_order([1] * 30, role="generic")) is None
    assert fatigue(picks_in_order([None] * 30)) is None


def test_last_tenth_names_the_last_cards() -> None:
    assert last_tenth(picks_in_order([1] * 20)) == {("c18", "found"), ("c19", "found")}


def test_chance_counts_every_order() -> None:
    rights = [1, 1, 1, 1, 0, 0, 1, 1, 0, 0]
    found = fatigue(picks_in_order(rights))
    assert found is not None
    # One pick is last; of the ten picks four are wrong, so a wrong one stands last in 4 of 10 orders.
    orders = [order[-1] for order in permutations(range(10), 2)]
    assert found.chance == pytest.approx(sum(rights[last] == 0 for last in orders) / len(orders))


@given(st.lists(st.sampled_from([0, 1]), min_size=10, max_size=60))
def test_chance_is_a_probability(rights: list[int]) -> None:
    found = fatigue(picks_in_order(rights))
    assert found is not None
    assert 0.0 < found.chance <= 1.0 + 1e-12


# Answers by card, cards in the order they were first answered.


ANSWERS = st.lists(
    st.tuples(st.sampled_from(["c1", "c2", "Ω", ""]), st.sampled_from(["voice", "vibe"])).map(
        lambda two: RaterAnswer("ann", two[0], two[1], "flag", True)
    )
)


def answer_to(card: str, question: str) -> RaterAnswer:
    return RaterAnswer("ann", card, question, "steps", 2.0)


def test_cards_come_in_the_order_they_were_first_answered() -> None:
    answers = [answer_to("c2", "voice"), answer_to("c1", "voice"), answer_to("c2", "vibe")]
    assert list(cards_in_order(answers)) == ["c2", "c1"]
    assert cards_in_order(answers)["c2"] == [answers[0], answers[2]]


def test_nothing_answered_is_no_card() -> None:
    assert cards_in_order(iter([])) == {}


@given(ANSWERS)
def test_every_answer_is_kept_once_under_its_card_and_in_its_order(answers: list[RaterAnswer]) -> None:
    cards = cards_in_order(iter(answers))
    assert list(cards) == list(dict.fromkeys(one.card for one in answers))
    for card, shown in cards.items():
        assert shown == [one for one in answers if one.card == card]


def test_what_is_not_known_of_an_answer_is_left_open() -> None:
    plain = answer_to("c1", "voice")
    assert (plain.role, plain.right, plain.seconds, plain.visible_seconds) == ("item", None, None, None)
    assert (plain.words, plain.comment, plain.recognised) == (0, "", False)


def test_the_chance_of_a_count_of_events() -> None:
    assert chance_of_count([0.5, 0.5], 2) == 0.25
    assert chance_of_count([0.5, 0.25], 1) == 1 - 0.5 * 0.75
    assert chance_of_count([0.3, 0.9], 0) == 1.0
    # at least 3 of 5 at .4: comb(5,3) .4^3 .6^2 + 5 .4^4 .6 + .4^5 = .2304 + .0768 + .01024
    assert chance_of_count([0.4] * 5, 3) == pytest.approx(0.31744)


def test_too_few_answers_say_nothing_about_repetition() -> None:
    answers = [RaterAnswer("a", f"c{n}", "vibe", "steps", 2.0) for n in range(5)]
    assert repetition(answers, {"vibe": {2.0: 0.5, 3.0: 0.5}}) is None  # four repetitions
