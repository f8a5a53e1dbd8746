"""The canonical form: stable, injective, and refusing what would not come back."""

import json
import math
from datetime import date
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.store.canonical_json import RowsDigest, as_document, canonical, digest_of, frozen

TEXTS = st.text(st.characters(codec=None), max_size=20)  # lone surrogates and NUL too
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))


@given(VALUES)
def test_what_goes_in_comes_out_with_its_types(value: object) -> None:
    for text in (canonical(value), as_document(value)):
        assert text.isascii()
        back = json.loads(text)
        assert back == value
        assert repr(back) == repr(value) or text == canonical(value)  # 1, 1.0 and True stay apart; keys may be sorted


@given(VALUES)
def test_the_form_is_a_fixed_point(value: object) -> None:
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(st.dictionaries(TEXTS, VALUES, min_size=2, max_size=5))
def test_the_order_of_keys_matters_to_the_document_alone(table: dict[str, object]) -> None:
    turned = dict(reversed(table.items()))
    assert canonical(turned) == canonical(table)
    assert digest_of(turned) == digest_of(table)
    assert list(json.loads(as_document(turned))) == list(turned)


def test_the_form_is_the_one_promised() -> None:
    # Stored chains depend on it: sorted keys, no white space, escapes. The digest is sha256sum's of that text.
    assert canonical({"b": [1, 1.5, True, None], "a": "é\0"}) == r'{"a":"\u00e9\u0000","b":[1,1.5,true,null]}'
    assert digest_of([]) == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"


def test_sealed_mappings_and_tuples_are_taken() -> None:
    assert canonical(MappingProxyType({"a": (1, 2)})) == '{"a":[1,2]}'


@pytest.mark.parametrize("value", [math.nan, -math.inf, {1: "a"}, {"a": date(2026, 1, 1)}, {1, 2}, b"x", [math.inf]])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        canonical(value)


def test_frozen_turns_lists_into_tuples_all_the_way_down() -> None:
    assert frozen([1, [2, [3]], "x"]) == (1, (2, (3,)), "x")


@given(st.lists(st.tuples(st.integers(), TEXTS), max_size=12), st.integers(1, 5))
def test_a_digest_of_rows_does_not_depend_on_the_pieces(rows: list[tuple[int, str]], size: int) -> None:
    whole, cut = RowsDigest(), RowsDigest()
    whole.add(rows)
    for start in range(0, len(rows), size):
        cut.add(rows[start : start + size])
    assert (whole.rows, whole.hexdigest()) == (cut.rows, cut.hexdigest()) == (len(rows), digest_of(rows))


@given(st.lists(st.tuples(st.integers(), TEXTS), max_size=6), st.lists(st.tuples(st.integers(), TEXTS), max_size=6))
def test_a_longer_digest_leaves_the_shorter_one_as_it_was(
    rows: list[tuple[int, str]], more: list[tuple[int, str]]
) -> None:
    short = RowsDigest()
    short.add(rows)
    longer = short.extended(more)
    assert (short.rows, short.hexdigest()) == (len(rows), digest_of(rows))
    assert (longer.rows, longer.hexdigest()) == (len(rows + more), digest_of(rows + more))
