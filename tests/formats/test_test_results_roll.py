"""Results and scenarios called by name: the missing, the foreign, the doubled and the mistaken are each named."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formats.test_results_roll import roll_faults
from ringtrue.terms import Item, Problem

Row = tuple[str, str]  # id and type


def scenarios(rows: Iterable[Row]) -> Iterator[Item]:
    return (Item(name, "scenario", "Sail?", tags={"type": kind}) for name, kind in rows)


def rows_of(rows: Iterable[Row]) -> Iterator[tuple[Any, Any]]:
    for number, (name, kind) in enumerate(rows, 1):

        def place(trail: tuple[Any, ...], what: str, value: object, remedy: str, line: int = number) -> Problem:
            return Problem("r.yaml", f"line {line}, {'.'.join(trail)}", what, str(value), remedy)

        yield {"scenario_id": name, "scenario_type": kind}, place


def said(results: list[Row], of: list[Row] | None) -> list[tuple[str, str]]:
    names = [name.strip() for name, _ in results]
    doubled = {hash(name) for name in names if names.count(name) > 1}
    found = list(roll_faults("r.yaml", rows_of(results), None if of is None else scenarios(of), doubled))
    assert all(problem.remedy for problem in found)
    return [(problem.place, problem.what) for problem in found]


A, B, C = ("STR-1", "strategic"), ("TAC-1", "tactical"), ("PEO-1", "people")


@pytest.mark.parametrize("results", [[A, B, C], [C, B, A], [B, C, A]])
def test_the_order_is_free(results: list[Row]) -> None:
    assert said(results, [A, B, C]) == []


def test_everything_wrong_is_named() -> None:
    foreign = ("STR-9", "strategic")
    assert said([A, foreign, A, ("TAC-1", "stress")], [A, B, C]) == [
        ("line 2, scenario_id", "STR-9 is none of the scenarios"),
        ("line 3, scenario_id", "STR-1 has two results, the first on line 1"),
        ("line 4, scenario_type", "TAC-1 is of another type among the scenarios"),
        ("results", "PEO-1 has no result"),
    ]


def test_without_scenarios_only_the_doubled_are_named() -> None:
    assert said([A, B, A, A], None) == [
        ("line 3, scenario_id", "STR-1 has two results, the first on line 1"),
        ("line 4, scenario_id", "STR-1 has two results, the first on line 1"),
    ]


def test_a_type_may_be_written_in_portuguese() -> None:
    assert said([("STR-1", "Estratégico")], [A]) == []
    assert len(said([("STR-1", "")], [A])) == 1


def test_rows_that_are_none_or_name_nobody_are_told_elsewhere() -> None:
    rows = [("text", None), ({"scenario_id": " "}, None)]
    assert list(roll_faults("r.yaml", rows, None, ())) == []  # type: ignore[arg-type]


kinds = st.sampled_from(["strategic", "tactical"])
rolls = st.dictionaries(st.text("abc", min_size=1, max_size=2), kinds, max_size=8)


@given(rolls, rolls, st.randoms())
def test_each_difference_is_one_fault(results: dict[str, str], of: dict[str, str], draw: Any) -> None:
    shuffled = list(results.items())
    draw.shuffle(shuffled)
    differing = sum(results.get(name) != of.get(name) for name in {*results, *of})
    assert len(said(shuffled, list(of.items()))) == differing
