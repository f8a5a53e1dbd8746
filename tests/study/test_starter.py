"""The examples a new study begins with can be taken as they are."""

import pytest
from ruamel.yaml import YAML

from ringtrue.items.reading import read_items
from ringtrue.protocols import BUILT_IN, load
from ringtrue.study.starter import starter


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_starter_is_empty_and_its_examples_are_items(name: str, tmp_path) -> None:
    protocol = load(name)
    text = starter(protocol)
    assert YAML(typ="safe").load(text) == []
    examples = "\n".join(line.removeprefix("# ") for line in text.splitlines()[1:-1])
    path = tmp_path / "items.yaml"
    path.write_text(examples, encoding="utf-8")
    assert [item.kind for item in read_items(path, protocol)] == list(protocol.kinds)
