"""Rows that are made when they are asked for behave like a list of tables."""

from collections.abc import Iterator

import pytest

from ringtrue.terms import Estimate, Result, Rows, Verdict
from ringtrue.terms.rows import with_more

MADE: list[int] = []


def made(first: int, last: int) -> Iterator[dict[str, object]]:
    MADE.extend(range(first, last))
    return ({"id": f"S{place}", "score": place / 2} for place in range(first, last))


def test_a_row_is_made_when_it_is_asked_for() -> None:
    MADE.clear()
    rows = Rows(1_000_000, made)
    assert (len(rows), rows[7], rows[-1]["id"]) == (1_000_000, {"id": "S7", "score": 3.5}, "S999999")
    assert MADE == [7, 999_999]
    assert [row["id"] for row in rows[2:4]] == ["S2", "S3"]
    assert [row["id"] for row in rows[8:2:-3]] == ["S8", "S5"]
    assert rows[5:2] == ()
    with pytest.raises(IndexError):
        rows[1_000_000]
    assert repr(rows) == "Rows(1000000)"


def test_rows_are_read_only_and_equal_to_a_list_of_the_same() -> None:
    rows = Rows(3, made)
    assert rows == [{"id": "S0", "score": 0.0}, {"id": "S1", "score": 0.5}, {"id": "S2", "score": 1.0}]
    assert tuple(rows) == rows
    assert rows == Rows(3, made)
    assert rows != [{"id": "S0"}, {}, {}]
    assert rows != Rows(2, made)
    assert rows != "abc"
    with pytest.raises(TypeError, match="sealed"):
        rows[0]["id"] = "x"  # type: ignore[index]
    with pytest.raises(TypeError, match="hashed"):
        hash(rows)


def test_few_rows_are_made_once_and_many_anew() -> None:
    few, many = Rows(3, made), Rows(2001, made)
    MADE.clear()
    assert list(few) == list(few) == [few[0], few[1], *few[2:]]
    assert MADE == [0, 1, 2]
    MADE.clear()
    assert list(many) == list(many)
    assert len(MADE) == 2 * 2001


def test_more_can_be_said_of_each_row() -> None:
    rows = with_more(Rows(2, made), lambda row: {"cause": "both"} if row["id"] == "S1" else {})
    assert list(rows) == [{"id": "S0", "score": 0.0}, {"id": "S1", "score": 0.5, "cause": "both"}]


def test_a_result_keeps_rows_as_they_are_and_writes_them_out() -> None:
    verdict = Verdict("PASS", ())
    result = Result({"name": "p"}, {"a": Estimate(1.0)}, verdict, verdict, items=Rows(2, made))
    assert isinstance(result.items, Rows)
    assert isinstance(result.outline()["items"], Rows)
    document = result.as_dict()
    assert document["items"] == [{"id": "S0", "score": 0.0}, {"id": "S1", "score": 0.5}]
    assert list(document) == list(result.outline())
    assert Result.from_dict(document) == result


def test_many_rows_are_made_block_by_block() -> None:
    MADE.clear()
    rows = iter(Rows(1_000_000, made))
    assert next(rows)["id"] == "S0"
    assert len(MADE) == 500
    assert sum(1 for _ in Rows(1201, made)) == 1201
    assert list(Rows(0, made)) == []
