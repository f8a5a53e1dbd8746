"""The pictures: well-formed, the same every time, text as text, nothing drawn from nothing."""

import xml.etree.ElementTree as ET

from ringtrue.study.pairs.plots import pairs_figures
from ringtrue.study.pairs.sections import PairRow
from ringtrue.terms.result import Estimate

ROWS = [
    PairRow("P1", "TECH", n=3, pfi_001=Estimate(0.7, 0.6, 0.8, 3), pfi_004=0.6, pfi_equivalence=0.9, pfi_model=0.92),
    PairRow("P2", "NARR", n=1, pfi_001=Estimate(0.5, n=1, reason="one rater"), pfi_004=0.4, pfi_model=0.80),
    PairRow("P3", "SELF"),
]
DOMAINS = {
    "TECH": Estimate(0.7, 0.6, 0.8, 3),
    "NARR": Estimate(0.5, n=1, reason="one"),
    "SELF": Estimate.absent("none"),
}


def test_three_pictures_with_names_as_text() -> None:
    figures = pairs_figures(ROWS, DOMAINS, "pfi_001", 0.75)
    assert list(figures) == ["pairs", "model", "domains"]
    for picture in figures.values():
        root = ET.fromstring(picture)  # noqa: S314 - our own text
        assert root.tag.endswith("svg")
    assert "P1 (TECH)" in figures["pairs"]
    assert "P3" not in figures["pairs"]
    assert "human index (pfi_001)" in figures["model"]
    assert "SELF" in figures["domains"]


def test_the_same_study_gives_the_same_pictures() -> None:
    assert pairs_figures(ROWS, DOMAINS, "pfi_001", 0.75) == pairs_figures(ROWS, DOMAINS, "pfi_001", 0.75)


def test_lite_is_drawn_by_its_own_index() -> None:
    figures = pairs_figures(ROWS, DOMAINS, "pfi_004", 0.75)
    assert "human index (pfi_004)" in figures["model"]
    assert "pfi_004, held against the target" in figures["pairs"]
    assert "pfi_004" not in pairs_figures(ROWS, DOMAINS, "pfi_001", 0.75)["pairs"]


def test_nothing_is_drawn_from_nothing() -> None:
    assert pairs_figures([], {}, "pfi_001", 0.75) == {}
    assert pairs_figures([PairRow("P1", "TECH")], {"TECH": Estimate.absent("none")}, "pfi_001", 0.75) == {}
    lone = pairs_figures([PairRow("P1", "T", n=1, pfi_001=Estimate(0.5, n=1, reason="one"))], {}, "pfi_001", 0.75)
    assert list(lone) == ["pairs"]


def test_odd_and_hostile_names_stay_text() -> None:
    row = PairRow("$x^2$ <b>&" + "ß" * 50, "東京", n=2, pfi_001=Estimate(0.5, 0.4, 0.6, 2), pfi_model=0.5)
    picture = pairs_figures([row], {"$y$": Estimate(0.5, n=1, reason="one")}, "pfi_001", 0.75)
    assert "$x^2$ &lt;b&gt;&amp;" in picture["pairs"]
    assert "ß…" in picture["pairs"]
    assert "<b>" not in picture["pairs"]
    assert "$y$" in picture["domains"]


def test_many_pairs_have_no_labels_over_each_other() -> None:
    rows = [
        PairRow(f"P{n}", "TECH", n=2, pfi_001=Estimate(0.5, 0.4, 0.6, 2), pfi_model=0.9 + n / 1000) for n in range(40)
    ]
    assert ">TECH<" not in pairs_figures(rows, {}, "pfi_001", 0.75)["model"]
