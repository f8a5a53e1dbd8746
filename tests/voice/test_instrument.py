"""The measuring itself: gates that open and close, yardsticks kept, and estimates put together from their parts."""

import re
from dataclasses import dataclass
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit
from scipy.stats import mannwhitneyu, norm

from ringtrue.voice.instrument import (
    LIMIT,
    Instrument,
    Probe,
    headline,
    log_odds,
    no_position,
    not_told_apart,
    read_replies,
    replies_that_suffice,
    set_auc,
    too_little,
)
from ringtrue.voice.lineup import Lineup, read_material
from ringtrue.voice.texts import Text
from ringtrue.voice.yardstick import Group, Resampling, Yardstick, place
from speakers import Speaker

HOW = Resampling(200, 1, 0.9)
OTHERS = {str(place): Speaker(100 + place).texts(15) for place in range(8)}
REPLIES = read_replies(Speaker(1, draw=1).texts(9))


@pytest.fixture(scope="module")
def instrument() -> Instrument:
    return Instrument(read_material(Speaker(1).texts(20), OTHERS, None))


def probed(instrument: Instrument, gate: bool = True) -> Probe:
    probe = instrument.probe(REPLIES, gate, 1)
    assert isinstance(probe, Probe)
    return probe


def test_a_probe_has_the_scores_of_the_yardstick_of_its_length(instrument: Instrument) -> None:
    probe = probed(instrument)
    assert probe.yardstick is instrument.yardstick(REPLIES.length)
    assert probe.scores == pytest.approx(probe.yardstick.scores(REPLIES.texts))
    assert probe.auc == set_auc(probe.yardstick, 9, 1)


def test_a_yardstick_is_made_once_for_each_length(instrument: Instrument) -> None:
    assert instrument.yardstick(49) is instrument.yardstick(49) is not instrument.yardstick(61)


def test_an_estimate_is_put_together_from_odds_and_place(instrument: Instrument) -> None:
    probe = probed(instrument)
    estimate = instrument.estimate(probe, HOW)
    floor, ceiling = probe.yardstick.floor, probe.yardstick.ceiling
    raw = log_odds(float(probe.scores.mean()), 9, REPLIES.length, ceiling.mean)
    assert (estimate.value, estimate.low, estimate.high) == place(probe.even, floor, ceiling, HOW)
    assert (estimate.raw, estimate.likelihood) == pytest.approx((raw, expit(raw)))
    assert (estimate.auc, estimate.n, estimate.level) == (probe.auc, 9, 0.9)
    assert f"9 replies of about {REPLIES.length} tokens between the floor of 8 impostors" in estimate.method
    assert f"{ceiling.scores.size} held-out passages" in estimate.method


def test_without_words_there_is_no_probe_even_without_a_gate(instrument: Instrument) -> None:
    assert instrument.probe(read_replies(["", "..."]), False, 1) == "no reply contains a word"


def test_the_gate_wants_enough_replies_and_opens_without_it(instrument: Instrument) -> None:
    few = read_replies(Speaker(1, draw=2).texts(7))
    refused = instrument.probe(few, True, 1)
    assert isinstance(refused, str)
    assert refused.startswith("not enough material: 7 replies")
    assert isinstance(instrument.probe(few, False, 1), Probe)


def test_a_person_like_everybody_is_refused_by_the_gate() -> None:
    same = {str(place): Speaker(5, habit=0, draw=place).texts(6) for place in range(4)}
    plain = Instrument(read_material(Speaker(5, habit=0, draw=9).texts(12), same, None))
    refused = plain.probe(read_replies(Speaker(5, habit=0, draw=10).texts(9)), True, 1)
    assert isinstance(refused, str)
    assert "below 0.80" in refused


