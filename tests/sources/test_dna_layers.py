"""A layer is known by its names in both languages, in files, keys and links."""

import pytest

from ringtrue.sources.dna_layers import layer_code, plain


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("FILOSOFIAS", "L1"),
        ("filosofias", "L1"),
        ("L1_philosophies", "L1"),
        ("MODELOS-MENTAIS", "L2"),
        ("modelos_mentais", "L2"),
        ("Mental Models", "L2"),
        ("HEURÍSTICAS", "L3"),
        ("L3", "L3"),
        ("l3-heuristics", "L3"),
        ("frameworks", "L4"),
        ("METODOLOGIAS", "L5"),
        ("L6_values", "L6"),
        ("L7_core_obsessions", "L7"),
        ("L8_productive_paradoxes", "L8"),
        ("L8_something_new", "L8"),
        ("paradoxos", "L8"),
    ],
)
def test_names_of_layers(name: str, code: str) -> None:
    assert layer_code(name) == code


@pytest.mark.parametrize("name", ["", "pessoa", "L9_more", "L1_values", "L12", "version", "learning", None, 3])
def test_other_names(name: object) -> None:
    assert layer_code(name) is None


def test_plain_names_are_letters_and_digits() -> None:
    assert plain("ODA B. Brennick-Ção_2") == "odabbrennickcao2"
