"""The header tells the separator, and has what is needed or says what it has."""

import pytest

from ringtrue.files.csv_header import read_header
from ringtrue.terms import BadInput, Problem

NEEDED = ("item", "rater", "value")


def problems_of(text: str, columns: tuple[str, ...] = NEEDED) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        read_header(text, "f.csv", columns, ())
    return caught.value.problems


def test_every_missing_and_repeated_column_is_named_with_what_is_there() -> None:
    problems = problems_of("Item,ratr,extra,extra\n")
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
    (problem,) = problems_of(text)
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
    (problem,) = problems_of("a,,b\n", ())
    assert problem.what == "Column 2 has no name."


@pytest.mark.parametrize("text", ['"item,rater,value\nq,a,1\n', "x" * 100_000 + "\n", "a,b;c\td" * 20_000])
def test_a_header_that_cannot_be_one_is_refused(text: str) -> None:
    (problem,) = problems_of(text)
    assert "header cannot be read" in problem.what
    assert len(problem.value) < 300


def test_a_header_of_thousands_of_columns_is_none() -> None:
    problems = problems_of("a," * 5_000 + "\n1")
    assert [problem.what for problem in problems] == [f"The column {name} is missing." for name in NEEDED]
    assert len(problems[0].value) < 300
