"""A study of pairs of the demo on five small pairs: their model index by hand, and what raters were dealt."""

from collections import Counter
from pathlib import Path

import pytest

from ringtrue.demo import pairs as demo_pairs
from ringtrue.demo.layout import DemoFolder
from ringtrue.demo.pairs import RATERS, pair_prompts, pair_study
from ringtrue.demo.simulated_raters import rater_names
from ringtrue.study.study import Study
from ringtrue.terms.result import Result
from small_demo import AGAIN, OTHERWISE, PAIRS, SPOKEN, small_place, with_pairs, write_answers


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> DemoFolder:
    return with_pairs(small_place(tmp_path_factory.mktemp("demo") / "out"))


@pytest.fixture(scope="module")
def result(place: DemoFolder) -> Result:
    return pair_study(place, "compressed")


def test_prompts_are_those_of_the_suite(place: DemoFolder) -> None:
    expected = [{"id": name, "domain": domain, "prompt": asked} for name, (domain, asked) in PAIRS.items()]
    assert pair_prompts(place) == expected


def test_words_of_the_full_persona_s_second_run_stand_at_the_ceiling(result: Result, place: DemoFolder) -> None:
    # The candidate says what the second run says: raw and ceiling are one cosine x, and (x - floor) / (x - floor) = 1.
    items = Study.open(place.study("pairs", "compressed")).items()
    pairs = [item for item in items if not item.tags.get("control")]
    assert [item.id for item in pairs] == list(PAIRS)
    assert [item.fields["pfi_model_anchored"] for item in pairs] == pytest.approx([1.0] * 5, abs=1e-4)
    assert {item.status for item in items} == {"accepted"}


def test_words_of_the_full_persona_s_first_run_have_the_raw_index_one(place: DemoFolder) -> None:
    index = demo_pairs._model_index(place, "name-only")
    assert [each["pfi_model"] for each in index.values()] == pytest.approx([1.0] * 5, abs=1e-4)
    assert all(each["pfi_model_anchored"] > 1 for each in index.values())  # above what the second run reaches


def test_the_generic_bot_as_candidate_stands_at_the_floor(place: DemoFolder) -> None:
    # Its first answer is its second one: raw and floor are the same cosine, and (x - x) / (1 - x) = 0.
    index = demo_pairs._model_index(place, "generic")
    assert [each["pfi_model_anchored"] for each in index.values()] == pytest.approx([0.0] * 5, abs=1e-4)
    assert all(each["pfi_model"] < 0.9 for each in index.values())


def test_every_rater_answers_every_pair_and_four_controls(result: Result, place: DemoFolder) -> None:
    assert (result.counts["raters"], result.coverage) == (RATERS, 1.0)
    rated = {(one.rater, one.item) for one in Study.open(place.study("pairs", "compressed")).ratings()}
    assert {(rater, pair) for rater in rater_names(RATERS) for pair in PAIRS} <= rated
    controls = Counter(rater for rater, item in rated if item not in PAIRS)
    assert set(controls.values()) == {4}
    assert set(controls) == set(rater_names(RATERS))


def test_a_second_call_reads_the_result_and_adds_nothing(result: Result, place: DemoFolder) -> None:
    study = Study.open(place.study("pairs", "compressed"))
    before = study.status()
    assert pair_study(place, "compressed").verdict == result.verdict
    assert study.status() == before


def test_texts_are_kept_by_speaker_and_pair_in_the_order_recorded(tmp_path: Path) -> None:
    place = small_place(tmp_path / "out")
    write_answers(place, "pairs", [("P2", "full", "a"), ("P1", "full", "b"), ("P2", "full", "c"), ("P2", "x", "雪")])
    assert demo_pairs._said(place, "pairs") == {"full": {"P2": ["a", "c"], "P1": ["b"]}, "x": {"P2": ["雪"]}}


def test_a_pair_without_a_second_run_has_no_anchored_index(tmp_path: Path) -> None:
    place = with_pairs(small_place(tmp_path / "out"))
    first, *others = PAIRS
    said = [(first, "full", AGAIN), *((pair, "full", SPOKEN) for pair in PAIRS)]
    said += [(pair, "compressed", OTHERWISE) for pair in PAIRS]
    write_answers(place, "pairs", said)
    index = demo_pairs._model_index(place, "compressed")
    assert set(index[first]) == {"pfi_model", "pfi_model_anchored"}
    assert all(set(index[other]) == {"pfi_model"} for other in others)
