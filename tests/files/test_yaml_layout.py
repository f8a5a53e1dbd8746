"""The layout of a file is seen, and the usual one taken where there is nothing to see."""

from typing import Any

import pytest

from ringtrue.files.limits import Limits
from ringtrue.files.yaml_engine import parse, render
from ringtrue.files.yaml_layout import Layout, layout_of


def parsed(text: str) -> Any:
    return parse(text, "f", Limits())[0]


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("a:\n  - 1\n", Layout(2, 4, 2)),
        ("a:\n- 1\nb:\n    c: 1\n", Layout(4, 2, 0)),
        ("- a:\n    -   1\n", Layout(2, 6, 2)),
        ("a: [1]\nb: {c: 1}\n", Layout()),
        ("a: 1\n", Layout()),
        ("text\n", Layout()),
    ],
)
def test_the_indents_of_a_text_are_seen(text: str, layout: Layout) -> None:
    data = parsed(text)
    assert layout_of(data) == layout
    assert parsed(render(data)) == data


@pytest.mark.parametrize("data", [{"a": [1, {"b": 2}]}, [[1]], {}, [], None, "text", {"a": []}])
def test_new_data_have_the_usual_layout(data: Any) -> None:
    assert layout_of(data) == Layout()


@pytest.mark.parametrize(
    "text",
    [
        ">+\n\n\n@\t",  # folded texts the library cannot fold back
        "b: # x\n|",
        "\n\n[b: 1]",  # an empty line above a list in brackets, on which it stumbles
        "? key # with a comment\n",
    ],
)
def test_a_text_the_library_cannot_put_back_keeps_its_data(text: str) -> None:
    data = parsed(text)
    assert parsed(render(data)) == data