def test_too_little_own_text_gives_odds_but_no_place() -> None:
    short = Instrument(read_material([Speaker(1).text(90)], OTHERS, None))
    refused = short.probe(REPLIES, True, 1)
    assert isinstance(refused, str)
    assert f"held-out passages of {REPLIES.length} tokens; at least 4 would be needed" in refused
    estimate = short.estimate(probed(short, gate=False), HOW)
    assert (estimate.value, estimate.low, estimate.high, estimate.auc) == (None, None, None, None)
    assert estimate.reason is not None
    assert estimate.reason.startswith("no ceiling: 0 held-out passages")
    assert estimate.raw == pytest.approx(log_odds(probed(short, gate=False).mean, 9, REPLIES.length))


def test_refused_material_has_no_lineup_and_gives_its_reason_for_every_probe() -> None:
    empty = Instrument(read_material([""], OTHERS, None))
    assert empty.probe(REPLIES, False, 1) == "the person's texts contain no words"
    with pytest.raises(ValueError, match="there is no lineup: the person's texts contain no words"):
        _ = empty.lineup


def test_all_documents_are_searched_for_copies_even_those_left_out_as_doubles() -> None:
    document = Speaker(1).text(30)
    instrument = Instrument(read_material([document, document], OTHERS, None))
    found = instrument.sources.overlaps(read_replies([document]).texts)
    assert [(overlap.reply, overlap.words) for overlap in found] == [(0, 30)]


# Replies read into an order of their own, and the length at which they are measured.


# 20 times powers of 1.25, up to the power nearest to 400 on the logarithm
GRID = (20, 25, 31, 39, 49, 61, 76, 95, 119, 149, 186, 233, 291, 364)
anything = st.lists(st.text(max_size=12), max_size=8)


@given(st.lists(st.integers(1, 900), min_size=1, max_size=7))
def test_the_length_is_the_nearest_on_a_geometric_grid(sizes: list[int]) -> None:
    read = read_replies(["ban " * size for size in sizes])
    middle = min(max(median(sizes), 20), 400)
    exact = 20 * 1.25 ** np.arange(14)
    assert read.length in GRID
    assert abs(np.log(exact[GRID.index(read.length)] / middle)) <= np.abs(np.log(exact / middle)).min() + 1e-9


@given(anything, st.randoms(use_true_random=False))
def test_the_order_given_does_not_matter(replies: list[str], random: object) -> None:
    mixed = list(replies)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    one, two = read_replies(replies), read_replies(mixed)
    assert [text.raw for text in one.texts] == [text.raw for text in two.texts]


@given(anything)
def test_every_reply_with_a_word_keeps_its_number(replies: list[str]) -> None:
    read = read_replies(replies)
    assert all(Text.read(replies[number]) == text for number, text in zip(read.numbers, read.texts, strict=True))
    assert sorted(read.numbers) == [number for number, reply in enumerate(replies) if any(map(str.isalnum, reply))]


def test_one_text_is_not_a_list_of_texts() -> None:
    with pytest.raises(ValueError, match="must be a list of texts, not one text"):
        read_replies("I forgot the brackets.")


def test_replies_of_nothing_but_marks_are_left_out() -> None:
    assert read_replies(["", " \n", "\u200b", "...", "?!", "\U0001f44d", "__", "x"]).numbers == [7]


def test_a_probes_mean_is_that_of_its_scores() -> None:
    folds = [[Text.read(Speaker(1, draw=draw).text(60))] for draw in range(2)]
    others = [[Text.read(Speaker(50 + seed).text(60))] for seed in range(3)]
    yardstick = Yardstick(Lineup(folds, others, None), folds, 20)
    replies = read_replies(Speaker(2).texts(3, 20))
    assert (
        Probe(
            replies, yardstick, np.array([1.0, -2.0, 4.0]), Group(np.zeros(3), np.zeros(3, dtype=np.int64)), None
        ).mean
        == 1.0
    )


# The trial on held-out text: known answers for scores that are set by hand.


NORMAL = norm.ppf((np.arange(400) + 0.5) / 400)


@dataclass
class Scores:
    """What a trial looks at: scores with their writers, no measuring behind them."""

    floor: Group
    ceiling: Group


