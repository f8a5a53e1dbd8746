"""Problems are gathered, capped by file, and raised together."""

import pytest

from ringtrue.files.problems import LONGEST_VALUE, Problems, excerpt, nearest, refusal
from ringtrue.terms.problem import BadInput, Problem


def test_nothing_found_raises_nothing() -> None:
    problems = Problems()
    problems.raise_if_any()
    assert not problems
    assert list(problems) == []


def test_all_problems_are_raised_in_the_order_they_were_found() -> None:
    problems = Problems()
    problems.add(Problem("b", "line 2", "second"))
    problems.add(Problem("a", "line 1", "first"))
    with pytest.raises(BadInput) as caught:
        problems.raise_if_any()
    assert [problem.what for problem in caught.value.problems] == ["second", "first"]


def test_beyond_the_cap_of_a_file_problems_are_counted_and_other_files_still_heard() -> None:
    problems = Problems(Problem("long", f"line {line}", "bad") for line in range(1, 251))
    problems.add(Problem("other", "line 1", "bad too"))
    shown = list(problems)
    assert len(problems) == 251
    assert len(shown) == 102
    assert shown[99].place == "line 100"
    assert shown[100].file == "other"
    assert shown[101].what == "… and 150 more problems"


def test_a_long_value_is_cut_and_a_short_one_is_not() -> None:
    assert excerpt("x" * LONGEST_VALUE) == "x" * LONGEST_VALUE
    assert excerpt("x" * 10_000) == "x" * LONGEST_VALUE + "…"
    assert len(refusal("f", "what", value="x" * 10_000).problems[0].value) == LONGEST_VALUE + 1


@pytest.mark.parametrize(("name", "near"), [("rater", "Ratr"), ("RATER", "Ratr"), ("zzz", None)])
def test_the_nearest_name_is_found_whatever_its_letter_case(name: str, near: str | None) -> None:
    assert nearest(name, ["item", "Ratr", "value"]) == near
