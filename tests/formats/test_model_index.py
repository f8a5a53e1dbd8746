"""The table of a model index: the half-and-half index by hand, and which row of a comparison is believed."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formats.flag import Flag
from ringtrue.formats.model_index import COSINE, HALF, OTHER, UNCLEAR, IndexRow, ModelIndex, checked, read_model_index
from ringtrue.terms.problem import BadInput


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


# The quality check: what chance explains is not flagged, what it does not explain is.


def row_model_index_check(line: int, cosine: float, *scores: float, decimals: int = 16, **more: object) -> IndexRow:
    fields: dict[str, object] = {"persona": "Ada", "regime": "T3", "domain": "TECH", "run": line} | more
    return IndexRow(line=line, cosine=cosine, scores=scores, decimals=decimals, **fields)  # type: ignore[arg-type]


def kinds(index: ModelIndex) -> list[str]:
    return [flag.kind for flag in index.flags if flag.kind != "definition"]


def honest(rng: random.Random, count: int, decimals: int) -> list[IndexRow]:
    """Rows as measurements give them: cosines of spread .05, written with so many digits, scores in whole points."""
    return [
        row_model_index_check(
            line, round(rng.gauss(0.85, 0.05), decimals), 9.0, float(rng.choice((8, 9))), decimals=decimals
        )
        for line in range(2, count + 2)
    ]


def test_equal_values_to_the_last_digit_are_a_constant() -> None:
    rows = [
        row_model_index_check(2, 0.8218770618347416, 9.0),
        row_model_index_check(3, 0.85, 9.0),
        row_model_index_check(4, 0.85, 9.0),
        row_model_index_check(5, 0.9047459659802474, 9.0),
    ]
    index = checked("f", ("one",), rows)
    assert [flag.lines for flag in index.flags if flag.kind == "constant"] == [(3, 4)]
    assert [found.line for found in index.believed.values()] == [2, 5]


def test_a_file_that_is_nothing_but_a_dry_run_is_found() -> None:
    # Four personas, fifteen items each, two digits: 15 of 15 agree, where at most .4 x .01/.034 = .12 would by chance.
    values = {"A": 0.85, "B": 0.92, "C": 0.89, "D": 0.94}
    rows = [
        row_model_index_check(line, values[name], 9.0, decimals=2, persona=name, run=line)
        for line, name in enumerate([name for name in values for _ in range(15)], 2)
    ]
    index = checked("f", ("one",), rows)
    assert len(index.flags[0].lines) == 60
    assert index.believed == {}


@pytest.mark.parametrize("decimals", [1, 2, 3, 6])
def test_rounded_measurements_are_not_called_constant(decimals: int) -> None:
    # At one in a thousand for each persona and value, two hundred honest files give next to no false alarm.
    rng = random.Random(20261115)
    alarms = sum("constant" in kinds(checked("f", ("a", "b"), honest(rng, 15, decimals))) for _ in range(200))
    assert alarms <= 1


def test_the_same_item_twice_is_a_duplicate_and_no_constant() -> None:
    rows = [
        row_model_index_check(2, 0.811, 9.0, run=1),
        row_model_index_check(3, 0.811, 9.0, run=1),
        row_model_index_check(4, 0.7, 9.0, run=2),
        row_model_index_check(5, 0.75, 9.0, run=2),
    ]
    index = checked("f", ("one",), rows)
    same, different = [flag for flag in index.flags if flag.kind == "duplicate"]
    assert same.lines == (2, 3)
    assert "with the same values" in same.what
    assert different.lines == (4, 5)
    assert "the last one counts" in different.what
    assert {found.line for found in index.believed.values()} == {3, 5}


def test_the_definition_is_that_of_most_rows_and_the_others_are_named() -> None:
    # .5 (.8 + 9/10) = .85
    halves = [row_model_index_check(line, 0.8 + line / 1000, 9.0, pfi=0.85 + line / 2000) for line in range(2, 6)]
    index = checked("f", ("one",), [*halves, row_model_index_check(6, 0.77, 9.0, pfi=0.77)])
    assert index.definition == HALF
    assert [flag.lines for flag in index.flags if flag.kind == "other definition"] == [(6,)]


@pytest.mark.parametrize(
    ("cosine", "score", "pfi", "definition"),
    [(0.8, 9.0, 0.85, HALF), (0.8, 9.0, 0.8, COSINE), (0.8, 9.0, 0.6, OTHER), (0.9, 9.0, 0.9, UNCLEAR)],
)
def test_each_definition_is_recognised(cosine: float, score: float, pfi: float, definition: str) -> None:
    assert checked("f", ("one",), [row_model_index_check(2, cosine, score, pfi=pfi)]).definition == definition


def test_drift_that_is_not_one_less_cosine_is_named() -> None:
    rows = [row_model_index_check(2, 0.811, 9.0, drift=0.189), row_model_index_check(3, 0.7, 9.0, drift=0.7)]
    assert [flag.lines for flag in checked("f", ("one",), rows).flags if flag.kind == "drift"] == [(3,)]


def test_no_rows_are_no_trouble() -> None:
    assert kinds(checked("f", (), [])) == []


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from([0.5, 0.85, 0.8512345])), max_size=40))
def test_every_row_is_believed_flagged_or_replaced(given_rows: list[tuple[int, float]]) -> None:
    rows = [row_model_index_check(line, cosine, run=run) for line, (run, cosine) in enumerate(given_rows, 2)]
    index = checked("f", (), rows)
    flagged = {line for flag in index.flags for line in flag.lines}
    assert {found.line for found in rows} == {found.line for found in index.believed.values()} | flagged


# A model-index CSV read: rows as they stand, and every malformed cell in one refusal.


HEADER = "persona,regime,domain,run_index,embedding_cosine_similarity,one_score,two_score,pfi,semantic_drift"


def index_of(folder: Path, *rows: str, header: str = HEADER) -> ModelIndex:
    path = folder / "index.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return read_model_index(path)


def test_rows_come_as_they_stand(tmp_path: Path) -> None:
    index = index_of(tmp_path, "Ada,T3,TECH,1,0.8125,9.0,8.0,0.83125,0.1875", "Ada,T3,SELF,2,0.7,,8,0.75,0.3")
    first, second = index.rows
    assert (first.line, first.key, first.cosine, first.scores) == (2, ("Ada", "T3", "TECH", 1), 0.8125, (9.0, 8.0))
    assert (first.pfi, first.drift) == (0.83125, 0.1875)
    assert second.scores == (None, 8.0)
    assert second.half == pytest.approx(0.75)  # .5 (.7 + 8/10): a missing score is left out of the mean
    assert index.raters == ("one", "two")


def test_other_names_of_the_columns_are_read(tmp_path: Path) -> None:
    index = index_of(tmp_path, "Ada,T3,TECH,3,0.5", header="persona,regime,domain,run,cosine")
    assert index.rows[0].run == 3
    assert index.definition == "the plain cosine of embeddings"  # the only number there is


def test_every_malformed_value_is_listed(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        index_of(
            tmp_path,
            ",T3,TECH,1,0.8,9,8,0.8,0.2",
            "Ada,T3,TECH,0,0.8,9,8,0.8,0.2",
            "Ada,T3,TECH,1.5,high,11,-1,nan,3",
        )
    found = {problem.place: problem.value for problem in refused.value.problems}
    assert found == {
        "line 2, column persona": "",
        "line 3, column run_index": "0",
        "line 4, column run_index": "1.5",
        "line 4, column embedding_cosine_similarity": "high",
        "line 4, column one_score": "11",
        "line 4, column two_score": "-1",
        "line 4, column pfi": "nan",
        "line 4, column semantic_drift": "3",
    }


def test_missing_columns_are_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        index_of(tmp_path, "Ada,TECH,1,.8", header="persona,domain,run,embedding_cosine_similarty")
    regime, cosine = refused.value.problems
    assert regime.what == "The column regime is missing."
    assert "Did you mean embedding_cosine_similarty?" in cosine.remedy


def test_the_published_file_has_52_constant_rows_and_one_duplicate(compression: Path) -> None:
    index = read_model_index(compression / "EXPERIMENT_2_RESULTS.csv")
    by_kind = {flag.kind: flag for flag in index.flags}
    assert len(index.rows) == 113
    assert len(by_kind["constant"].lines) == 52
    assert [flag.kind for flag in index.flags].count("duplicate") == 1
    assert by_kind["duplicate"].lines == (2, 58)
    assert len(index.believed) == 60  # 4 personas x 5 domains x 3 runs
    assert index.definition.startswith("half the cosine")
    assert set(by_kind) == {"constant", "duplicate", "definition"}