def scores(own: object, *foreign: object, members: list[int] | None = None) -> Scores:
    held_out = np.array(own, dtype=np.float64)
    parts = [np.array(part, dtype=np.float64) for part in foreign]
    member = np.repeat(np.array(members or range(len(parts))), [part.size for part in parts])
    return Scores(Group(np.concatenate(parts), member), Group(held_out, np.zeros(held_out.size, dtype=np.int64)))


def auc(given_: Scores, replies: int, seed: int = 1) -> float:
    return set_auc(given_, replies, seed)  # type: ignore[arg-type]


@given(st.integers(1, 40), st.integers(0, 2**32))
def test_apart_is_one_alike_is_a_half_and_below_is_nothing(replies: int, seed: int) -> None:
    assert auc(scores([2, 3], [0, 1], [-1, 1]), replies, seed) == 1.0
    assert auc(scores([1, 1], [1], [1, 1, 1]), replies, seed) == 0.5
    assert auc(scores([0, 1], [2, 3]), replies, seed) == 0.0


def test_for_one_reply_it_is_the_mann_whitney_share() -> None:
    own, foreign = NORMAL[::7] + 0.5, NORMAL[::5]
    share = mannwhitneyu(own, foreign).statistic / (own.size * foreign.size)
    assert auc(scores(own, foreign), 1) == pytest.approx(share, abs=0.05)  # 1000 sets: three standard errors


@pytest.mark.parametrize("replies", [2, 8, 32])
def test_for_sets_it_follows_the_means_of_normal_scores(replies: int) -> None:
    # means of n scores differ by 0.3 with variance 2/n
    expected = norm.cdf(0.3 * np.sqrt(replies / 2))
    assert auc(scores(NORMAL + 0.3, NORMAL), replies) == pytest.approx(expected, abs=0.05)


def test_every_impostor_counts_as_often_as_any_other() -> None:
    # ninety-nine passages of one above the person, a single one of another below
    assert auc(scores([0.0], [10.0] * 99, [-10.0]), 1) == pytest.approx(0.5, abs=0.05)


def test_impostors_without_passages_are_passed_over() -> None:
    with_gaps, without = scores([0.0], [10.0, 11.0], [-10.0], members=[2, 5]), scores([0.0], [10.0, 11.0], [-10.0])
    assert auc(with_gaps, 3) == pytest.approx(auc(without, 3), abs=0.07)


def test_a_seed_gives_the_same_number_again() -> None:
    given_ = scores(NORMAL + 0.3, NORMAL)
    assert auc(given_, 5, 3) == auc(given_, 5, 3) != auc(given_, 5, 4)


def test_the_number_that_would_suffice_is_the_first_beyond_the_limit() -> None:
    # Φ(0.27 √(n/2)) is .78 for 16 and .83 for 24
    shifted = scores(NORMAL + 0.27, NORMAL)
    assert replies_that_suffice(shifted, 8, 1) == 24  # type: ignore[arg-type]
    assert replies_that_suffice(shifted, 24, 1) == 32  # type: ignore[arg-type]
    assert auc(shifted, 24) >= LIMIT > auc(shifted, 16)


def test_nothing_suffices_where_nothing_tells_them_apart() -> None:
    assert replies_that_suffice(scores(NORMAL, NORMAL), 8, 1) is None  # type: ignore[arg-type]
    assert replies_that_suffice(scores([5.0], [0.0]), 96, 1) is None  # type: ignore[arg-type]


# Log-odds of a pooled score, against normal densities written out and scaled by hand.


means = st.floats(-5, 10)
numbers = st.integers(1, 500)
lengths = st.integers(20, 400)
ceilings = st.none() | st.floats(-5, 20)


def by_densities(mean: float, replies: int, length: int) -> float:
    """Own sets normal about 1.73 (length/100)^0.165, foreign ones about 0, both of variance 0.6² + 0.77²/n."""
    apart, deviation = 1.73 * (length / 100) ** 0.165, (0.6**2 + 0.77**2 / replies) ** 0.5
    return float(norm.logpdf(mean, apart, deviation) - norm.logpdf(mean, 0.0, deviation))


