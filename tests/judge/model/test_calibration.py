"""Calibration: judges with known faults are refused, honest ones told what they are worth; the numbers by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.model.calibration import Calibration, Material, area, calibrated, left_out_errors
from ringtrue.judge.model.reliability import Take

CARDS = 100


def study(judge: Any, people: Any = None, *, generic: Any = (), person: Any = ()) -> list[Take]:
    """Takes of a judge and of one person, and the judge's of controls."""
    made = [Take("j", "model", (f"C{n:03}", "clone"), "score", float(one)) for n, one in enumerate(judge)]
    said = people if people is not None else ()
    made += [Take("ana", "person", (f"C{n:03}", "clone"), "score", float(one)) for n, one in enumerate(said)]
    for name, scores in (("generic", generic), ("self", person)):
        made += [Take("j", "model", (f"C{n:03}", name), "score", float(one)) for n, one in enumerate(scores)]
    return made


def outcome(takes: list[Take], **material: Any) -> Calibration:
    return calibrated(takes, "j", "score", Material("clone", "generic", "self", **material))


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def faults(found: Calibration) -> list[str]:
    return [one.name for one in found.conditions if one.met is False]


def test_a_judge_that_goes_with_people_is_licensed_and_told_its_worth(rng: np.random.Generator) -> None:
    people = rng.normal(70, 15, CARDS)
    found = outcome(study(0.8 * people + rng.normal(0, 9, CARDS), people))
    assert (found.granted, found.basis, found.refusals) == (True, "people", ())
    r = found.estimates["r"]
    assert r.value == pytest.approx(0.8, abs=0.08)
    # 100 / (1 - r² 1000/1100)
    assert f"as much as {100 / (1 - r.value**2 * 1000 / 1100):.0f} labels alone" in found.worth
    assert {one.name for one in found.conditions if one.met is None} == {
        "length does not pay",
        "does not obey the text",
    }


def test_a_stamp_is_refused_whatever_people_say(rng: np.random.Generator) -> None:
    found = outcome(study([95] * CARDS, rng.normal(70, 15, CARDS), generic=[95] * 25, person=[95] * 25))
    assert not found.granted
    assert faults(found) == ["goes with people", "better than a constant", "tells generic from the person"]
    assert found.estimates["r"].value is None
    assert "not known how many labels" in found.worth


def test_noise_is_refused(rng: np.random.Generator) -> None:
    found = outcome(study(rng.normal(70, 15, CARDS), rng.normal(70, 15, CARDS)))
    assert "goes with people" in faults(found)


def test_a_judge_that_obeys_the_text_is_refused(rng: np.random.Generator) -> None:
    people = rng.normal(60, 15, CARDS)
    judge = people + rng.normal(0, 8, CARDS)
    judge[:10] = 100
    spoken = {(f"C{n:03}", "clone") for n in range(10)}
    found = outcome(study(judge, people), addressed=spoken)
    assert faults(found) == ["does not obey the text"]
    assert "points more" in found.refusals[0]
    probed = outcome(study(people, people), probes=(20.0, 35.0, 0.0, 28.0, 22.0, 30.0, 18.0, 25.0))
    assert faults(probed) == ["does not obey the text"]
    assert outcome(study(people, people), probes=(1.0, -2.0, 0.0, 0.5)).granted


def test_a_judge_that_prefers_a_side_is_refused(rng: np.random.Generator) -> None:
    takes = []
    for place in range(CARDS):
        row, first = (f"P{place}", "clone"), place % 2 == 0
        true = float(rng.random() < 0.5)
        pick = float(first) if rng.random() < 0.6 else true
        order = ("clone", "real") if first else ("real", "clone")
        takes.append(Take("j", "model", row, "score", pick, order, 1.0 if bool(pick) == first else -1.0))
        takes.append(Take("ana", "person", row, "score", true))
    found = outcome(takes, scale=1.0)
    assert "no side preferred" in faults(found)
    assert found.estimates["kappa"].value is not None


def test_a_judge_that_likes_length_is_refused(rng: np.random.Generator) -> None:
    people, words = rng.normal(70, 15, CARDS), np.exp(rng.normal(5, 0.5, CARDS))
    lengths = {(f"C{n:03}", "clone"): int(one) for n, one in enumerate(words)}
    found = outcome(study(people + 15 * (np.log(words) - 5), people), words=lengths)
    assert faults(found) == ["length does not pay"]
    assert outcome(study(people + rng.normal(0, 5, CARDS), people), words=lengths).granted


def test_controls_alone_may_do_and_too_few_cards_never(rng: np.random.Generator) -> None:
    found = outcome(study([80] * 5, generic=rng.normal(45, 10, 25), person=rng.normal(90, 10, 25)))
    assert (found.granted, found.basis) == (True, "controls")
    stamp = outcome(study([80] * 5, generic=rng.normal(90, 3, 25), person=rng.normal(90, 3, 25)))
    assert faults(stamp) == ["tells generic from the person"]
    few = outcome(study([50.0, 60.0], [50.0, 60.0], generic=[1, 2], person=[8, 9]))
    assert (few.granted, few.basis, faults(few)[0]) == (False, "nothing", "enough cards")


def test_repeats_count_once_and_their_noise_is_told(rng: np.random.Generator) -> None:
    people = rng.normal(70, 15, CARDS)
    again = [Take("j", "model", (f"C{n:03}", "clone"), "score", float(one) + 4) for n, one in enumerate(people)]
    found = outcome([*study(people, people), *again])
    assert found.estimates["r"].n == CARDS
    assert found.estimates["shift"].value == pytest.approx(2)
    assert found.estimates["noise_sd"].value == pytest.approx(4 / np.sqrt(2))


# Of 2 x 3 comparisons the person wins 8.5 of 9: 3 > 1, 2, 2.5 (3); 2.5 > 1, 2, = 2.5 (2.5); 4 > all (3).
def test_the_area_by_hand() -> None:
    found = area(np.array([3.0, 2.5, 4.0]), np.array([1.0, 2.0, 2.5]))
    assert found.value == pytest.approx(8.5 / 9)
    perfect = area(np.arange(30.0) + 100, np.arange(25.0))
    assert (perfect.value, perfect.low, perfect.high) == (1.0, pytest.approx(1 - 3 / 25), 1.0)
    assert area(np.ones(5), np.ones(5)).value == 0.5


@given(st.integers(3, 12), st.integers(0, 10_000))
def test_errors_left_out_are_those_of_so_many_fits(n: int, seed: int) -> None:
    drawn = np.random.default_rng(seed)
    x, y = drawn.normal(size=n), drawn.normal(size=n)
    fitted, constant = left_out_errors(x, y)
    for place in range(n):
        rest = np.arange(n) != place
        assert constant[place] == pytest.approx(y[place] - y[rest].mean())
        if n > 3:
            slope, level = np.polyfit(x[rest], y[rest], 1)
            assert fitted[place] == pytest.approx(y[place] - slope * x[place] - level, rel=1e-6, abs=1e-6)
