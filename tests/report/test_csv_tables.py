"""CSV: numbers in full, texts that no spreadsheet computes, and a table that reads back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.csv_file import read_csv
from ringtrue.report.csv_tables import Sheet, cell, estimates_sheet, items_sheet
from ringtrue.report.summary import About
from ringtrue.terms.result import Result, Verdict


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (-0.1, "-0.1"),
        (93.999, "93.999"),
        (1 / 3, "0.3333333333333333"),
        (7, "7"),
        ("plain", "plain"),
        ("=SUM(A1)", "'=SUM(A1)"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@cmd", "'@cmd"),
        ("＝1", "'＝1"),
        ("\t=1", "'\t=1"),
        ("  =1", "'  =1"),
        ("'=1", "'=1"),
        (("=1", 2.0, None), '["=1", 2.0, null]'),
        ({"a": True}, '{"a": true}'),
        ("nul\0\ud800", "nul\ufffd?"),
    ],
)
def test_numbers_are_untouched_and_texts_made_harmless(value: object, text: str) -> None:
    assert cell(value) == text


def test_estimates_have_every_field_in_its_column(result: Result, about: About) -> None:
    sheet = estimates_sheet(result, about)
    assert sheet.columns == ("name", "value", "low", "high", "level", "n", "kind", "method", "definition", "reason")
    assert sheet.rows[0] == (
        *("composite", "93.999", "80.0", "97.123", "0.95", "30", "literal", "bootstrap over items"),
        *("weighted mean", ""),
    )
    assert sheet.rows[3][:4] == ("r", "", "", "")
    assert sheet.rows[3][7:] == ("Pearson correlation", "", "all ratings identical")


def test_items_have_a_column_for_everything_any_of_them_has(result: Result) -> None:
    sheet = items_sheet(result)
    assert sheet.columns == ("id", "kind", "passed", "found", "alignment", "cause", "primary", "unscored")
    assert sheet.rows[1] == ("D1", "decision", "false", "", "61.66666", "kb_gap", "facts", "")
    assert items_sheet(Result({}, {}, Verdict("", ()), Verdict("", ()))) == Sheet(("id",), ())


@given(st.lists(st.tuples(st.text(), st.text()), min_size=1, max_size=5))
def test_what_is_written_reads_back_and_no_cell_begins_like_a_formula(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("sheets", numbered=True) / "items.csv"
    sheet = items_sheet(
        Result({}, {}, Verdict("", ()), Verdict("", ()), items=tuple({"id": f"Q{a}", "x": b} for a, b in rows))
    )
    sheet.write(path)
    table = read_csv(path)
    assert [tuple(row) for row in zip(*table.columns.values(), strict=True)] == list(sheet.rows)
    assert not any(text.lstrip().startswith(("=", "+", "-", "@")) for row in sheet.rows for text in row)


def test_a_sheet_is_written_with_quotes_where_they_are_needed(tmp_path: Path) -> None:
    Sheet(("id", "note"), (("Q1", 'a, "b"'),)).write(tmp_path / "items.csv")
    assert (tmp_path / "items.csv").read_text(encoding="utf-8") == 'id,note\nQ1,"a, ""b"""\n'