@given(means, numbers, lengths)
def test_they_are_the_logarithm_of_two_densities_ratio(mean: float, replies: int, length: int) -> None:
    assert log_odds(mean, replies, length) == pytest.approx(by_densities(mean, replies, length), abs=1e-8)


@given(means, numbers, lengths)
def test_a_person_who_is_as_distinct_as_usual_is_not_scaled(mean: float, replies: int, length: int) -> None:
    usual = 2.3 * (length / 100) ** 0.165
    assert log_odds(mean, replies, length, usual) == pytest.approx(log_odds(mean, replies, length), abs=1e-8)


@pytest.mark.parametrize(
    ("ceiling", "divisor"),
    [
        pytest.param(4.6, 1.4, id="twice the usual ceiling: 1 + 0.4 (2 - 1)"),
        pytest.param(1.15, 0.8, id="half of it: 1 + 0.4 (0.5 - 1)"),
        pytest.param(1e9, 1.8, id="beyond all measure, taken as three times: 1 + 0.4 (3 - 1)"),
        pytest.param(-7.0, 0.6, id="below the impostors, taken as none: 1 + 0.4 (0 - 1)"),
    ],
)
def test_the_own_ceiling_divides_the_score(ceiling: float, divisor: float) -> None:
    assert log_odds(2.0, 10, 100, ceiling) == pytest.approx(by_densities(2.0 / divisor, 10, 100))


@given(numbers, lengths, st.floats(0, 5))
def test_half_way_between_both_the_odds_are_even_and_turn_round(replies: int, length: int, off: float) -> None:
    middle = 1.73 * (length / 100) ** 0.165 / 2
    assert log_odds(middle, replies, length) == pytest.approx(0.0, abs=1e-9)
    higher, lower = log_odds(middle + off, replies, length), log_odds(middle - off, replies, length)
    assert higher == pytest.approx(-lower, abs=1e-8)


@given(means, means, numbers, lengths, ceilings)
def test_a_higher_score_never_lowers_them(one: float, two: float, n: int, length: int, ceiling: float | None) -> None:
    low, high = sorted((one, two))
    assert log_odds(low, n, length, ceiling) <= log_odds(high, n, length, ceiling)


@given(means, st.integers(1, 200), lengths)
def test_more_replies_with_the_same_score_are_surer(mean: float, replies: int, length: int) -> None:
    assert abs(log_odds(mean, replies + 1, length)) >= abs(log_odds(mean, replies, length))


def test_no_number_of_replies_makes_it_certain() -> None:
    # the spread between writers stays: d / 0.6² (mean - d/2) is the limit
    assert log_odds(1.73, 10**9, 100) == pytest.approx(1.73**2 / 2 / 0.36, rel=1e-6)


# Reasons for having no number: they say what was there and what would suffice.


@dataclass
class ScoresGiven:
    """Floor and ceiling set by hand."""

    floor: Group
    ceiling: Group


def scores_refusals(own: np.ndarray, foreign: np.ndarray) -> ScoresGiven:
    return ScoresGiven(*(Group(part, np.zeros(part.size, dtype=np.int64)) for part in (foreign, own)))


def texts(sizes: list[int]) -> list[Text]:
    return [Text.read("word " * size) for size in sizes]


@given(st.lists(st.sampled_from([0, 1, 99, 100, 101, 200, 800]), max_size=12))
def test_eight_replies_and_eight_hundred_words_are_enough(sizes: list[int]) -> None:
    reason = too_little(texts(sizes))
    assert (reason is None) is (len(sizes) >= 8 and sum(sizes) >= 800)
    if reason:
        assert f"{len(sizes)} replies with {sum(sizes)} words; at least 8 replies and 800 words" in reason


def test_words_of_a_script_without_blanks_are_counted_too() -> None:
    assert too_little([Text.read("\u6211\u5011" * 50)] * 8) is None


