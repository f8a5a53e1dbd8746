"""The panel: every measure in its place, over the columns and rows it is meant for."""

import numpy as np
import pytest

from ringtrue.voice.counted import shares, spread
from ringtrue.voice.counts import Matrix
from ringtrue.voice.function_words import LISTS
from ringtrue.voice.likeness_of_habits import HabitLikeness, within_writers
from ringtrue.voice.measures import CosineDelta, DampedCosine, Likelihood, PartLikelihood
from ringtrue.voice.panel import WEIGHTS, Panel
from ringtrue.voice.spaces import Spaces
from ringtrue.voice.texts import Text
from speakers import english

BASIS = 1
TEXTS = [Text.read(text) for seed in range(4) for text in english(seed).texts(1, 300)]
REPLIES = [Text.read(text) for text in english(9).texts(3, 60)]


def found(language: str | None) -> dict[str, np.ndarray]:
    """Likeness by measure, and beside each what the measure says by itself."""
    spaces, _ = Spaces.of(TEXTS, language)  # type: ignore[arg-type]
    references = spaces.count(TEXTS)
    within = within_writers(references.habits, np.array([0, 0, 1, 1]))
    wide, wide_masked = spread(references.phrases), spread(references.masked)
    likeness = Panel(spaces, references, BASIS, wide, wide_masked, within)(spaces.count(REPLIES))
    given = spaces.count(REPLIES)
    everybody = shares(Matrix(references.phrases[BASIS:]))
    words = spaces.words
    frequent = np.array(sorted(range(len(words)), key=lambda column: (-everybody[column], column))[:500])
    small = {words[column] for column in frequent[:150]} if language is None else LISTS[language]  # type: ignore[index]
    columns = np.array([column for column, word in enumerate(words) if word in small])
    alone = {
        "phrase cosine": DampedCosine(references.phrases, wide)(given.phrases),
        "phrase likelihood": Likelihood(references.phrases, everybody, 300.0)(given.phrases),
        "letter likelihood": Likelihood(references.letters, shares(Matrix(references.letters[BASIS:])), 300.0)(
            given.letters
        ),
        "Cosine Delta": CosineDelta(references.phrases, frequent, BASIS)(given.phrases),
        "masked letter cosine": DampedCosine(references.masked, wide_masked)(given.masked),
        "function words": PartLikelihood(references.phrases, everybody, 100.0, columns)(given.phrases),
        "habits": HabitLikeness(references.habits, within, BASIS)(given.habits),
    }
    return {name: np.stack([likeness[place], alone[name]]) for place, name in enumerate(WEIGHTS)}


@pytest.mark.parametrize("language", ["en", None])
def test_measures_stand_in_the_order_of_their_weights(language: str | None) -> None:
    for name, (in_panel, alone) in found(language).items():
        assert in_panel == pytest.approx(alone), name


def test_the_measures_do_not_say_the_same() -> None:
    said = [in_panel.ravel() for in_panel, _ in found("en").values()]
    for place, one in enumerate(said):
        assert not any(np.allclose(one, other) for other in said[place + 1 :])


def test_every_weight_is_above_nothing() -> None:
    assert len(WEIGHTS) == 7
    assert all(weight > 0 for weight in WEIGHTS.values())
