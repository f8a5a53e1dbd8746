"""CSV by columns: cells unedited, lines right, all faults together."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.csv_file import Table, read_csv, read_header, write_csv
from ringtrue.files.text_file import ReadLimits
from ringtrue.terms.problem import BadInput, Problem

CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8) | st.text(',;"\r\n\t ', max_size=5)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=8)
)


def table_of(path: Path, text: str | bytes, columns: tuple[str, ...] = ("item", "rater", "value")) -> Table:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_csv(path, columns, ("comment",))


def problems_of(path: Path, text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        table_of(path, text)
    assert all(problem.file == str(path) and problem.remedy for problem in caught.value.problems)
    return caught.value.problems


@given(TABLES)
def test_what_is_written_is_read_again_on_the_lines_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    path = tmp_path_factory.getbasetemp() / "table.csv"
    names = [f"column{index}" for index in range(len(rows[0]))]
    write_csv(path, names, iter(rows))
    table = read_csv(path)
    assert list(zip(*table.columns.values(), strict=True)) == [tuple(row) for row in rows]
    breaks = [sum(cell.replace("\r\n", "\n").replace("\r", "\n").count("\n") for cell in row) for row in rows]
    assert list(table.lines) == [2 + index + sum(breaks[:index]) for index in range(len(rows))]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_separator_line_ends_and_mark_make_no_difference(tmp_path: Path, end: str, delimiter: str, mark: str) -> None:
    rows = ["item,rater,value,comment", 'q1,ann,4,"two', 'lines, one ""cell"""', "", "q2,bob, 3 ,", '"q3",ann,,x']
    text = mark + end.join(rows).replace(",", delimiter)
    table = table_of(tmp_path / "f", text)
    assert table.columns == {
        "item": ["q1", "q2", "q3"],
        "rater": ["ann", "bob", "ann"],
        "value": ["4", " 3 ", ""],
        "comment": [f'two{end}lines{delimiter} one "cell"', "", "x"],
    }
    assert list(table.lines) == [2, 5, 6]
    assert len(table) == 3


def test_a_decimal_comma_is_not_guessed(tmp_path: Path) -> None:
    assert table_of(tmp_path / "f", "item;rater;value\nq;a;3,5\n").columns["value"] == ["3,5"]
    (problem,) = problems_of(tmp_path / "f", "item,rater,value\nq,a,3,5\n")
    assert problem.what == "The row has 4 cells, the header 3."


def test_columns_nobody_asked_for_are_named_and_left_out(tmp_path: Path) -> None:
    table = table_of(tmp_path / "f", "x,item,rater,value,y\n1,q,a,3,2\n")
    assert list(table.columns) == ["item", "rater", "value"]
    assert table.ignored == ("x", "y")
    assert list(read_csv(tmp_path / "f").columns) == ["x", "item", "rater", "value", "y"]


def test_rows_of_the_wrong_width_are_all_reported_with_their_lines(tmp_path: Path) -> None:
    text = 'item,rater,value\nq,a\nq,a,1\n"q\nq",a,1,1\n\nx\n'
    problems = problems_of(tmp_path / "f", text)
    assert [(problem.place, problem.what) for problem in problems] == [
        ("line 2", "The row has 2 cells, the header 3."),
        ("line 4", "The row has 4 cells, the header 3."),
        ("line 7", "The row has 1 cell, the header 3."),
    ]


def test_a_thousand_bad_rows_are_a_hundred_problems_and_a_count(tmp_path: Path) -> None:
    problems = problems_of(tmp_path / "f", "item,rater,value\n" + "q,a\n" * 1000)
    assert len(problems) == 101
    assert problems[-1].what == "… and 900 more problems"


def test_broken_quotes_are_reported_where_they_open(tmp_path: Path) -> None:
    problems = problems_of(tmp_path / "f", 'item,rater,value\nq,a,"1" x\nq,a\nq,b,1\nq,"a,1\nq,a,1\n')
    assert [(problem.place, problem.what) for problem in problems] == [
        ("line 2", "Text follows a closing quote."),
        ("line 3", "The row has 2 cells, the header 3."),
        ("line 5", "A quote that opens here is never closed."),
    ]


def test_a_cell_too_long_is_refused(tmp_path: Path) -> None:
    problems = problems_of(tmp_path / "f", f"item,rater,value\nq,a,{'9' * (csv.field_size_limit() + 1)}\nq,a,1\n")
    assert "longer than" in problems[0].what
    assert problems[0].place == "line 2"


def test_bytes_that_are_not_text_are_refused_with_their_line(tmp_path: Path) -> None:
    assert problems_of(tmp_path / "f", b"item,rater,value\nq,a,\xff\n")[0].place == "line 2"
    assert problems_of(tmp_path / "f", b"item,rater,value\n\nq,a,\0\n")[0].place == "line 3"


