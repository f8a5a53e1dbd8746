"""Runs of five characters as numbers: the same where the characters are, and only there."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.letters import LENGTH, LetterRuns
from ringtrue.voice.mask import Mask

lines = st.text("ab c*#", max_size=30)
anything = st.text(st.characters(), max_size=20)


def windows(line: str) -> list[str]:
    return [line[start : start + 5] for start in range(len(line) - 4)]


@given(lines, lines)
def test_two_runs_have_one_code_exactly_where_their_characters_agree(one: str, two: str) -> None:
    runs = LetterRuns("abc")
    codes = [*runs.runs(one).tolist(), *runs.runs(two).tolist()]
    texts = windows(one) + windows(two)
    assert len(codes) == len(texts)
    assert len(set(zip(codes, texts, strict=True))) == len(set(codes)) == len(set(texts))


@given(lines)
def test_codes_are_ordered_as_the_runs_are(line: str) -> None:
    codes = dict(zip(windows(line), LetterRuns("abc").runs(line).tolist(), strict=True))
    assert sorted(codes, key=codes.__getitem__) == sorted(codes)


def test_blanks_stand_around_and_between_the_tokens() -> None:
    runs = LetterRuns("abc")
    assert runs(["ab", "c"]).tolist() == runs.runs(" ab c ").tolist()
    assert runs(["a"]).size == runs([]).size == 0  # " a " is too short for a run
    assert runs(["abc"]).size == 1


def test_the_code_of_a_run_is_its_characters_numbers_side_by_side() -> None:
    # sorted: blank 1, # 2, * 3, a 4, b 5; what is unknown is 0
    expected = 4 << 48 | 5 << 36 | 1 << 24 | 0 << 12 | 4
    assert LetterRuns("ab").runs("ab \u00e9a").tolist() == [expected]


def test_a_mask_is_put_on_before() -> None:
    masked = LetterRuns("the senat", Mask(["the"]))
    assert masked(["the", "senate"]).tolist() == masked.runs(" the ****** ").tolist()


@given(st.text(st.characters(), max_size=50), st.lists(anything, max_size=5))
def test_nothing_crashes_it_and_no_code_is_below_zero(alphabet: str, tokens: list[str]) -> None:
    codes = LetterRuns(alphabet)(tokens)
    assert codes.dtype == np.int64
    assert codes.size == max(len(" ".join(tokens)) + 2 - LENGTH + 1, 0)
    assert (codes >= 0).all()


def test_surrogates_are_characters_too() -> None:
    assert LetterRuns("\ud800ab").runs("\ud800abab").size == 1


def test_of_a_huge_alphabet_the_first_characters_stay_apart() -> None:
    everything = "".join(map(chr, range(0x4E00, 0x4E00 + 6000)))
    runs = LetterRuns(everything)
    first, second, *_ = everything
    late, later = everything[-2:]
    assert runs.runs(first * 5).tolist() != runs.runs(second * 5).tolist()
    assert runs.runs(late * 5).tolist() == runs.runs(later * 5).tolist() == [0]
