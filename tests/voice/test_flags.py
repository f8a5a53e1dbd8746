"""What makes a high score suspicious: raised where it was planted, and only there."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist
from scipy.stats import norm

from ringtrue.terms.result import Estimate
from ringtrue.voice.flags import FEWEST_TEXTS, all_alike, caricature, copying, overuse, signature, variety
from ringtrue.voice.instrument import Replies, read_replies
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.ngrams import Matrix, TextCounts
from ringtrue.voice.result import Overlap, VoiceFlag
from ringtrue.voice.texts import Text
from speakers import INVENTED

Rates = dict[str, float]


def say(seed: int, number: int, words: int, rates: Rates) -> list[str]:
    """Words at the given rates, all others as anybody has them."""
    rng = np.random.default_rng(seed)
    common = INVENTED[:40]
    listed = [*rates, *common]
    chances = [*rates.values(), *[(1 - sum(rates.values())) / common.size] * common.size]
    return [" ".join(rng.choice(listed, words, p=chances)) for _ in range(number)]


def texts(*args: object) -> list[Text]:
    return [Text.read(text) for text in say(*args)]  # type: ignore[arg-type]


def raised(own: Rates, replied: Rates) -> VoiceFlag | None:
    folds = [texts(seed, 6, 200, own) for seed in range(4)]
    lineup = Lineup(folds, [texts(100 + seed, 4, 200, {}) for seed in range(4)], None)
    return overuse(lineup, folds, read_replies(say(50, 12, 100, replied)))


def test_a_catchword_at_the_persons_own_rate_is_no_caricature() -> None:
    assert raised({"zounds": 0.04}, {"zounds": 0.04}) is None


def test_a_catchword_at_many_times_the_persons_rate_is_one() -> None:
    flag = raised({"zounds": 0.04}, {"zounds": 0.4})
    assert flag is not None
    assert flag.kind == "caricature"
    assert any("zounds" in example for example in flag.examples)
    shares = [float(share) for share in re.findall(r"([\d.]+)%", flag.why)]
    assert shares[0] > 2 * shares[1]  # in the replies, in the person's own text


def test_single_words_far_overdone_are_told_though_the_whole_is_not() -> None:
    tics = {"egad": 0.006, "gosh": 0.006, "pshaw": 0.006, "hark": 0.006}
    flag = raised({"zounds": 0.15, **tics}, {"zounds": 0.05, **dict.fromkeys(tics, 0.03)})
    assert flag is not None
    assert "used more than 2 times as often" in flag.why
    assert {"egad", "gosh", "pshaw", "hark"} >= set(flag.examples)
    assert flag.examples


def test_two_such_words_may_be_a_subject() -> None:
    tics = {"egad": 0.006, "gosh": 0.006}
    assert raised({"zounds": 0.15, **tics}, {"zounds": 0.1, **dict.fromkeys(tics, 0.03)}) is None


def test_with_one_reply_or_one_fold_nothing_is_said() -> None:
    folds = [texts(seed, 6, 200, {"zounds": 0.04}) for seed in range(2)]
    others = [texts(100 + seed, 4, 200, {}) for seed in range(3)]
    exaggerated = say(50, 12, 100, {"zounds": 0.4})
    assert overuse(Lineup(folds, others, None), folds, read_replies(exaggerated[:1])) is None
    assert overuse(Lineup(folds[:1], others, None), folds[:1], read_replies(exaggerated)) is None


def test_beyond_the_ceiling_is_flagged_only_where_the_whole_interval_is() -> None:
    beyond = list(caricature(Estimate(1.4, 1.05, 1.8), None))
    assert [flag.kind for flag in beyond] == ["caricature"]
    assert "1.40, at least 1.05" in beyond[0].why
    assert list(caricature(Estimate(1.4, 1.0, 1.8), None)) == []
    assert list(caricature(Estimate(1.4, reason="one reply"), None)) == []
    assert list(caricature(Estimate.absent("nothing"), None)) == []


def test_both_reasons_for_a_caricature_are_given() -> None:
    overdone = VoiceFlag("caricature", "overdone")
    assert list(caricature(Estimate(1.4, 1.1, 1.8), overdone))[1] is overdone
    assert list(caricature(Estimate(0.9, 0.1, 1.8), overdone)) == [overdone]


def replies(*words: int) -> Replies:
    return read_replies([" ".join(["word"] * number) for number in words])


@pytest.mark.parametrize(("copied", "flagged"), [(19, False), (20, True), (100, True)])
def test_a_fifth_taken_word_for_word_is_copying(copied: int, flagged: bool) -> None:
    flag = copying([Overlap(0, 0, copied, "the run")], replies(60, 40))
    assert (flag is not None) is flagged
    if flag:
        assert flag.why.startswith(f"{copied}% of the words")
        assert flag.examples == ("the run",)


def test_the_five_longest_runs_are_shown() -> None:
    runs = [Overlap(0, 0, number, f"run {number}") for number in (8, 30, 9, 20, 10, 40, 11)]
    flag = copying(runs, replies(200))
    assert flag is not None
    assert flag.examples == ("run 40", "run 30", "run 20", "run 11", "run 10")


def test_nothing_copied_and_no_words_are_no_copying() -> None:
    assert copying([], replies(50)) is None
    assert copying([], replies()) is None


@given(st.floats(0, 3), st.floats(0, 1), st.floats(0, 1))
def test_all_alike_looks_at_the_upper_end(value: float, below: float, above: float) -> None:
    flag = all_alike(Estimate(value, value - below, value + above))
    assert (flag is not None) is (value + above < 0.85)


def test_without_a_spread_or_its_interval_nothing_is_alike() -> None:
    assert all_alike(Estimate.absent("two replies")) is None
    assert all_alike(Estimate(0.1)) is None


# The signature: which grams are the person's own, worked by hand.


def references(*rows: list[float]) -> TextCounts:
    phrases = Matrix(np.array(rows))
    return TextCounts(phrases, phrases, phrases, np.zeros((len(rows), 1)))


# A hundred grams of the person: rates .5, .3, .03, .1, .07. Others have 1000: rates .5, .1, 0, .06, .34.
PERSON = [50.0, 30.0, 3.0, 10.0, 7.0]
OTHERS = ([300.0, 50.0, 0.0, 20.0, 130.0], [200.0, 50.0, 0.0, 40.0, 210.0])


def test_what_is_used_often_and_far_more_than_by_others_is_chosen() -> None:
    found = signature(references(PERSON, *OTHERS), 0, 0)
    # ratios: 1 for the first, about 3 for the second, too few uses of the third, .1/.0601 for the fourth, below 1
    assert found.columns.tolist() == [1, 3]
    assert found.rates == pytest.approx([0.3, 0.1])


def test_the_person_is_not_among_those_compared_with() -> None:
    # .5 against .33 of the others, a ratio of 1.5; with the person's own uses among them .5 against .41
    assert signature(references([100.0, 100.0], [66.0, 134.0]), 0, 0).columns.tolist() == [0]


def test_the_heaviest_come_first_and_no_more_than_asked_for() -> None:
    # 30 log 3 = 33 outweighs 10 log 1.66 = 5
    assert signature(references(PERSON, *OTHERS), 0, 0, most=1).columns.tolist() == [1]
    assert signature(references(PERSON, *OTHERS), 0, 0, most=0).columns.size == 0


def test_rows_of_the_person_are_no_others() -> None:
    without_fold = [20.0, 30.0, 0.0, 10.0, 7.0]
    rows = references(without_fold, PERSON, *OTHERS)
    assert signature(rows, 1, 1).columns.tolist() == signature(references(PERSON, *OTHERS), 0, 0).columns.tolist()
    assert signature(rows, 0, 1).rates == pytest.approx(np.array([30, 10]) / 67)


def test_uses_are_a_share_of_each_texts_grams() -> None:
    found = signature(references(PERSON, *OTHERS), 0, 0)
    texts = Matrix(np.array([[1.0, 2.0, 0.0, 1.0, 0.0], [4.0, 0.0, 0.0, 0.0, 0.0], [0.0] * 5]))
    assert found.uses(texts) == pytest.approx([3 / 4, 0.0, 0.0])


def test_a_gram_nobody_else_uses_is_distinctive_but_not_infinitely() -> None:
    found = signature(references([5.0, 5.0], [0.0, 100.0]), 0, 0)
    assert found.columns.tolist() == [0]


def test_a_person_without_words_has_none() -> None:
    assert signature(references([0.0, 0.0], [1.0, 2.0]), 0, 0).columns.size == 0


@given(st.lists(st.lists(st.integers(0, 60), min_size=4, max_size=4), min_size=2, max_size=5))
def test_only_grams_used_four_times_and_more_than_by_others_are_ever_chosen(rows: list[list[int]]) -> None:
    table = np.array(rows, dtype=np.float64)
    found = signature(references(*table.tolist()), 0, 0)
    mine = table[0] / max(table[0].sum(), 1)
    usual = table[1:].sum(axis=0) / max(table[1:].sum(), 1)
    assert (table[0][found.columns] >= 4).all()
    assert (mine[found.columns] >= 1.5 * usual[found.columns]).all()
    assert len(set(found.columns.tolist())) == found.columns.size


# How much replies vary against the person's own passages: plain loops over pairs as the oracle.


seeds = st.integers(0, 2**32 - 1)


def vectors(seed: int, rows: int, width: int = 6) -> np.ndarray:
    """Rows of length one without negative parts, as tf-idf makes them."""
    drawn = np.random.default_rng(seed).random((rows, width)) + 0.01
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def jackknife(rows: np.ndarray) -> float:
    """Variance of the log mean distance, each row left out in turn."""
    logs = np.log([pdist(np.delete(rows, row, axis=0), "cosine").mean() for row in range(len(rows))])
    return float((len(rows) - 1) * logs.var())


@given(seeds, st.integers(FEWEST_TEXTS, 9), st.integers(FEWEST_TEXTS, 9), st.sampled_from([0.5, 0.9, 0.95]))
def test_ratio_and_interval_agree_with_loops_over_pairs(seed: int, given_: int, passages: int, level: float) -> None:
    replies, own = vectors(seed, given_), vectors(seed + 1, passages)
    found = variety(Matrix(replies), Matrix(own), level)
    ratio = pdist(replies, "cosine").mean() / pdist(own, "cosine").mean()
    reach = np.exp(norm.ppf((1 + level) / 2) * np.sqrt(jackknife(replies) + jackknife(own)))
    assert (found.value, found.low, found.high) == pytest.approx((ratio, ratio / reach, ratio * reach), rel=1e-6)
    assert (found.n, found.level) == (given_, level)


@given(seeds)
def test_the_order_of_replies_and_passages_does_not_matter(seed: int) -> None:
    replies, own = vectors(seed, 6), vectors(seed + 1, 5)
    turned = variety(Matrix(replies[::-1]), Matrix(own[[2, 4, 0, 1, 3]]), 0.95)
    straight = variety(Matrix(replies), Matrix(own), 0.95)
    assert (turned.value, turned.low, turned.high) == pytest.approx((straight.value, straight.low, straight.high))


def test_texts_with_nothing_in_common_vary_as_much_as_can_be() -> None:
    # three rows at right angles: every distance is 1; own rows (1, 0), (0, 1) and their bisector: 1, 1 - 1/√2 twice
    bisector = np.sqrt(0.5)
    own = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [bisector, bisector, 0.0]])
    found = variety(Matrix(np.eye(3)), Matrix(own), 0.95)
    assert found.value == pytest.approx(3 / (1 + 2 * (1 - bisector)))


def test_a_reply_without_a_known_word_is_far_from_all() -> None:
    replies = np.vstack([np.zeros(3), np.eye(3)[:2]])
    assert variety(Matrix(replies), Matrix(np.eye(3)), 0.95).value == pytest.approx(1.0)


def test_replies_that_are_all_the_same_do_not_vary() -> None:
    found = variety(Matrix(np.tile(vectors(1, 1), (4, 1))), Matrix(vectors(2, 5)), 0.9)
    assert (found.value, found.low, found.high, found.level) == (0.0, 0.0, 0.0, 0.9)
    assert found.reason == "all replies are the same"


def test_own_passages_that_are_all_the_same_give_no_number() -> None:
    found = variety(Matrix(vectors(2, 5)), Matrix(np.tile(np.eye(6)[:1], (4, 1))), 0.95)
    assert found.value is None
    assert found.reason == "the person's own passages are all the same"


def test_two_alike_and_one_apart_still_give_finite_numbers() -> None:
    rows = Matrix(np.eye(3)[[0, 0, 1]])
    found = variety(rows, rows, 0.95)
    assert found.value == pytest.approx(1.0)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 1e-6 < 1e6 < found.high  # one text more or less would change everything


@pytest.mark.parametrize(("replies", "own", "fewest"), [(2, 9, 2), (9, 2, 2), (0, 5, 0), (1, 2, 1)])
def test_fewer_than_three_give_no_number_but_what_would_be_needed(replies: int, own: int, fewest: int) -> None:
    found = variety(Matrix((replies, 4)), Matrix((own, 4)), 0.95)
    assert found.value is None
    assert found.reason == f"3 replies and as many own passages would be needed, got {fewest}"