def test_too_few_held_out_passages_are_named() -> None:
    reason = not_told_apart(scores_refusals(np.zeros(3), np.zeros(9)), None, 8, 119, 1)  # type: ignore[arg-type]
    assert "3 held-out passages of 119 tokens; at least 4 would be needed" in reason


def test_the_number_of_replies_that_would_suffice_is_named_where_there_is_one() -> None:
    spread = np.linspace(-1, 1, 101)  # means of n have deviation 0.58/√n each: 0.2 apart, enough from about 12 on
    reason = not_told_apart(scores_refusals(spread + 0.2, spread), 0.75, 8, 100, 1)  # type: ignore[arg-type]
    assert "AUC 0.75, below 0.80" in reason
    found = re.search(r"about (\d+) replies of this length would be enough", reason)
    assert found
    assert int(found[1]) in (12, 16)


def test_where_no_number_would_suffice_more_texts_are_asked_for() -> None:
    reason = not_told_apart(scores_refusals(np.zeros(9), np.ones(9)), 0.0, 8, 100, 1)  # type: ignore[arg-type]
    assert reason.endswith("more texts of the person are needed")


@pytest.mark.parametrize(
    ("held_out", "said"), [(0, "no ceiling: 0"), (3, "no ceiling: 3"), (4, "does not score above")]
)
def test_a_missing_position_is_explained(held_out: int, said: str) -> None:
    assert said in no_position(held_out)


# The headline, and places too wide to be given.


@pytest.mark.parametrize(
    ("closer", "as_close", "likelihood", "said"),
    [
        (1.0, 0.5, 0.99, "theirs"),
        (0.975, 0.026, 0.51, "theirs"),
        (1.0, 0.5, 0.5, "inconclusive"),  # the odds disagree
        (1.0, 0.025, 0.99, "near"),
        (0.97, 0.025, 0.2, "not theirs"),
        (0.97, 0.026, 0.9, "inconclusive"),
    ],
)
def test_the_headline_says_who_can_be_ruled_out(closer: float, as_close: float, likelihood: float, said: str) -> None:
    assert headline(closer, as_close, likelihood) == said


def test_the_person_and_a_stranger_have_their_headlines(instrument: Instrument) -> None:
    own = instrument.estimate(probed(instrument), HOW)
    stranger = instrument.probe(read_replies(Speaker(200).texts(9)), True, 1)
    assert isinstance(stranger, Probe)
    other = instrument.estimate(stranger, HOW)
    assert (own.headline, other.headline) == ("theirs", "not theirs")
    assert own.against == other.against == "8 impostors"
    assert own.as_close_as is not None
    assert own.as_close_as > (other.as_close_as or 0.0)


def test_a_place_with_an_interval_wider_than_three_is_not_given_but_the_rest_is() -> None:
    # people who hardly differ: floor and ceiling nearly meet, so the place may lie anywhere
    others = {str(place): Speaker(100 + place, habit=0.05).texts(6) for place in range(5)}
    faint = Instrument(read_material(Speaker(1, habit=0.05).texts(6), others, None))
    probe = faint.probe(REPLIES, False, 1)
    assert isinstance(probe, Probe)
    found = faint.estimate(probe, HOW)
    assert (found.value, found.low, found.high) == (None, None, None)
    assert found.reason is not None
    assert "wider than 3" in found.reason or "does not score above" in found.reason
    assert found.closer_than is not None


def test_occasions_are_named_for_every_reply_and_kept_in_its_order() -> None:
    read = read_replies(["ban bal", "", "bar ban", "bal"], ["x", "y", "z", "x"])
    assert [(number, occasion) for number, occasion in zip(read.numbers, read.occasions, strict=True)] == [
        (3, "x"),
        (0, "x"),
        (2, "z"),
    ]
    assert read.member.tolist() == [0, 0, 1]
    with pytest.raises(ValueError, match="1 occasions for 2 replies"):
        read_replies(["ban", "bal"], ["x"])
