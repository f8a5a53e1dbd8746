"""Floor and ceiling at one length: every score again by plain loops, and what must not change it."""

import numpy as np
import pytest

from ringtrue.voice.instrument import log_odds
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.measures import WEIGHTS
from ringtrue.voice.texts import Text, passages
from ringtrue.voice.yardstick import Group, Resampling, Yardstick, fused, occasion_variance, place, standing
from speakers import Speaker

LENGTH = 40


def voice(seed: int, draw: int = 0, number: int = 3) -> list[Text]:
    return [Text.read(text) for text in Speaker(seed, draw=draw).texts(number, 80)]


FOLDS = [voice(1), voice(1, 1), voice(1, 2)]
OTHERS = [voice(50), voice(51), voice(52), voice(53)]
REPLIES = [*voice(1, 7, 2), *voice(90, 0, 2)]


@pytest.fixture(scope="module")
def lineup() -> Lineup:
    return Lineup(FOLDS, OTHERS, None)


@pytest.fixture(scope="module")
def yardstick(lineup: Lineup) -> Yardstick:
    return Yardstick(lineup, FOLDS, LENGTH)


def by_loops(lineup: Lineup, texts: list[Text], reference: int) -> list[float]:
    """Standardise by reference over strangers' passages, then by text over impostors, add with the weights."""
    counted, writer = lineup.foreign(LENGTH)
    foreign, likeness = lineup.likeness(counted), lineup.likeness(lineup.count(texts))
    own, measures, references = lineup.own, foreign.shape[0], foreign.shape[2]
    mean, deviation = np.zeros((measures, references)), np.zeros((measures, references))
    for measure in range(measures):
        for column in range(references):
            strangers = [foreign[measure, row, column] for row in range(writer.size) if own + 1 + writer[row] != column]
            mean[measure, column], deviation[measure, column] = np.mean(strangers), np.std(strangers)

    def impostors(table: np.ndarray, measure: int, text: int, but: int | None) -> list[float]:
        """A text's standardised likeness to every impostor but the one who wrote it."""
        columns = [column for column in range(own + 1, references) if column != but]
        return [(table[measure, text, c] - mean[measure, c]) / deviation[measure, c] for c in columns]

    authors = [own + 1 + int(who) for who in writer]
    usual = [
        np.mean([np.var(impostors(foreign, measure, text, who)) for text, who in enumerate(authors)])
        for measure in range(measures)
    ]

    def score(table: np.ndarray, text: int, column: int, but: int | None) -> float:
        total = 0.0
        for measure, weight in enumerate(WEIGHTS.values()):
            peers = impostors(table, measure, text, but)
            standard = (table[measure, text, column] - mean[measure, column]) / deviation[measure, column]
            spread = np.sqrt((np.var(peers) * len(peers) + 4 * usual[measure]) / (len(peers) + 4))
            total += weight * (standard - np.mean(peers)) / max(spread, 0.3)
        return total / sum(WEIGHTS.values())

    reached = [score(foreign, text, own, who) for text, who in enumerate(authors)]
    unit = max(np.std(reached) / 1.4, 1.0)
    return [(score(likeness, text, reference, None) - np.mean(reached)) / unit for text in range(len(texts))]


def test_scores_agree_with_plain_loops(lineup: Lineup, yardstick: Yardstick) -> None:
    assert yardstick.scores(REPLIES) == pytest.approx(by_loops(lineup, REPLIES, lineup.own))


def test_the_ceiling_compares_each_fold_with_the_person_without_it(lineup: Lineup, yardstick: Yardstick) -> None:
    for number, fold in enumerate(FOLDS):
        held_out = yardstick.ceiling.scores[yardstick.ceiling.member == number]
        assert held_out == pytest.approx(by_loops(lineup, passages(fold, LENGTH), number))


def test_impostors_lie_about_zero_and_within_a_bounded_spread(yardstick: Yardstick) -> None:
    assert yardstick.floor.mean == pytest.approx(0.0, abs=1e-9)
    assert yardstick.floor.scores.std() <= 1.4 + 1e-9


def test_the_person_lies_above_strangers(yardstick: Yardstick) -> None:
    own, foreign = yardstick.scores(REPLIES[:2]), yardstick.scores(REPLIES[2:])
    assert own.min() > foreign.max()
    assert yardstick.ceiling.mean > yardstick.floor.mean


def test_each_text_is_scored_as_if_it_were_alone(yardstick: Yardstick) -> None:
    alone = [float(yardstick.scores([text])[0]) for text in REPLIES]
    assert yardstick.scores(REPLIES) == pytest.approx(alone)


def test_the_order_of_impostors_does_not_matter(yardstick: Yardstick) -> None:
    turned = Yardstick(Lineup(FOLDS, OTHERS[::-1], None), FOLDS, LENGTH)
    assert turned.scores(REPLIES) == pytest.approx(yardstick.scores(REPLIES))


def test_scores_by_measure_add_up_to_the_score_but_for_its_zero_and_unit(yardstick: Yardstick) -> None:
    parts = yardstick.by_measure(REPLIES)
    assert parts.shape == (len(WEIGHTS), len(REPLIES))
    line = np.polyfit(fused(parts), yardstick.scores(REPLIES), 1)
    assert np.polyval(line, fused(parts)) == pytest.approx(yardstick.scores(REPLIES))
    assert 0 < line[0] <= 1


def test_one_fold_gives_no_ceiling_and_no_text_no_score() -> None:
    alone = Yardstick(Lineup(FOLDS[:1], OTHERS, None), FOLDS[:1], LENGTH)
    assert alone.ceiling.scores.size == 0
    assert alone.scores([]).size == 0
    assert np.isfinite(alone.scores(REPLIES)).all()


