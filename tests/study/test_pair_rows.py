"""The pairs of a study as rows, by hand; intervals over raters; both texts graded."""

from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t

from pair_studies import answered, pair_study
from ringtrue import Study
from ringtrue.study.pair_rows import grades_of_both, over_raters, pair_rows

# voice toward the candidate, vibe, logic of three raters; s = voice + 2 vibe + 2 logic - 2, pfi_001 = s / 12
ANSWERS = [
    [(2, 3, 3), (1, 3, 3), (0, 3, 3)],  # s 12 11 10
    [(1, 3, 3), (0, 3, 3), (2, 3, 3)],
    [(0, 3, 3), (-1, 3, 3), (1, 3, 3)],
    [(1, 2, 3), (0, 2, 3), (2, 2, 3)],
    [(-1, 3, 2), None, (-1, 3, 2)],  # s 7 and 7, one rater left it open
]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return answered(pair_study(tmp_path_factory.mktemp("rows") / "s", grade="both"), ANSWERS, controls=1)


def test_every_pair_has_its_row_by_hand(study: Study) -> None:
    rows = {row.pair_id: row for row in pair_rows(study, study.score(replicates=20))}
    first = rows["P1"]
    assert (first.domain, first.persona, first.run, first.n) == ("TECH", "Ada", "1", 3)
    half = float(t.ppf(0.975, 2)) * (1 / 12) / sqrt(3)
    assert first.pfi_001.value == pytest.approx(11 / 12)
    assert (first.pfi_001.low, first.pfi_001.high) == pytest.approx((11 / 12 - half, 1.0))  # not beyond the scale
    assert first.pfi_004 == pytest.approx(7 / 9)
    assert first.pfi_equivalence == pytest.approx((0.5 + 1 + 1) / 3)
    assert (first.pfi_model, first.pfi_model_anchored) == (0.92, None)
    assert first.pfi_combined == pytest.approx((0.92 + 11 / 12) / 2)
    assert (first.stratum, first.words_full, first.words_compressed) == ("high", 14, 14)
    last = rows["P5"]
    assert (last.n, last.pfi_001.value, last.pfi_001.low) == (2, pytest.approx(7 / 12), None)
    assert last.pfi_001.reason == "all ratings are identical: no interval"


def test_grades_of_both_texts_stand_apart(study: Study) -> None:
    found = grades_of_both(study)
    vibes = [row[1] for pair in ANSWERS for row in pair if row]
    assert found["vibe", "compressed"].value == pytest.approx(np.mean(vibes))
    assert found["vibe", "full"].value == pytest.approx(np.mean([vibe - 1 for vibe in vibes]))
    assert found["vibe", "full"].n == 14  # once for each card of the suite, not again for the control's
    assert ("vibe", "control") not in found
    assert all(1.0 <= one.low <= one.high <= 3.0 for one in found.values() if one.low is not None)


def test_preferred_texts_have_no_such_table(tmp_path: Path) -> None:
    assert grades_of_both(answered(pair_study(tmp_path / "s", count=1), [[(0, 3, 3), (1, 3, 3)]])) == {}


def test_unrated_pairs_have_a_row_without_numbers(tmp_path: Path) -> None:
    study = answered(pair_study(tmp_path / "s", count=2), [[(0, 3, 3)], [None]])
    _, second = pair_rows(study, study.score(replicates=20))
    assert (second.n, second.pfi_001.value, second.pfi_001.reason) == (0, None, "not rated")
    assert (second.pfi_004, second.pfi_equivalence, second.pfi_combined) == (None, None, None)


def test_one_rater_no_rater_and_equal_raters_have_no_interval() -> None:
    assert over_raters(np.array([0.5])).reason == "one rater: no interval"
    assert over_raters(np.array([np.nan, np.nan])).value is None
    assert over_raters(np.array([0.5, 0.5, np.nan])).low is None
    found = over_raters(np.array([0.2, 0.4]))
    assert (found.n, found.value, found.low, found.high) == (2, pytest.approx(0.3), 0.0, 1.0)  # cut at the scale
