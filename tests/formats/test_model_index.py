"""The table of a model index: the half-and-half index by hand, and which row of a comparison is believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formats.flag import Flag
from ringtrue.formats.model_index import HALF, IndexRow, ModelIndex


def row(line: int, run: int = 1, cosine: float = 0.8, scores: tuple[float | None, ...] = ()) -> IndexRow:
    return IndexRow(line, "Nora Quill", "T3", "TECH", run, cosine, scores)


def index(rows: list[IndexRow], *flags: Flag) -> ModelIndex:
    return ModelIndex("index.csv", (), tuple(rows), HALF, flags)


@pytest.mark.parametrize(
    ("cosine", "scores", "half"),
    [
        (0.8, (9.0,), 0.85),  # (.8 + .9) / 2
        (0.8, (9.0, None, 7.0), 0.8),  # the mean of 9 and 7 is 8: (.8 + .8) / 2
        (1.0, (10.0, 10.0), 1.0),
        (-1.0, (0.0,), -0.5),
        (0.0, (0.0, 0.0, 1.0), 1 / 60),  # a third of a point is a thirtieth; half of that
    ],
)
def test_the_index_is_half_cosine_and_half_the_mean_of_the_scores_there_are(
    cosine: float, scores: tuple[float | None, ...], half: float
) -> None:
    assert row(2, cosine=cosine, scores=scores).half == pytest.approx(half, abs=1e-15)


@pytest.mark.parametrize("scores", [(), (None,), (None, None)])
def test_without_a_score_there_is_no_half(scores: tuple[None, ...]) -> None:
    assert row(2, scores=scores).half is None


@given(st.floats(-1, 1), st.lists(st.none() | st.floats(0, 10), max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_raters_does_not_matter(cosine: float, scores: list[float | None], rng: object) -> None:
    mixed = list(scores)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    one, other = row(2, cosine=cosine, scores=tuple(scores)).half, row(2, cosine=cosine, scores=tuple(mixed)).half
    assert (one is None) == (other is None) == all(score is None for score in scores)
    if one is not None and other is not None:
        assert one == pytest.approx(other, abs=1e-12)
        known = [score / 10 for score in scores if score is not None]
        assert min([cosine, *known]) - 1e-12 <= one <= max([cosine, *known]) + 1e-12


def test_a_row_is_known_by_what_was_compared_and_what_was_measured() -> None:
    found = row(7, run=3, cosine=0.5, scores=(8.0, None))
    assert found.key == ("Nora Quill", "T3", "TECH", 3)
    assert found.measured == (0.5, 8.0, None)


def test_of_one_comparison_the_last_row_is_believed() -> None:
    rows = [row(2, run=1), row(3, run=2), row(4, run=1)]
    assert [found.line for found in index(rows).believed.values()] == [4, 3]


def test_a_constant_is_not_believed_and_does_not_take_the_place_of_a_measurement() -> None:
    rows = [row(2, run=1), row(3, run=1), row(4, run=2)]
    flagged = index(rows, Flag("constant", "index.csv", "the same to the last digit.", (3, 4)))
    assert [found.line for found in flagged.believed.values()] == [2]
    assert flagged.rows == tuple(rows)


def test_other_flags_leave_a_row_believed() -> None:
    flagged = index([row(2)], Flag("drift", "index.csv", "odd.", (2,)), Flag("duplicate", "index.csv", "twice.", (2,)))
    assert len(flagged.believed) == 1


def test_flags_are_told_as_sentences() -> None:
    flagged = index([row(2)], Flag("drift", "index.csv", "The drift is odd.", (2,)), Flag("x", "index.csv", "Odd."))
    assert flagged.notes == ("index.csv: The drift is odd. Line 2.", "index.csv: Odd.")
    assert index([]).notes == ()
    assert index([]).believed == {}


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), max_size=20))
def test_every_comparison_with_a_measurement_is_believed_once(rows: list[tuple[int, bool]]) -> None:
    """The oracle walks the rows backwards and keeps the first of each comparison that is no constant."""
    made = [row(line, run) for line, (run, _) in enumerate(rows, 2)]
    constant = tuple(line for line, (_, is_constant) in enumerate(rows, 2) if is_constant)
    expected: dict[int, int] = {}
    for line, (run, is_constant) in reversed(list(enumerate(rows, 2))):
        if not is_constant:
            expected.setdefault(run, line)
    believed = index(made, Flag("constant", "index.csv", "constant.", constant)).believed
    assert {key[-1]: found.line for key, found in believed.items()} == expected
