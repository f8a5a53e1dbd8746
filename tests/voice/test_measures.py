"""Each measure against its formula worked by hand on two small references."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.measures import (
    LISTS,
    MOST_FREQUENT,
    WEIGHTS,
    CosineDelta,
    DampedCosine,
    HabitLikeness,
    Likelihood,
    Panel,
    PartLikelihood,
    small_words,
    within_writers,
)
from ringtrue.voice.ngrams import Matrix, Spaces, shares, spread
from ringtrue.voice.texts import Text
from speakers import english

REFERENCES = Matrix(np.array([[3.0, 1.0, 0.0], [0.0, 1.0, 3.0]]))
TEXT = Matrix(np.array([[2.0, 0.0, 0.0]]))


def test_damped_cosine_damps_counts_and_weighs_rare_grams_more() -> None:
    cosine = DampedCosine(REFERENCES, np.array([0.5, 1.0, 0.5]))(TEXT)
    weight = 1 + np.log(2)
    expected = (1 + np.log(3)) * weight / np.hypot((1 + np.log(3)) * weight, 1.0)
    assert cosine == pytest.approx(np.array([[expected, 0.0]]))


def test_likelihood_is_the_mean_log_ratio_of_smoothed_models() -> None:
    everybody = np.array([0.4, 0.2, 0.4])
    ratio = Likelihood(REFERENCES, everybody, 2.0)(TEXT)
    # (3 + 2 * .4) / (4 + 2) against .4, and (0 + 2 * .4) / (4 + 2) against .4
    assert ratio == pytest.approx(np.array([[np.log(3.8 / 6 / 0.4), np.log(0.8 / 6 / 0.4)]]))


def test_part_likelihood_looks_at_its_grams_only() -> None:
    everybody = np.array([0.4, 0.2, 0.4])
    ratio = PartLikelihood(REFERENCES, everybody, 2.0, np.array([0, 1]))(TEXT)
    # among the first two grams everybody has 2/3 and 1/3: (3 + 4/3) / (4 + 2) and (0 + 4/3) / (1 + 2) against 2/3
    assert ratio == pytest.approx(np.array([[np.log((3 + 4 / 3) / 6 / (2 / 3)), np.log(4 / 3 / 3 / (2 / 3))]]))


def test_part_likelihood_of_no_gram_says_nothing() -> None:
    ratio = PartLikelihood(REFERENCES, np.array([0.4, 0.2, 0.4]), 2.0, np.zeros(0, dtype=np.int64))(TEXT)
    assert np.array_equal(ratio, np.zeros((1, 2)))


def test_cosine_delta_is_the_cosine_of_standardised_roots_of_rates() -> None:
    delta = CosineDelta(REFERENCES, np.array([0, 2]), 0)(TEXT)
    # roots of rates: (r, 0), (0, r) with r = sqrt(3/4); mean r/2, deviation r/2, so references are (1, -1), (-1, 1);
    # the text has rates (1, 0): ((1 - r/2) / (r/2), -1)
    r = np.sqrt(0.75)
    text = np.array([(1 - r / 2) / (r / 2), -1.0])
    expected = text @ np.array([1.0, -1.0]) / (np.linalg.norm(text) * np.sqrt(2))
    assert delta == pytest.approx(np.array([[expected, -expected]]))


def test_within_writers_leaves_out_what_differs_between_them() -> None:
    passages = np.array([[1.0, 10.0], [3.0, 10.0], [101.0, 20.0], [103.0, 20.0]])
    # deviations from each writer's mean: -1, 1, -1, 1 and none; 4 passages less 2 writers
    assert within_writers(passages, np.array([0, 0, 1, 1])) == pytest.approx(np.array([[2.0, 0.0], [0.0, 0.0]]))


def test_habits_that_waver_count_less() -> None:
    references = np.array([[1.0, 1.0], [-1.0, -1.0]])
    steady_first = HabitLikeness(references, np.diag([0.1, 10.0]), 0)
    like_first = steady_first(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert like_first[0, 0] > 10 * like_first[1, 0] > 0
    assert like_first[:, 0] == pytest.approx(-like_first[:, 1])


def test_function_words_come_from_the_list_or_from_the_material() -> None:
    assert {"the", "don't", "dont", ","} <= small_words("en", [])
    assert {"n\u00e3o", "voc\u00ea"} <= LISTS["pt"]
    assert len(small_words(None, (f"w{i}" for i in range(1000)))) == 150


# The panel: every measure in its place, over the columns and rows it is meant for.


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


# The discriminant of habits, by hand and by plain numpy.


seeds = st.integers(0, 2**32 - 1)


def drawn(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape)


@given(seeds, st.lists(st.integers(0, 4), min_size=2, max_size=12))
def test_the_pooled_covariance_agrees_with_one_writer_after_the_other(seed: int, writers: list[int]) -> None:
    passages, writer = drawn(seed, len(writers), 3), np.array(writers)
    scatter = np.zeros((3, 3))
    for who in set(writers):
        own = passages[writer == who]
        scatter += len(own) * np.cov(own.T, ddof=0)
    freedom = max(len(writers) - len(set(writers)), 1)
    assert within_writers(passages, writer) == pytest.approx(scatter / freedom, abs=1e-12)


def test_the_numbers_of_writers_may_have_gaps() -> None:
    passages = drawn(1, 6, 2)
    one, other = np.array([0, 0, 0, 1, 1, 1]), np.array([3, 3, 3, 7, 7, 7])
    assert within_writers(passages, one) == pytest.approx(within_writers(passages, other))


def test_one_passage_of_each_writer_shows_no_spread() -> None:
    assert np.array_equal(within_writers(drawn(1, 3, 2), np.arange(3)), np.zeros((2, 2)))
    assert np.array_equal(within_writers(np.zeros((0, 2)), np.zeros(0, dtype=np.int64)), np.zeros((2, 2)))


def test_the_discriminant_is_worked_by_hand() -> None:
    # within 2 and 4 without covariance: a hundredth of their mean, 0.03, is added to each; usual is (1, 0)
    within = np.diag([2.0, 4.0])
    likeness = HabitLikeness(np.array([[2.0, 0.0], [0.0, 0.0]]), within, 0)(np.array([[3.0, 5.0]]))
    assert likeness == pytest.approx(np.array([[2 * 1 / 2.03, 2 * -1 / 2.03]]), rel=1e-6)


def test_covariances_are_drawn_to_nothing_by_three_tenths() -> None:
    # 1 and 0.5 beside each other become 1.01 and 0.35; usual is nothing
    references, text = np.array([[1.0, 2.0], [-1.0, -2.0]]), np.array([[0.5, -1.0]])
    shrunk = np.array([[1.01, 0.35], [0.35, 1.01]])
    found = HabitLikeness(references, np.array([[1.0, 0.5], [0.5, 1.0]]), 0)(text)
    assert found == pytest.approx(text @ np.linalg.inv(shrunk) @ references.T, rel=1e-6)


@given(seeds)
def test_what_is_usual_comes_from_the_rows_from_the_basis_on(seed: int) -> None:
    references, texts = drawn(seed, 5, 3), drawn(seed + 1, 2, 3)
    within = np.eye(3)
    all_rows = HabitLikeness(references, within, 2)(texts)
    assert HabitLikeness(references[2:], within, 0)(texts) == pytest.approx(all_rows[:, 2:])
    assert all_rows[:, 2:].sum(axis=1) == pytest.approx(np.zeros(2), abs=1e-9)


def test_habits_that_never_vary_do_not_divide_by_nothing() -> None:
    assert np.isfinite(HabitLikeness(drawn(1, 3, 4), np.zeros((4, 4)), 0)(drawn(2, 2, 4))).all()


# Lists of small words: fit for the tokens they are held against.


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_entry_is_one_token_as_texts_are_read(language: str) -> None:
    broken = [word for word in LISTS[language] if Text.read(word).tokens != [word]]  # type: ignore[index]
    assert broken == []


@pytest.mark.parametrize("language", ["en", "pt"])
def test_marks_belong_to_every_list(language: str) -> None:
    assert set(".,;:?!-()\"'") | {"\u2013", "\u2014"} <= LISTS[language]  # type: ignore[index]


def test_contractions_stand_with_and_without_their_apostrophe() -> None:
    contracted = {word for word in LISTS["en"] if "'" in word and word != "'"}
    assert {"don't", "i'm", "we're"} <= contracted
    assert {word.replace("'", "") for word in contracted} <= LISTS["en"]


@pytest.mark.parametrize("word", ["government", "house", "casa", "think"])
def test_words_with_a_subject_are_on_no_list(word: str) -> None:
    assert not any(word in listed for listed in LISTS.values())


@given(st.lists(st.text(min_size=1, max_size=3), unique=True, max_size=400))
def test_without_a_list_the_most_frequent_words_stand_in(words: list[str]) -> None:
    assert small_words(None, words) == set(words[:MOST_FREQUENT])
    assert small_words("en", words) is LISTS["en"]
    assert small_words("pt", iter(words)) is LISTS["pt"]


def test_a_hundred_and_fifty_words_of_a_longer_row_are_taken() -> None:
    assert small_words(None, (f"w{place}" for place in range(400))) == {f"w{place}" for place in range(150)}
