"""Values and tables as they are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ringtrue.cli.console import (
    column_widths,
    counted,
    decimal,
    interval,
    percent,
    print_lines,
    print_problems,
    print_table,
    progress,
    shortened,
    sure,
)
from ringtrue.terms.problem import Problem
from ringtrue.terms.result import Estimate


@pytest.mark.parametrize(
    ("value", "text"),
    [("plain", "plain"), ("a\tb\n", "a\\tb\\n"), ("\x1b[31m", "\\x1b[31m"), ("x" * 99, "x" * 59 + "…")],
)
def test_values_are_made_visible_and_cut(value: str, text: str) -> None:
    assert shortened(value) == text


def test_tables_are_aligned_without_trailing_blanks_and_markup_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "n"), [("[bold]a", "10"), ("bb", "2")], right=("n",))
    assert capsys.readouterr().out == "name      n\n[bold]a  10\nbb        2\n"


def test_long_lines_wrap_and_keep_their_indent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    print_lines(["  one two three four five"])
    assert capsys.readouterr().out == "  one two three four\n  five\n"


def test_progress_is_silent_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("working", 2) as step:
        step()
    assert capsys.readouterr().err == ""


PROBLEMS = [
    Problem("studies/first/items.yaml", "line 12, real_decision", "a number where a text belongs", "17", "quote it"),
    Problem("study.yaml", "protocol", "missing"),
]


@pytest.mark.parametrize("width", [40, 50, 60, 79])
def test_problems_in_a_narrow_terminal_are_blocks_with_their_words_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    print_problems(PROBLEMS)
    lines = capsys.readouterr().err.splitlines()
    assert max(map(len, lines)) <= width
    assert {"number", "belongs", "real_decision", "missing"} <= set(" ".join(lines).split())
    assert [line.split()[0] for line in lines if line.startswith(("file", "fix"))] == ["file", "fix", "file"]
    assert lines[-4:] == ["", "file     study.yaml", "place    protocol", "problem  missing"]


def test_problems_in_a_wide_terminal_are_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    print_problems(PROBLEMS)
    lines = [" ".join(line.split()) for line in capsys.readouterr().err.splitlines()]
    assert lines[1:] == [
        "file place problem value fix",
        "studies/first/items.yaml line 12, real_decision a number where a text belongs 17 quote it",
        "study.yaml protocol missing",
    ]


def test_a_table_keeps_words_whole_and_is_stacked_where_they_do_not_fit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [("krippendorff_ordinal", "no variance"), ("cohen_kappa", "")]
    monkeypatch.setenv("COLUMNS", "30")
    print_table(("statistic", "note"), rows)
    table = ["statistic             note", "krippendorff_ordinal  no", " " * 22 + "variance", "cohen_kappa"]
    assert capsys.readouterr().out.splitlines() == table
    monkeypatch.setenv("COLUMNS", "29")
    print_table(("statistic", "note"), rows)
    blocks = ["statistic  krippendorff_ordin", "           al", "note       no variance", "", "statistic  cohen_kappa"]
    assert capsys.readouterr().out.splitlines() == blocks


@given(st.lists(st.tuples(*[st.text(alphabet="ab c漢", max_size=40)] * 3), min_size=1, max_size=6), st.integers(10, 90))
def test_column_widths_fit_the_terminal_and_the_words(rows: list[tuple[str, ...]], width: int) -> None:
    widths = column_widths(rows, width)
    words = [max([cell_len(word) for row in rows for word in row[place].split()], default=0) for place in range(3)]
    if widths is None:
        assert sum(min(word, 20) for word in words) + 4 > width
    else:
        assert sum(widths) + 4 <= width
        assert all(found >= min(word, 20) for found, word in zip(widths, words, strict=True))


# Numbers as they are written.


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, ".50"), (-0.123, "-.12"), (1.0, "1.00"), (-0.001, ".00"), (10.25, "10.25"), (None, "-"), (-10.2, "-10.20")],
)
def test_decimals(value: float | None, text: str) -> None:
    assert decimal(value) == text


def test_intervals_and_percentages() -> None:
    assert interval(Estimate(0.5, 0.25, 0.75)) == ".25 to .75"
    assert interval(Estimate(0.5)) == "-"
    assert [percent(share) for share in (0.0, 0.004, 0.5, 1.0)] == ["0 %", "<1 %", "50 %", "100 %"]


@pytest.mark.parametrize(
    ("likelihood", "text"), [(None, "-"), (0.5, ".50"), (0.999, ">.99"), (1e-9, "<.01"), (0.99, ".99")]
)
def test_likelihoods_never_claim_certainty(likelihood: float | None, text: str) -> None:
    assert sure(likelihood) == text


def test_numbers_with_their_noun() -> None:
    assert [counted(n, "reply", "replies") for n in (0, 1, 1200)] == ["0 replies", "1 reply", "1,200 replies"]
