"""The sentences of a plan follow from its numbers."""

import pytest

from ringtrue.cli.plan_designs import Outlook, PlanRequest, conclusions, exact_counts, plotted_shares
from ringtrue.stats.detection.planning import Rates


def request(**changes: object) -> PlanRequest:
    settings = {"margin": 0.65, "raters": 7, "items": 30, "power": 0.8, "effects": {"none": (0.0, 0.0)}, "studies": 100}
    return PlanRequest(**{**settings, "seed": 1, **changes})


def outlook(person: dict[str, float], raters: int = 7, items: int = 30) -> Outlook:
    rates = {
        effect: {0.5: Rates(0.5, passed, 0.0, 1 - passed, 100), 0.9: Rates(0.9, 0.0, 0.99, 0.01, 100)}
        for effect, passed in person.items()
    }
    return Outlook(raters, items, {}, rates)


@pytest.mark.parametrize(
    ("person", "sentence"),
    [
        ({"none": 0.95, "strong": 0.81}, "Can: certify a clone as good as the person"),
        ({"none": 0.95, "strong": 0.50}, "Can certify a perfect clone only if raters and items differ little"),
        ({"none": 0.40, "strong": 0.10}, "Cannot: certify a clone with any reliability"),
    ],
)
def test_what_can_be_certified_depends_on_the_weakest_and_best_case(person: dict[str, float], sentence: str) -> None:
    assert any(line.startswith(sentence) for line in conclusions(request(), outlook(person)))


def test_few_raters_and_few_judgments_are_said() -> None:
    said = " ".join(conclusions(request(), outlook({"none": 0.4}, raters=3)))
    assert "raters before items" in said
    assert "Its 90 judgments would be too few" in said  # the exact number for margin .65 is 96
    assert "too few" not in " ".join(conclusions(request(), outlook({"none": 0.9}, raters=7)))


def test_exact_counts_are_those_of_the_binomial() -> None:
    assert exact_counts(0.60) == {"judgments_80": 214, "judgments_90": 268}
    assert exact_counts(0.70) == {"judgments_80": 53, "judgments_90": 67}


@pytest.mark.parametrize("margin", [0.51, 0.65, 0.99])
def test_plotted_shares_are_symmetric_and_possible(margin: float) -> None:
    shares = plotted_shares(margin)
    assert shares[len(shares) // 2] == 0.5
    assert all(0.0 < share < 1.0 for share in shares)
    assert [round(1 - share, 6) for share in reversed(shares)] == shares
