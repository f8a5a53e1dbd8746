"""Ratings files as matrices."""

from pathlib import Path

import numpy as np
import pytest

from ringtrue.cli.ratings_csv import read_ratings
from ringtrue.terms.problem import BadInput


def ratings(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "r.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_rows_become_cells_in_order_of_appearance(tmp_path: Path) -> None:
    read = read_ratings(str(ratings(tmp_path, "rater;item;value;note\nr2;b;1.5;x\nr1;a;2;\nr1;b; 3 ;\n")))
    assert (read.items, read.raters) == (("b", "a"), ("r2", "r1"))
    np.testing.assert_array_equal(read.matrix, [[1.5, 3.0], [np.nan, 2.0]])
    assert (read.given, read.labels) == (3, ())


def test_words_become_codes(tmp_path: Path) -> None:
    read = read_ratings(str(ratings(tmp_path, "item,rater,value\na,r,yes\nb,r,no\nc,r,\n")))
    assert read.labels == ("no", "yes")
    np.testing.assert_array_equal(read.matrix, [[1.0], [0.0], [np.nan]])


def test_the_minority_of_a_mixture_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        read_ratings(str(ratings(tmp_path, "item,rater,value\na,r,yes\nb,r,no\nc,r,7\n")))
    assert [problem.place for problem in refusal.value.problems] == ["line 4, column value"]


def test_a_third_rating_names_the_first(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        read_ratings(str(ratings(tmp_path, "item,rater,value\na,r,1\nb,r,2\na,r,3\na,r,4\n")))
    assert [(p.place, p.what[-6:]) for p in refusal.value.problems] == [
        ("line 4, column rater", "line 2"),
        ("line 5, column rater", "line 2"),
    ]


def test_too_sparse_a_table_is_refused(tmp_path: Path) -> None:
    rows = "".join(f"i{n},r{n},1\n" for n in range(7_100))  # 7,100² > 50 million cells
    with pytest.raises(BadInput, match="cells"):
        read_ratings(str(ratings(tmp_path, "item,rater,value\n" + rows)))
