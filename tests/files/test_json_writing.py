"""JSON written in pieces is, letter by letter, what the standard library writes at once."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files import json_pieces, write_json
from ringtrue.terms import Rows

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)


@given(VALUES)
def test_pieces_are_the_text_of_the_standard_library(value: Any) -> None:
    assert "".join(json_pieces(value)) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@given(st.lists(st.dictionaries(st.text(), VALUES, max_size=4), max_size=5), st.dictionaries(st.text(), VALUES))
def test_rows_are_written_as_a_list_of_tables(rows: list[dict[str, Any]], beside: dict[str, Any]) -> None:
    streamed = {**beside, "items": Rows(len(rows), lambda first, last: rows[first:last])}
    assert "".join(json_pieces(streamed)) == json.dumps({**beside, "items": rows}, indent=2, ensure_ascii=False) + "\n"


def test_keys_become_texts_as_json_has_it() -> None:
    assert json.loads("".join(json_pieces({2: "a", None: "b", True: "c"}))) == {"2": "a", "null": "b", "true": "c"}


def test_a_long_list_comes_in_many_small_pieces() -> None:
    pieces = list(
        json_pieces(
            {
                "items": Rows(
                    5000, lambda first, last: [{"id": f"S{n}", "text": "word " * 20} for n in range(first, last)]
                )
            }
        )
    )
    assert len(pieces) == 11  # 500 rows together, and the end
    assert max(map(len, pieces)) < 100_000


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
def test_what_json_cannot_hold_leaves_the_file_as_it_was(tmp_path: Path, value: object) -> None:
    path = tmp_path / "a.json"
    write_json(path, {"before": 1})
    with pytest.raises(ValueError, match=r"JSON|surrogates"):
        write_json(path, {"fine": 1, "items": Rows(2, lambda first, last: [{"value": value}] * (last - first))})
    assert json.loads(path.read_text(encoding="utf-8")) == {"before": 1}
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_texts_that_look_like_the_end_of_a_row_stay_as_they_are() -> None:
    rows = [{"a": "},\n      {", "b": "}"}, {"a": "{", "b": "},"}, {"a": '"},', "b": None}]
    text = "".join(json_pieces({"items": Rows(3, lambda first, last: rows[first:last])}))
    assert text == json.dumps({"items": rows}, indent=2) + "\n"
