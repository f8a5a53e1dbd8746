"""The quality check: what chance explains is not flagged, what it does not explain is."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formats.model_index import COSINE, HALF, OTHER, UNCLEAR, IndexRow, ModelIndex
from ringtrue.formats.model_index_check import checked


def row(line: int, cosine: float, *scores: float, decimals: int = 16, **more: object) -> IndexRow:
    fields: dict[str, object] = {"persona": "Ada", "regime": "T3", "domain": "TECH", "run": line} | more
    return IndexRow(line=line, cosine=cosine, scores=scores, decimals=decimals, **fields)  # type: ignore[arg-type]


def kinds(index: ModelIndex) -> list[str]:
    return [flag.kind for flag in index.flags if flag.kind != "definition"]


def honest(rng: random.Random, count: int, decimals: int) -> list[IndexRow]:
    """Rows as measurements give them: cosines of spread .05, written with so many digits, scores in whole points."""
    return [
        row(line, round(rng.gauss(0.85, 0.05), decimals), 9.0, float(rng.choice((8, 9))), decimals=decimals)
        for line in range(2, count + 2)
    ]


def test_equal_values_to_the_last_digit_are_a_constant() -> None:
    rows = [row(2, 0.8218770618347416, 9.0), row(3, 0.85, 9.0), row(4, 0.85, 9.0), row(5, 0.9047459659802474, 9.0)]
    index = checked("f", ("one",), rows)
    assert [flag.lines for flag in index.flags if flag.kind == "constant"] == [(3, 4)]
    assert [found.line for found in index.believed.values()] == [2, 5]


def test_a_file_that_is_nothing_but_a_dry_run_is_found() -> None:
    # Four personas, fifteen items each, two digits: 15 of 15 agree, where at most .4 x .01/.034 = .12 would by chance.
    values = {"A": 0.85, "B": 0.92, "C": 0.89, "D": 0.94}
    rows = [
        row(line, values[name], 9.0, decimals=2, persona=name, run=line)
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
    rows = [row(2, 0.811, 9.0, run=1), row(3, 0.811, 9.0, run=1), row(4, 0.7, 9.0, run=2), row(5, 0.75, 9.0, run=2)]
    index = checked("f", ("one",), rows)
    same, different = [flag for flag in index.flags if flag.kind == "duplicate"]
    assert same.lines == (2, 3)
    assert "with the same values" in same.what
    assert different.lines == (4, 5)
    assert "the last one counts" in different.what
    assert {found.line for found in index.believed.values()} == {3, 5}


def test_the_definition_is_that_of_most_rows_and_the_others_are_named() -> None:
    # .5 (.8 + 9/10) = .85
    halves = [row(line, 0.8 + line / 1000, 9.0, pfi=0.85 + line / 2000) for line in range(2, 6)]
    index = checked("f", ("one",), [*halves, row(6, 0.77, 9.0, pfi=0.77)])
    assert index.definition == HALF
    assert [flag.lines for flag in index.flags if flag.kind == "other definition"] == [(6,)]


@pytest.mark.parametrize(
    ("cosine", "score", "pfi", "definition"),
    [(0.8, 9.0, 0.85, HALF), (0.8, 9.0, 0.8, COSINE), (0.8, 9.0, 0.6, OTHER), (0.9, 9.0, 0.9, UNCLEAR)],
)
def test_each_definition_is_recognised(cosine: float, score: float, pfi: float, definition: str) -> None:
    assert checked("f", ("one",), [row(2, cosine, score, pfi=pfi)]).definition == definition


def test_drift_that_is_not_one_less_cosine_is_named() -> None:
    rows = [row(2, 0.811, 9.0, drift=0.189), row(3, 0.7, 9.0, drift=0.7)]
    assert [flag.lines for flag in checked("f", ("one",), rows).flags if flag.kind == "drift"] == [(3,)]


def test_no_rows_are_no_trouble() -> None:
    assert kinds(checked("f", (), [])) == []


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from([0.5, 0.85, 0.8512345])), max_size=40))
def test_every_row_is_believed_flagged_or_replaced(given_rows: list[tuple[int, float]]) -> None:
    rows = [row(line, cosine, run=run) for line, (run, cosine) in enumerate(given_rows, 2)]
    index = checked("f", (), rows)
    flagged = {line for flag in index.flags for line in flag.lines}
    assert {found.line for found in rows} == {found.line for found in index.believed.values()} | flagged
