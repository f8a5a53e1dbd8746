"""Values without what a YAML reader hangs on to them."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files import read_yaml
from ringtrue.files.plain import plain

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


def types_in(value: object) -> set[type]:
    if isinstance(value, dict):
        return {type(value)} | {kind for pair in value.items() for one in pair for kind in types_in(one)}
    if isinstance(value, list):
        return {type(value)} | {kind for one in value for kind in types_in(one)}
    return {type(value)}


def test_what_yaml_gives_becomes_plain(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("a: [1, 0x1F, 1.50, 'text', \"quoted\"]\n", encoding="utf-8")
    found = plain(read_yaml(file).data)
    assert found == {"a": [1, 31, 1.5, "text", "quoted"]}
    assert types_in(found) == {dict, list, int, float, str}


@given(VALUES)
def test_plain_values_stay_as_they_are(value: object) -> None:
    assert plain(value) == value


def test_tuples_become_lists_and_keys_texts() -> None:
    assert plain({1: (True, None)}) == {"1": [True, None]}
