"""The model index: by hand, by its controls, by what it refuses, and on the public answers where they are."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.model_index import (
    ROLES,
    ModelIndexEstimate,
    PairResampling,
    Texts,
    between,
    compute_model_index,
    cosines,
    deviations,
    gap_between,
)
from ringtrue.voice.embedding.backend import Backend, Vectors, backend, of_length_one
from ringtrue.voice.embedding.tfidf import Tfidf


class Angles:
    """A backend whose vectors are known: the first word is an angle in degrees."""

    name, licence = "angles", "none"

    def embed(self, texts: Sequence[str]) -> Vectors:
        turn = np.radians([float(text.split()[0]) for text in texts])
        return np.column_stack([np.cos(turn), np.sin(turn)])


def index_of(
    compressed: list[float], again: list[list[float]], another: list[list[float]], bare: list[float] | None = None
) -> ModelIndexEstimate:
    """Full texts at 0 degrees, the others at the angles given; the words after an angle keep texts apart."""
    pairs = [f"p{i}" for i in range(len(compressed))]

    def texts(angles: list[list[float]], word: str) -> dict[str, list[str]]:
        return {p: [f"{a} {word} {k}" for k, a in enumerate(row)] for p, row in zip(pairs, angles, strict=True)}

    return compute_model_index(
        {p: f"0 full {p}" for p in pairs},
        {p: f"{a} short" for p, a in zip(pairs, compressed, strict=True)},
        again=texts(again, "again"),
        another=texts(another, "other"),
        name_only=None if bare is None else texts([[a] for a in bare], "bare"),
        backend=Angles(),
    )


def test_by_hand() -> None:
    # cos 60 = 0.5; ceiling cos 0 and cos 60, mean 0.75; floor cos 90 = 0; name-only cos 90 = 0.
    # anchored (0.5 - 0) / (0.75 - 0) = 2/3; name-only 0; gain 2/3.
    found = index_of([60], [[0, 60]], [[90]], [90])
    pair = found.pairs[0]
    assert pair.raw.value == pytest.approx(0.5)
    assert pair.ceiling.value == pytest.approx(0.75)
    assert pair.floor.value == pytest.approx(0.0, abs=1e-12)
    assert pair.anchored.value == pytest.approx(2 / 3)
    assert found.anchored.value == pytest.approx(2 / 3)
    assert found.name_only_anchored.value == pytest.approx(0.0, abs=1e-12)
    assert found.gain.value == pytest.approx(2 / 3)
    assert found.anchored.low is None
    assert found.anchored.reason == "no interval from one of pairs"


def test_the_overall_value_is_a_ratio_of_means_not_a_mean_of_ratios() -> None:
    # Pair 1: x 0.5, ceiling 1, floor 0. Pair 2: x 0.5, ceiling 0.5, floor 0. Means 0.5, 0.75, 0: 2/3, not 3/4.
    found = index_of([60, 60], [[0], [60]], [[90], [90]])
    assert found.anchored.value == pytest.approx(2 / 3)
    assert [pair.anchored.value for pair in found.pairs] == pytest.approx([0.5, 1.0])


def test_where_the_ceiling_is_not_above_the_floor_there_is_no_anchored_value() -> None:
    found = index_of([60, 30], [[90], [0]], [[60], [60]])
    assert found.pairs[0].anchored.value is None
    assert "does not lie above the floor (0.500)" in (found.pairs[0].anchored.reason or "")
    assert found.pairs[1].anchored.value is not None
    whole = index_of([60, 30], [[90], [60]], [[60], [60]])
    assert whole.anchored.value is None
    assert "cannot tell the speaker from another persona" in (whole.anchored.reason or "")
    assert whole.raw.value is not None


def test_a_pair_has_an_interval_once_controls_come_in_twos() -> None:
    single = index_of([30, 40], [[10], [12]], [[80], [85]])
    assert single.pairs[0].anchored.low is None
    assert "two texts or more of each control" in (single.pairs[0].anchored.reason or "")
    double = index_of([30, 40], [[10, 20], [12, 15]], [[80, 70], [85, 60]])
    place = double.pairs[0].anchored
    assert place.low is not None
    assert place.high is not None
    assert place.value is not None
    assert place.low < place.value < place.high


def test_the_definition_is_stored_and_can_be_written_beside_the_number() -> None:
    found = index_of([60, 50], [[0, 30], [10]], [[90], [80]], [85, 80])
    stored = json.loads(json.dumps(found.definition))
    assert stored["name"] == "anchored"
    assert stored["formula"] == "(x - floor) / (ceiling - floor)"
    assert stored["backend"] == "angles"
    assert stored["n"] == {"pairs": 2, "ceiling": 3, "floor": 2, "name_only": 2}
    assert set(stored["controls"]) == {"ceiling", "floor", "name_only"}
    assert index_of([60], [[0]], [[90]]).definition["controls"]["name_only"] is None
    for estimate in (found.raw, found.ceiling, found.floor, found.name_only, found.anchored, found.gain):
        assert estimate.kind == "statistic"
        assert "angles" in estimate.method


def test_what_cannot_be_used_is_left_out_with_a_reason() -> None:
    found = compute_model_index(
        {"a": "0 full", "b": "0 full", "c": "0 full", "d": "!!!"},
        {"a": "60 short", "c": " ", "d": "60 short", "e": "60 short"},
        again={"a": ["0 full", "10 again", ""], "z": "10 again"},
        another={"a": "90 other"},
        backend=Angles(),
    )
    assert [pair.pair for pair in found.pairs] == ["a"]
    assert found.pairs[0].ceiling.n == 1
    assert set(found.left_out) == {
        "b: the compressed text is missing",
        "c: one of its two texts holds no word",
        "d: one of its two texts holds no word",
        "e: the full text is missing",
        "a: a text of the same speaker again is the full text itself",
        "a: a text of the same speaker again holds no word",
        "z: the text of the same speaker again belongs to no pair",
    }


def test_no_pairs_at_all_give_reasons_and_no_numbers() -> None:
    found = compute_model_index({}, {}, again={}, another={}, backend=Tfidf())
    assert found.pairs == ()
    for estimate in (found.raw, found.ceiling, found.floor, found.name_only, found.anchored, found.gain):
        assert estimate.value is None
        assert estimate.reason == "no pair has the texts this needs"


def test_pairs_that_share_texts_are_drawn_together() -> None:
    rng = np.random.default_rng(3)
    angles = [float(angle) for angle in rng.uniform(20, 60, 12) for _ in range(3)]
    pairs = [f"p{i}" for i in range(36)]
    given = {
        "again": {p: f"{a - 10} again {p}" for p, a in zip(pairs, angles, strict=True)},
        "another": {p: f"{a + 25} other {p}" for p, a in zip(pairs, angles, strict=True)},
    }
    full = {p: f"0 full {p}" for p in pairs}
    short = {p: f"{a} short" for p, a in zip(pairs, angles, strict=True)}
    alone = compute_model_index(full, short, **given, backend=Angles())
    groups = {p: str(i // 3) for i, p in enumerate(pairs)}
    together = compute_model_index(full, short, **given, groups=groups, backend=Angles())
    assert together.raw.value == pytest.approx(alone.raw.value)
    assert together.raw.high - together.raw.low > 1.4 * (alone.raw.high - alone.raw.low)
    assert "groups of pairs" in together.raw.method
    assert together.definition["interval"]["unit"] == "groups of pairs"


def test_the_order_of_pairs_does_not_matter() -> None:
    one = index_of([60, 30, 45], [[0], [10], [5]], [[90], [80], [85]])
    other = index_of([45, 60, 30], [[5], [0], [10]], [[85], [90], [80]])
    assert one.anchored.value == pytest.approx(other.anchored.value)


DECISIONS = [
    (
        "We should close the plant in March and move everybody to the new site.",
        "I would shut the factory this spring and bring all the people over to the other location.",
        "We should not close the plant in March and move nobody to the new site.",
    ),
    (
        "Sell the shares now, before the merger is announced.",
        "Get rid of the stock today, ahead of the news about the two firms joining.",
        "Buy the shares now, before the merger is announced.",
    ),
]


@pytest.mark.parametrize("name", ["tfidf", "wordllama"])
def test_a_cosine_puts_the_opposite_decision_nearer_than_the_paraphrase(name: str) -> None:
    """Why contradictions are listed and never scored, and why no decision is judged by an embedding."""
    if name == "wordllama":
        pytest.importorskip("wordllama", reason="the extra `embedding` (wordllama) is not installed")
    for decision, paraphrase, opposite in DECISIONS:
        rows = backend(name).embed([decision, paraphrase, opposite])
        near = rows @ rows.T
        table = near if isinstance(near, np.ndarray) else near.toarray()
        assert table[0, 2] > 0.7
        assert table[0, 2] > table[0, 1] + 0.3


def answers() -> dict[tuple[str, ...], str]:
    beside = Path(__file__).resolve().parents[3] / ".." / "shared" / "data"
    folder = Path(os.environ.get("RINGTRUE_DATA", beside)) / "compression"
    if not folder.is_dir():
        pytest.skip("the public answers (compression/) are not here; set RINGTRUE_DATA to their folder")
    found = {}
    for file in folder.glob("*_run?_*.txt"):
        persona, _, domain, run, regime = file.stem.split("_")
        found[persona, domain, run, regime] = file.read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("name", ["tfidf", "wordllama"])
def test_on_public_answers_compressed_lies_between_and_the_bare_name_at_the_floor(name: str) -> None:
    if name == "wordllama":
        pytest.importorskip("wordllama", reason="the extra `embedding` (wordllama) is not installed")
    text = answers()
    made: Backend = backend(name)
    keys = sorted(key[:3] for key in text if key[3] == "FULL")
    personas, runs = ({key[i] for key in keys} for i in (0, 2))
    label = {key: " ".join(key) for key in keys}
    found = compute_model_index(
        {label[key]: text[*key, "FULL"] for key in keys},
        {label[key]: text[*key, "T3"] for key in keys},
        again={label[p, d, r]: [text[p, d, q, "FULL"] for q in runs - {r}] for p, d, r in keys},
        another={label[p, d, r]: [text[q, d, r, "FULL"] for q in personas - {p}] for p, d, r in keys},
        name_only={label[key]: text[*key, "GAMMA"] for key in keys},
        groups={label[p, d, r]: f"{p} {d}" for p, d, r in keys},
        backend=made,
    )
    assert len(found.pairs) == 60
    assert found.anchored.low is not None
    assert found.anchored.low > 0.5
    assert found.name_only_anchored.low is not None
    assert found.name_only_anchored.high is not None
    assert found.name_only_anchored.low < 0.0 < found.name_only_anchored.high
    assert found.gain.low is not None
    assert found.gain.low > 0.0


# Cosines behind a model index, with a backend whose vectors anybody can work out.


class Plane:
    """How often a text says east and north, as a direction in the plane; remembers what it was asked."""

    name, licence = "plane", "none"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked.append(list(texts))
        return of_length_one([[text.count("east"), text.count("north")] for text in texts], len(texts))


def roles(**given_: Texts) -> Mapping[str, Texts]:
    return {role: given_.get(role, {}) for role in ROLES}


def test_each_pairs_own_cosine_and_those_of_its_controls() -> None:
    full = {"q1": "east", "q2": "east north"}
    others = roles(
        compressed={"q1": "east east north north north", "q2": "east"},
        again={"q1": ["north", "east north"]},
        another={"q2": "north"},
    )
    found = cosines(full, others, Plane())
    assert found.pairs == ("q1", "q2")
    assert found.left_out == ()
    # (1, 0) with (2, 3) / √13; (1, 1) / √2 with (1, 0)
    assert found.means("compressed") == pytest.approx([2 / np.sqrt(13), np.sqrt(0.5)])
    assert found.of["again"][0] == pytest.approx([0.0, np.sqrt(0.5)])
    assert found.means("again") == pytest.approx([np.sqrt(0.5) / 2, np.nan], nan_ok=True)
    assert found.means("another") == pytest.approx([np.nan, np.sqrt(0.5)], nan_ok=True)
    assert np.isnan(found.means("name_only")).all()
    assert [found.number(role) for role in ROLES] == [2, 2, 1, 0]


def test_every_different_text_is_embedded_once_and_all_in_one_call() -> None:
    plane = Plane()
    cosines(
        {"q1": "east", "q2": "east"},
        roles(compressed={"q1": "north", "q2": "north"}, another={"q1": ["north", "north"]}),
        plane,
    )
    assert plane.asked == [["east", "north"]]


def test_without_a_usable_pair_nothing_is_embedded() -> None:
    plane = Plane()
    found = cosines({"q1": "..."}, roles(compressed={"q1": "east", "q2": "east"}), plane)
    assert found.pairs == ()
    assert plane.asked == []
    assert [found.means(role).size for role in ROLES] == [0, 0, 0, 0]
    assert found.left_out == ("q1: one of its two texts holds no word", "q2: the full text is missing")


def test_what_could_not_be_used_is_named_with_its_pair() -> None:
    found = cosines(
        {"q1": "east now", "q2": "east"},
        roles(
            compressed={"q1": ["north", " "]},
            again={"q1": [" east\nnow ", "?!"], "q9": "east"},
            name_only={"q1": ["east east", "east now"]},
        ),
        Plane(),
    )
    assert found.pairs == ("q1",)
    assert set(found.left_out) == {
        "q2: the compressed text is missing",
        "q9: the text of the same speaker again belongs to no pair",
        "q1: a compressed text holds no word",
        "q1: a text of the same speaker again is the full text itself",
        "q1: a text of the same speaker again holds no word",
        "q1: a name-only text is the full text itself",
    }
    assert [found.number(role) for role in ROLES] == [1, 0, 0, 1]


def test_a_compressed_text_that_is_the_full_one_counts_as_perfect() -> None:
    assert cosines({"q": "north"}, roles(compressed={"q": "north"}), Plane()).means("compressed") == pytest.approx(
        [1.0]
    )


replies = st.lists(st.sampled_from(["the road home", "a road", "rain again", "rain on the road", ""]), max_size=3)


@given(st.dictionaries(st.sampled_from("abc"), replies), st.dictionaries(st.sampled_from("abc"), replies))
def test_the_same_pairs_in_another_order_have_the_same_cosines(
    compressed: dict[str, list[str]], again: dict[str, list[str]]
) -> None:
    full = {"a": "the long road", "b": "rain all day", "c": "home"}
    one = cosines(full, roles(compressed=compressed, again=again), Tfidf())
    turned = dict(reversed(full.items()))
    two = cosines(turned, roles(compressed=dict(reversed(compressed.items())), again=again), Tfidf())
    assert set(one.pairs) == set(two.pairs)
    assert sorted(one.left_out) == sorted(two.left_out)
    for role in ROLES:
        values = dict(zip(two.pairs, two.means(role), strict=True))
        assert one.means(role) == pytest.approx([values[pair] for pair in one.pairs], nan_ok=True)


# A value between floor and ceiling: by hand, never across a closed gap, and with intervals that hold.


def test_between_by_hand() -> None:
    # (0.8 - 0.5) / (0.9 - 0.5) = 0.75; no room where ceiling and floor coincide or are the wrong way round
    found = between(np.array([[0.8, 0.9, 0.5], [0.8, 0.5, 0.5], [0.8, 0.4, 0.5]]))
    assert found[0] == pytest.approx(0.75)
    assert np.isnan(found[1:]).all()


def test_a_gap_is_the_difference_of_two_places() -> None:
    # places 0.75 and 0.25 of the same room
    assert gap_between(np.array([[0.8, 0.9, 0.5, 0.6]]))[0] == pytest.approx(0.5)


def test_deviations_have_the_spread_of_single_texts() -> None:
    # (1, 3): mean 2, deviations -1 and 1, times sqrt(2/1); a text alone says nothing about spread
    found = deviations([np.array([1.0, 3.0]), np.array([7.0])])
    assert found == pytest.approx([-np.sqrt(2), np.sqrt(2)])


def test_pairs_that_lack_a_control_are_not_counted() -> None:
    how = PairResampling(np.arange(3), "pairs", 100, 1, 0.95)
    columns = [np.array([0.8, 0.7, 0.1]), np.array([0.9, 0.9, np.nan]), np.array([0.5, 0.5, 0.5])]
    found = how.of(columns, between, "place")
    assert found.value == pytest.approx(0.625)  # (0.75 - 0.5) / (0.9 - 0.5)
    assert found.n == 2
    assert found.reason == "only 2 pairs: the interval is a rough one"


def test_a_gap_that_often_closes_has_no_interval() -> None:
    rng = np.random.default_rng(2)
    noise = rng.normal(0, 0.2, 20)
    how = PairResampling(np.arange(20), "pairs", 500, 1, 0.95)
    ceiling = 0.5 + noise - noise.mean() + 0.005
    found = how.of([np.full(20, 0.6), ceiling, np.full(20, 0.5)], between, "place")
    assert found.value is not None
    assert found.low is None
    assert "more than a tenth of the resamples" in (found.reason or "")


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    hits, trials, groups = 0, 150, 12
    for trial in range(trials):
        shared = rng.normal(0, 0.08, groups)  # prompts differ, and that moves all three alike
        noise = rng.normal(0, 0.04, (3, groups))
        ceiling, floor, x = 0.81 + shared + noise[0], 0.68 + shared + noise[1], 0.68 + 0.8 * 0.13 + shared + noise[2]
        found = PairResampling(np.arange(groups), "pairs", 400, trial, 0.95).of([x, ceiling, floor], between, "")
        hits += found.low is not None and found.high is not None and found.low <= 0.8 <= found.high
    assert hits / trials >= 0.90