def test_a_header_without_rows_is_refused(tmp_path: Path) -> None:
    for text in ("item,rater,value", "\nitem,rater,value\n\n\n"):
        (problem,) = problems_of(tmp_path / "f", text)
        assert "no row" in problem.what
    assert problem.place == "line 2"


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    write_csv(tmp_path / "f", ["a"], [["1"]] * 100)
    with pytest.raises(BadInput, match="larger than 50 bytes"):
        read_csv(tmp_path / "f", limits=ReadLimits(max_bytes=50))


def test_many_rows_share_equal_cells_and_keep_their_order(tmp_path: Path) -> None:
    rows = [[f"q{n}", f"rater{n % 7}", n % 5] for n in range(70_000)]  # more different items than are shared
    write_csv(tmp_path / "f", ["item", "rater", "value"], rows)
    table = read_csv(tmp_path / "f", ["item", "rater", "value"])
    assert table.columns["item"] == [row[0] for row in rows]
    assert table.columns["value"] == [str(row[2]) for row in rows]
    assert list(table.lines) == list(range(2, 70_002))
    assert len({id(cell) for cell in table.columns["rater"]}) == 7


def test_a_problem_with_a_cell_names_line_column_and_value(tmp_path: Path) -> None:
    table = table_of(tmp_path / "f", 'item,rater,value\nq,"a\nb",1\nq,c,four\n')
    problem = table.problem(1, "value", "not a number", "give a number")
    assert (problem.place, problem.value) == ("line 4, column value", "four")


def test_rows_that_do_not_fit_are_not_written(tmp_path: Path) -> None:
    write_csv(tmp_path / "f", ["a", "b"], [[None, 1.5]])
    assert (tmp_path / "f").read_bytes() == b"a,b\n,1.5\n"
    for row in (["1"], ["1", "2", "3"], ["\0", ""]):
        with pytest.raises(ValueError, match=r"does not fit|NUL"):
            write_csv(tmp_path / "f", ["a", "b"], [["x", "y"], row])
    assert (tmp_path / "f").read_bytes() == b"a,b\n,1.5\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["f"]


# The header tells the separator, and has what is needed or says what it has.


NEEDED = ("item", "rater", "value")


def problems_of_csv_header(text: str, columns: tuple[str, ...] = NEEDED) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        read_header(text, "f.csv", columns, ())
    return caught.value.problems


def test_every_missing_and_repeated_column_is_named_with_what_is_there() -> None:
    problems = problems_of_csv_header("Item,ratr,extra,extra\n")
    assert [(problem.place, problem.what) for problem in problems] == [
        ("line 1", "The column item is missing."),
        ("line 1", "The column rater is missing."),
        ("line 1", "The column value is missing."),
        ("line 1", "The column extra is there 2 times."),
    ]
    assert problems[0].remedy == "Did you mean Item? Rename it to item."
    assert problems[1].remedy == "Did you mean ratr? Rename it to rater."
    assert problems[2].remedy == "Add the column."
    assert problems[0].value == "The columns are: Item, ratr, extra, extra"


@pytest.mark.parametrize("text", ["", "\n\n", " \r\n", "\ufeff".removeprefix("\ufeff")])
def test_an_empty_file_is_told_what_to_begin_with(text: str) -> None:
    (problem,) = problems_of_csv_header(text)
    assert problem.what == "The file is empty."
    assert "item, rater, value" in problem.remedy


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("item,rater,value", ","),
        ("item;rater;value\n1,2;3,4;5,6", ";"),
        ("item\trater\tvalue\n1,2,3", "\t"),
        ('item;rater;value;"a,b,c,d,e,f"', ";"),
        ("item,rater,value,a;b;c;d;e;f", ","),
    ],
)
def test_the_separator_is_the_one_that_shows_the_needed_columns(text: str, delimiter: str) -> None:
    header = read_header(text, "f.csv", NEEDED, ())
    assert header.delimiter == delimiter
    assert header.wanted == set(NEEDED)


def test_names_are_trimmed_and_empty_lines_above_skipped() -> None:
    header = read_header("\n\n item , rater,value \nq,a,1", "f.csv", NEEDED, ("comment",))
    assert header.names == NEEDED
    assert header.line == 3


def test_a_column_without_a_name_matters_only_where_all_are_kept() -> None:
    assert read_header("item,rater,value,,\n", "f.csv", NEEDED, ()).names[3:] == ("", "")
    (problem,) = problems_of_csv_header("a,,b\n", ())
    assert problem.what == "Column 2 has no name."


@pytest.mark.parametrize("text", ['"item,rater,value\nq,a,1\n', "x" * 100_000 + "\n", "a,b;c\td" * 20_000])
def test_a_header_that_cannot_be_one_is_refused(text: str) -> None:
    (problem,) = problems_of_csv_header(text)
    assert "header cannot be read" in problem.what
    assert len(problem.value) < 300


def test_a_header_of_thousands_of_columns_is_none() -> None:
    problems = problems_of_csv_header("a," * 5_000 + "\n1")
    assert [problem.what for problem in problems] == [f"The column {name} is missing." for name in NEEDED]
    assert len(problems[0].value) < 300
