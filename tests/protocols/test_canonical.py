"""The hash: what a file says counts, how it is laid out does not."""

from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files import read_yaml
from ringtrue.protocols import BUILT_IN, load
from ringtrue.protocols.canonical import hash_of

FOLDER = Path(str(files("ringtrue.protocols")))
DATA = {name: read_yaml(FOLDER / f"{name}.yaml").data for name in BUILT_IN}


def shuffled(data: Any, draw: Any, keep: bool = False) -> Any:
    """The data with the keys of every table in another order, those of `measures` excepted."""
    if isinstance(data, dict):
        keys = list(data) if keep else draw(st.permutations(list(data)))
        return {key: shuffled(data[key], draw, keep=key == "measures") for key in keys}
    return [shuffled(value, draw) for value in data] if isinstance(data, list) else data


@given(st.data())
def test_the_order_of_keys_does_not_count(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["lite", "recognition"]))
    assert hash_of(shuffled(DATA[name], data.draw)) == hash_of(DATA[name])


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_order_of_measures_and_of_rules_counts(name: str) -> None:
    for key in ("measures", "verdict"):
        turned = deepcopy(DATA[name])
        part = turned[key]
        turned[key] = dict(reversed(list(part.items()))) if isinstance(part, dict) else part[::-1]
        assert hash_of(turned) != hash_of(DATA[name])


def test_comments_quotes_layout_and_ways_to_write_a_number_do_not_count(tmp_path: Path) -> None:
    original = (FOLDER / "recognition.yaml").read_text(encoding="utf-8")
    changes = (
        ("name: recognition", "# more words\nname:   'recognition'   # here too"),
        ("labels: {0: not at all, 0.25: a trace", "labels: {0.0: not at all,\n    .25: 'a trace'"),
        ("low: 0, high: 1,", "low: 0e0, high: 1.0,"),
        ("scopes: [M0, M1, M2, M3, M4]", "scopes:\n  - M0\n  - M1\n  - M2\n  - M3\n  - M4"),
    )
    text = original
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "other.yaml"
    path.write_text(text, encoding="utf-8")
    assert load(path).hash == load("recognition").hash


@pytest.mark.parametrize(
    ("old", "new"),
    [("0.80", "0.81"), ("Is the decoy resisted?", "Was the decoy resisted?"), ("version: 1.1.0", "version: 1.1.1")],
)
def test_a_changed_limit_word_or_version_counts(tmp_path: Path, old: str, new: str) -> None:
    text = (FOLDER / "recognition.yaml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "other.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert load(path).hash != load("recognition").hash


def test_the_canonical_form_is_what_it_was() -> None:
    # By hand: sha256 of {"\"a\"":1.0,"\"measures\"":[["x",{}],["b",{}]]} - a change of form changes every stored hash.
    assert hash_of({"measures": {"x": {}, "b": {}}, "a": 1}) == (
        "4e31f06f682088a5a366d69290040f02c589631dbe699f4b31920bd7aed1562f"
    )


def test_true_is_not_one_and_a_text_is_not_a_number() -> None:
    hashes = {hash_of({"a": value}) for value in (True, 1, "1", "true", None, "null")}
    assert len(hashes) == 6
    assert len({hash_of({key: 0}) for key in (1, "1", None, "null")}) == 4
