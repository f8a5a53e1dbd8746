"""Tiny pair studies: every number is there or has its reason, the report is written, nothing crashes, no nan."""

import json
import math
import random
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pair_studies import answered, pair_study
from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.study.study import Study
from ringtrue.terms.result import Estimate, Result
from small_studies import pair_ratings, pairs


def sound(result: Result) -> None:
    """Every estimate has a value or a reason; the JSON holds no nan; every check has an answer or a note."""
    for name, found in result.estimates.items():
        assert found.value is not None or found.reason, name
        numbers = [number for number in (found.value, found.low, found.high) if number is not None]
        assert all(math.isfinite(number) for number in numbers), name
    json.dumps(result.as_dict(), allow_nan=False)
    for check in result.checks:
        assert check.met is not None or check.note, check.name


def reported(study: Study) -> Result:
    result = study.score(replicates=50)
    sound(result)
    for form in ("md", "csv", "json"):
        for path in study.report(form):
            assert path.stat().st_size > 0
            if path.suffix in (".csv", ".md"):
                assert ",nan" not in path.read_text(encoding="utf-8").lower()
    return result


def test_three_pairs_and_ten_raters(tmp_path: Path) -> None:
    dice = random.Random(7)
    answers = [
        [(dice.randint(-2, 2), dice.randint(1, 3), dice.randint(1, 3), dice.randint(0, 2)) for _ in range(10)]
    ] * 3
    result = reported(answered(pair_study(tmp_path / "s", "lite", count=3, preset="3x10"), answers))
    by_name = {check.name: check.met for check in result.checks}
    assert by_name["3 to 5 pairs"] is True
    assert by_name["continuity asked"] is True
    assert result.protocol["preset"] == "3x10"
    # the same answers to every pair: no spread between pairs, so neither alpha nor r has a value
    assert result.estimates["alpha"].reason == "the items' ratings do not differ between items"
    assert "all values" in str(result.estimates["r"].reason)


def test_the_second_preset_makes_three_pairs_enough_for_pairs(tmp_path: Path) -> None:
    answers = [[(1, 3, 3), (0, 2, 3), (2, 3, 2), (1, 2, 2), (0, 3, 3)]] * 3
    usual = answered(pair_study(tmp_path / "usual", count=3), answers).score(replicates=20)
    assert next(check for check in usual.checks if check.name == "at least 5 pairs").met is False
    second = answered(pair_study(tmp_path / "second", count=3, preset="3x10"), answers).score(replicates=20)
    assert next(check for check in second.checks if check.name == "at least 3 pairs").met is True


def test_one_rater(tmp_path: Path) -> None:
    result = reported(answered(pair_study(tmp_path / "s", count=3), [[(1, 3, 3)], [(0, 2, 2)], [(-1, 1, 1)]]))
    assert result.estimates["pfi_001"].low is None
    assert "one rater" in str(result.estimates["pfi_001"].reason)


def test_one_pair_and_one_rater(tmp_path: Path) -> None:
    result = reported(answered(pair_study(tmp_path / "s", count=1), [[(2, 3, 3)]]))
    assert result.estimates["pfi_001"].value == pytest.approx(1.0)
    assert result.estimates["r"].value is None


def test_all_ratings_equal(tmp_path: Path) -> None:
    # The other text gets 2 where the candidate's gets 3: after "hard to tell" the mean is 2.5, so (1 + .75 + .75) / 3.
    result = reported(answered(pair_study(tmp_path / "s"), [[(0, 3, 3)] * 7] * 5))
    assert result.estimates["pfi_equivalence"].value == pytest.approx(2.5 / 3)
    assert result.estimates["pfi_equivalence"].low is None
    # pfi_001 is (.5 + .75 + .75) / 3 in all of 35 answers: at most .100 of them are others, so it is .700 at best.
    # Items that nobody tells apart have no reliability.
    told = {check.name: check.met for check in result.checks}
    assert (told["human index at least .75"], told["reliability at least .75"]) == (False, None)


def test_a_rater_who_left_most_open(tmp_path: Path) -> None:
    answers = [[(1, 3, 3), None], [(0, 2, 2), (1, 1, 1)], [(2, 3, 1), None]]
    result = reported(answered(pair_study(tmp_path / "s", count=3), answers))
    assert result.counts["raters"] == 2


def test_discrimination_leans_toward_the_candidate_and_waits_for_the_full_persona_to_be_found(tmp_path: Path) -> None:
    dice = random.Random(1)
    answers = [[(dice.choice([1, 2, 2]), dice.randint(2, 3), dice.randint(2, 3)) for _ in range(7)] for _ in range(5)]
    result = reported(answered(pair_study(tmp_path / "s", design="discrimination"), answers, controls=2))
    assert (result.estimates["voice_toward"].low or 0) > 0.5
    assert result.sound_verdict.label == "inconclusive"  # on its control cards the full persona was found out
    assert result.sound_verdict.reasons[0].startswith(("PASS would need voice_self_low > 0", "not known: voice_self"))
    assert result.protocol["design"] == "discrimination"


ANSWER = st.one_of(st.none(), st.tuples(st.integers(-2, 2), st.integers(1, 3), st.integers(1, 3)))


@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.generate])  # scoring is too slow to shrink
@given(
    st.sampled_from(["pairs", "lite"]),
    st.integers(1, 4).flatmap(
        lambda raters: st.lists(st.lists(ANSWER, min_size=raters, max_size=raters), min_size=1, max_size=5)
    ),
    st.lists(st.one_of(st.none(), st.sampled_from([0.8, 0.85, 0.9])), min_size=5, max_size=5),
)
def test_any_small_table_gives_numbers_or_reasons(
    name: str, answers: list[list[tuple[int, int, int] | None]], model: list[float | None]
) -> None:
    table = [[given or (None, None, None) for given in row] for row in answers]
    items = pairs(("TECH", "ANAL", "PHIL", "SELF", "NARR")[: len(table)], model)
    sound(score(load(name), items, pair_ratings(table), replicates=20))


def test_exactly_at_the_limits() -> None:
    from ringtrue.score.rules import criteria_checks, names_for_rules

    protocol = load("pairs")
    blank = {name: Estimate.absent("not here") for name in protocol.measures}

    def answer(name: str, of: str, low: float, high: float, n: int = 40) -> bool | None:
        estimates = {**blank, of: Estimate((low + high) / 2, low, high, n)}
        checks = criteria_checks(protocol, estimates, names_for_rules(estimates, {}))
        return next(check.met for check in checks if check.name == name)

    for name, of, limit in (
        ("human index at least .75", "pfi_001", 0.75),
        ("reliability at least .75", "alpha", 0.75),
        ("correlation with the model index at least .70", "r", 0.70),
        ("combined index at least .80", "pfi_combined", 0.80),
    ):
        assert answer(name, of, limit, 0.99) is True, name
        assert answer(name, of, limit - 1e-9, 0.99) is None, name
        assert answer(name, of, 0.1, limit) is None, name
        assert answer(name, of, 0.1, limit - 1e-9) is False, name
        assert answer(name, of, limit, 0.99, n=2) is True, name  # the interval decides, not the number
