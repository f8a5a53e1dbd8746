"""What makes a high score suspicious: raised where it was planted, and only there."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms import Estimate
from ringtrue.voice.flags import all_alike, caricature, copying, overuse
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.overlaps import Overlap
from ringtrue.voice.probe import Replies, read_replies
from ringtrue.voice.reading import Flag
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


def raised(own: Rates, replied: Rates) -> Flag | None:
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
    overdone = Flag("caricature", "overdone")
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
