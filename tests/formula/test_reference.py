"""The documentation is what the code says, and every example in it is true."""

from pathlib import Path

import numpy as np
import pytest

from ringtrue.formula.functions import FUNCTIONS, Function
from ringtrue.formula.grammar import parse
from ringtrue.formula.reference import SAMPLE_NAMES, SAMPLE_TAGS, formula_reference

PAGE = Path(__file__).parents[2] / "docs" / "formula.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == formula_reference(), "run: make docs"


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda function: function.name)
def test_an_example_gives_what_it_says(function: Function) -> None:
    formula = parse(function.example)
    assert function.name in formula.functions
    np.testing.assert_allclose(formula.evaluate(SAMPLE_NAMES, tags=SAMPLE_TAGS), function.result)


def test_every_function_has_a_heading_and_the_formulas_at_the_top_are_well_formed() -> None:
    page = formula_reference()
    assert all(f"\n### {name}\n" in page for name in FUNCTIONS)
    shown = page.split("```")[1].strip().splitlines()
    assert len(shown) >= 5
    assert all(parse(line) for line in shown)
