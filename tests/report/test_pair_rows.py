"""The sheets of a pair study: columns to the letter, numbers in full, empty cells, no formula for a spreadsheet."""

from ringtrue.report.pair_rows import AGGREGATED, PAIRS, PairRow, aggregated_sheet, pairs_sheet
from ringtrue.terms import Estimate

ROW = PairRow("P1", "TECH", "Ada", "1", 7, Estimate(0.75, 0.6, 0.9, 7), 0.5, 0.8, 0.91, 0.4, 0.83, "high", 120, 110)


def test_the_columns_are_those_of_the_formats() -> None:
    assert " ".join(AGGREGATED) == (
        "pair_id domain n pfi_001 low high pfi_004 pfi_equivalence pfi_model pfi_model_anchored pfi_combined"
    )
    assert " ".join(PAIRS) == "pair_id persona domain run pfi_model stratum words_full words_compressed"


def test_a_row_of_each() -> None:
    (row,) = aggregated_sheet([ROW]).rows
    assert row == ("P1", "TECH", "7", "0.75", "0.6", "0.9", "0.5", "0.8", "0.91", "0.4", "0.83")
    (row,) = pairs_sheet([ROW]).rows
    assert row == ("P1", "Ada", "TECH", "1", "0.91", "high", "120", "110")


def test_what_is_missing_is_an_empty_cell() -> None:
    (row,) = aggregated_sheet([PairRow("P1", "TECH")]).rows
    assert row == ("P1", "TECH", "0", *[""] * 8)


def test_a_name_that_looks_like_a_formula_is_made_harmless() -> None:
    (row,) = pairs_sheet([PairRow("=1+1", "@x", "-y")]).rows
    assert row[:3] == ("'=1+1", "'-y", "'@x")
