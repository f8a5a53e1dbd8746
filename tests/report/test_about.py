"""What a protocol tells a report about itself."""

from ringtrue.protocols import load
from ringtrue.report import About


def test_a_protocol_gives_title_unit_definitions_and_what_ranks_its_items() -> None:
    about = About.of(load("scenarios"), "Ada Example", seed=5)
    assert about.protocol_title == "Scenarios put to a system prompt"
    assert about.unit == "items x raters"
    assert about.seed == 5
    assert about.rank_by[0] == "weighted_score"
    assert "passed" not in about.rank_by
    assert about.definition("aggregate_valid") == "scenarios with a score only"


def test_estimates_of_single_tag_values_take_the_definition_of_their_measure() -> None:
    about = About("x", definitions={"domain": "by domain", "domain_wide": "over all"})
    assert about.definition("domain_TECH") == "by domain"
    assert about.definition("domain_wide_x") == "over all"
    assert about.definition("unknown") == ""


def test_every_way_of_computing_a_measure_has_words() -> None:
    pairs = About.of(load("pairs"), "x").definitions
    assert pairs["alpha"] == "cronbach_alpha of pfi_001_each"
    assert pairs["domain"] == "mean of the single answers to pfi_001_each"
    assert pairs["pfi_combined"] == "mean(pair_combined)"
    assert all(
        text for name in ("blind", "lite", "recognition") for text in About.of(load(name), "x").definitions.values()
    )
