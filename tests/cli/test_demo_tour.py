"""`ringtrue demo --tour`: simulated studies that come out as they were drawn, printed and as one document."""

import json
import re

import pytest

from ringtrue.cli import demo as demo_tour
from ringtrue.cli.demo import SHOWN, SPEAKERS
from ringtrue.stats.detection.equivalence import Gate
from ringtrue.stats.detection.planning import Rates
from ringtrue.terms.result import Estimate

CONTROL = Estimate(0.9, 0.8, 1.0, 60)
GATES = {
    "the real person": Gate(0.5, 0.45, 0.55, 400, outcome="indistinguishable", control=CONTROL),
    "a caricature": Gate(0.125, 0.1, 0.15, 400, outcome="indistinguishable", control=CONTROL, preferred=True),
    "nobody": Gate(None, reason="nobody rated"),
}
RATES = [Rates(0.5, 0.97, 0.0, 0.03, 2000), Rates(0.9, 0.0005, 0.99, 0.0095, 2000)]


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "240")


@pytest.fixture(scope="module")
def gates() -> dict[str, Gate]:
    return {speaker: demo_tour._gate(place, speaker) for place, speaker in enumerate(SPEAKERS)}


def test_speakers_drawn_far_apart_come_out_so(gates: dict[str, Gate]) -> None:
    # 400 picks found with .90 lie far above the margin of .65, with .12 far below chance; raters who find the bot in
    # half of the cards cannot certify anybody.
    assert gates["a generic bot"].outcome == "told apart"
    assert gates["a caricature"].preferred
    assert gates["raters who guess"].outcome == "inconclusive"
    assert gates["the real person"].outcome != "told apart"


def test_shares_lie_near_those_drawn(gates: dict[str, Gate]) -> None:
    # 400 picks have a standard error of at most .025 by chance; effects of 40 items (sd .5) and 10 raters (sd .3), in
    # logits, at most a quarter of that as shares, add .02 and .024: five times the root of their squares' sum is .20.
    for speaker, (found, bot) in SPEAKERS.items():
        gate = gates[speaker]
        assert gate.value == pytest.approx(found, abs=0.2)
        assert gate.control is not None
        assert gate.control.value == pytest.approx(bot, abs=0.3)
        assert gate.n == 400


def test_a_study_is_drawn_the_same_every_time(gates: dict[str, Gate]) -> None:
    assert demo_tour._gate(2, "a drifted clone") == gates["a drifted clone"]


def test_agreement_is_measured_by_the_statistics_shown() -> None:
    found = demo_tour._agreement()
    assert list(found) == list(SHOWN)
    for estimate in found.values():
        assert estimate.value is not None
        assert -1 <= estimate.value <= 1
    # Spearman and Brown: k raters together agree better than one, k r / (1 + (k - 1) r).
    one, together = found["icc_2_1"].value, found["icc_2_k"].value
    assert one is not None
    assert together == pytest.approx(5 * one / (1 + 4 * one))


def printed(capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    return [re.split(r"\s{2,}", line) for line in capsys.readouterr().out.splitlines()]


def test_gates_are_rows_and_a_preferred_one_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    demo_tour._print_gates(GATES)
    rows = printed(capsys)
    assert rows[2] == ["the real person", ".50", ".45 to .55", ".90", "indistinguishable"]
    assert rows[3][-1] == "indistinguishable, preferred over the original"
    assert rows[4] == ["nobody", "-", "-", "-", "inconclusive"]


def test_rates_are_whole_percentages_that_never_claim_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    demo_tour._print_rates(RATES)
    rows = [[cell for cell in row if cell] for row in printed(capsys)]
    assert rows[2:] == [[".50", "97 %", "0 %", "3 %"], [".90", "<1 %", "99 %", "<1 %"]]


def test_agreement_is_a_row_for_each_statistic(capsys: pytest.CaptureFixture[str]) -> None:
    demo_tour._print_agreement({"alpha": Estimate(0.625, 0.5, 0.75, 24), "icc": Estimate.absent("too few", n=3)})
    assert printed(capsys)[3:] == [["alpha", ".62", ".50 to .75", "24"], ["icc", "-", "-", "3"]]


def test_the_document_says_that_it_is_simulated_and_is_json() -> None:
    document = json.loads(json.dumps(demo_tour._tour_document({"alpha": Estimate(0.6, n=24)}, GATES, RATES)))
    assert document["simulated"] is True
    assert document["seed"] == demo_tour.SEED
    assert document["gates"]["a caricature"]["preferred"] is True
    assert document["rates"][0] == {
        "share": 0.5, "indistinguishable": 0.97, "told_apart": 0.0, "cannot_be_told": 0.03, "studies": 2000
    }  # fmt: skip
    assert document["agreement"]["alpha"]["value"] == 0.6