def test_a_text_without_a_known_word_still_has_a_finite_score(yardstick: Yardstick) -> None:
    assert np.isfinite(yardstick.scores([Text.read("?"), Text.read("\u4f60\u597d \U0001f600 x" * 50)])).all()


def test_impostors_who_all_say_the_same_do_not_divide_by_nothing() -> None:
    same = Lineup(FOLDS, [OTHERS[0]] * 3, None)
    assert np.isfinite(Yardstick(same, FOLDS, LENGTH).scores(REPLIES)).all()


def test_measures_are_added_with_their_fixed_weights() -> None:
    # weights 2, 1, .5, .5, .5, .25, .5 of 5.25 in all
    assert fused(np.eye(7)) * 5.25 == pytest.approx([2.0, 1.0, 0.5, 0.5, 0.5, 0.25, 0.5])


# The place between floor and ceiling, and what its interval covers.


HOW = Resampling(500, 1, 0.95)


def group(scores: np.ndarray, groups: int) -> Group:
    return Group(scores, np.arange(scores.size) % groups)


FLOOR = group(np.random.default_rng(1).normal(0, 1, 200), 10)
CEILING = group(np.random.default_rng(2).normal(2, 1, 100), 5)


def test_floor_is_zero_and_ceiling_is_one() -> None:
    for scores, expected in ((FLOOR.scores, 0.0), (CEILING.scores, 1.0)):
        where = place(group(scores, 1), FLOOR, CEILING, HOW)
        assert where is not None
        value, low, high = where
        assert value == pytest.approx(expected)
        assert low is not None
        assert high is not None
        assert low < expected < high


def test_a_ceiling_below_the_floor_gives_no_place() -> None:
    assert place(FLOOR, CEILING, FLOOR, HOW) is None


def test_one_reply_has_a_place_but_no_interval() -> None:
    assert place(group(np.array([2.0]), 1), FLOOR, CEILING, HOW) == (pytest.approx(0.95, abs=0.2), None, None)


def test_the_interval_covers_one_when_occasions_differ() -> None:
    # Folds and replies are occasions of one writer: means differ with standard deviation 1, passages with 1.
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(200):
        member = np.repeat(np.arange(5), 10)
        ceiling = Group(2 + rng.normal(0, 1, 5)[member] + rng.normal(0, 1, 50), member)
        replies = 2 + rng.normal(0, 1) + rng.normal(0, 1, 8)
        where = place(group(replies, 1), FLOOR, ceiling, HOW)
        held += where is not None and where[1] is not None and where[2] is not None and where[1] <= 1 <= where[2]
    assert held >= 0.88 * 200


def test_occasions_that_differ_more_widen_the_interval() -> None:
    member = np.repeat(np.arange(5), 20)
    noise = np.random.default_rng(4).normal(0, 1, 100)
    alike, apart = Group(noise, member), Group(noise + 3.0 * np.arange(5)[member], member)
    assert occasion_variance(apart, 2.0) > 2 * occasion_variance(alike, 2.0) > 0
    assert occasion_variance(Group(noise, np.zeros(100, dtype=np.int64)), 2.0) == pytest.approx(0.8**2 + 0.6**2)


def width(replies: Group) -> float:
    where = place(replies, FLOOR, CEILING, HOW)
    assert where is not None
    assert where[1] is not None
    assert where[2] is not None
    return where[2] - where[1]


def test_replies_of_many_occasions_have_a_narrower_interval_than_as_many_of_one() -> None:
    replies = np.random.default_rng(5).normal(2, 1, 64)
    one, some, many = (width(group(replies, occasions)) for occasions in (1, 4, 64))
    assert one > 1.2 * some > 1.2 * many


def test_occasions_of_unequal_size_count_for_less() -> None:
    # 9² / (8² + 1²) = 81/65
    assert Group(np.zeros(9), np.array([0] * 8 + [1])).occasions == pytest.approx(81 / 65)
    assert group(np.zeros(12), 4).occasions == 4


def test_sets_like_the_persons_stand_in_the_middle_of_the_persons_sets_and_over_impostors() -> None:
    closer, as_close = standing(CEILING, FLOOR, CEILING, 1)
    assert closer > 0.95
    assert as_close == pytest.approx(0.5, abs=0.1)
    closer, as_close = standing(FLOOR, FLOOR, CEILING, 1)
    assert closer == pytest.approx(0.5, abs=0.1)
    assert as_close < 0.05


def test_replies_are_compared_with_as_much_of_the_person_as_the_ceiling(lineup: Lineup, yardstick: Yardstick) -> None:
    expected = np.mean([by_loops(lineup, REPLIES, fold) for fold in range(len(FOLDS))], axis=0)
    assert yardstick.even_scores(REPLIES) == pytest.approx(expected)
    alone = Yardstick(Lineup(FOLDS[:1], OTHERS, None), FOLDS[:1], LENGTH)
    assert alone.even_scores(REPLIES) == pytest.approx(alone.scores(REPLIES))


def test_log_odds_are_zero_half_way_and_grow_with_the_number_of_replies() -> None:
    # at 100 tokens the step is 1.73 and the half-way point 0.865
    assert log_odds(0.865, 8, 100) == pytest.approx(0.0, abs=1e-9)
    assert log_odds(2.0, 8, 100) > log_odds(2.0, 1, 100) > 0 > log_odds(0.0, 1, 100) > log_odds(0.0, 8, 100)


def test_a_distinctive_person_must_be_met_more_closely() -> None:
    usual = log_odds(2.0, 8, 100)
    assert log_odds(2.0, 8, 100, ceiling=2.3) == pytest.approx(usual)
    assert log_odds(2.0, 8, 100, ceiling=4.6) < usual < log_odds(2.0, 8, 100, ceiling=1.0)
