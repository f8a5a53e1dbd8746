"""Which definition a recorded index follows."""

import pytest

from ringtrue.voice.content import DEFINITIONS, Recorded, definitions_that_fit
from ringtrue.voice.content.definitions import cosine_and_raters


def test_half_cosine_and_half_raters_by_hand() -> None:
    # mean(9, 7, 8) / 10 = 0.8; (0.82 + 0.8) / 2 = 0.81
    assert cosine_and_raters(0.82, [9, 7, 8]) == pytest.approx(0.81)
    with pytest.raises(ValueError, match="rater"):
        cosine_and_raters(0.8, [])


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ([Recorded(0.82, 0.82, (9, 7)), Recorded(0.5, 0.5)], ["cosine"]),
        ([Recorded(0.81, 0.82, (9, 7, 8)), Recorded(0.775, 0.75, (8,))], ["cosine_and_raters"]),
        ([Recorded(0.8, 0.8, (8,))], ["cosine", "cosine_and_raters"]),  # the rows cannot tell
        ([Recorded(0.81, 0.82, (9, 7, 8)), Recorded(0.4, 0.9, (8,))], []),
        ([Recorded(0.81, 0.82)], []),
        ([], []),
    ],
)
def test_recorded_numbers_tell_their_definition(rows: list[Recorded], names: list[str]) -> None:
    assert [definition.name for definition in definitions_that_fit(rows)] == names


def test_every_definition_says_formula_and_meaning() -> None:
    assert set(DEFINITIONS) == {"anchored", "cosine", "cosine_and_raters"}
    assert all(definition.formula and definition.meaning for definition in DEFINITIONS.values())
