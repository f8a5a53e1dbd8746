"""Style habits: planted ones are found with their dimension, a person compared with themselves gives almost nothing."""

import random
from typing import get_args

from ringtrue.judge.statistic.style import DIMENSIONS, style_habits
from ringtrue.voice.explain.usage import Kind

SUBJECTS = ["the river", "a garden", "the old mill", "this road", "her letter", "the market", "our harbour", "a storm"]
VERBS = ["rises", "waits", "turns", "falls", "answers", "stays", "moves", "listens"]
TIMES = ["in the morning", "after rain", "before supper", "at night", "in winter", "on Sundays"]


def talk(rng: random.Random, sentences: int, habit: str = "") -> str:
    plain = (f"{rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.choice(TIMES)}" for _ in range(sentences))
    return " ".join(f"{habit}{line}." if rng.random() < 0.6 else f"{line.capitalize()}." for line in plain)


def test_a_planted_phrase_is_found_with_its_counts() -> None:
    rng = random.Random(3)
    own = [talk(rng, 20) for _ in range(20)]
    replies = [talk(rng, 20, "To be perfectly frank, ") for _ in range(15)]
    found = style_habits(own, replies)
    assert found.deviations
    assert any("frank" in one.line and "too much" in one.line for one in found.deviations)
    assert all(one.dimension == DIMENSIONS[one.usage.kind] for one in found.deviations)
    assert {one for name in DIMENSIONS.values() for one in found.of(name)} == set(found.deviations)


def test_the_same_person_gives_next_to_nothing() -> None:
    rng = random.Random(4)
    assert len(style_habits([talk(rng, 20) for _ in range(20)], [talk(rng, 20) for _ in range(20)]).deviations) <= 2


def test_too_little_material_is_said() -> None:
    found = style_habits(["A few words."], ["Fewer."])
    assert found.deviations == ()
    assert "not enough material" in found.untold[0]


def test_every_kind_of_usage_has_a_dimension() -> None:
    assert set(DIMENSIONS) == {name for part in get_args(Kind) for name in get_args(part)}
