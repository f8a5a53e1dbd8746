"""Cutting a stream into lists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.store.pieces import pieces


@given(st.lists(st.integers()), st.integers(1, 7))
def test_pieces_put_together_are_the_whole(rows: list[int], size: int) -> None:
    cut = list(pieces(iter(rows), size))
    assert [row for piece in cut for row in piece] == rows
    assert all(len(piece) == size for piece in cut[:-1])
    assert all(cut)


def test_a_piece_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError):
        list(pieces([1], 0))
