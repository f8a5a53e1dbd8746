"""The report of a result: what stands where, and what it says first."""

from dataclasses import replace

from ringtrue.protocols.loader import load
from ringtrue.report.result_report import aim_line, key_estimates, outcome_of, report_of
from ringtrue.report.section import ItemCard, Links, Points, Section, Text
from ringtrue.report.summary import About
from ringtrue.terms.result import Estimate, Result, Verdict

CARDS = tuple(ItemCard(f"Q{n}", outcome="bad", why=f"why {n}") for n in range(5))


def found(result: Result, about: About, name: str, cards: tuple[ItemCard, ...] = ()) -> Section:
    return next(one for one in report_of(result, about, cards=cards).sections if one.name == name)


def test_a_study_of_quotes_alone_begins_with_how_often_raters_found_the_person() -> None:
    gate = Estimate(0.6, 0.492, 0.708, 240, reason="inconclusive: 90 % interval 0.49 to 0.71", kind="sound", level=0.9)
    estimates = {"composite": Estimate.absent("no decisions"), "gate": gate}
    result = Result({"name": "blind"}, estimates, Verdict("FAIL", ()), Verdict("inconclusive", ()))
    (block,) = found(result, About.of(load("blind"), "Nora"), "purpose").blocks
    assert isinstance(block, Points)
    assert block.lines == (
        "Raters found the person's own words in 60 % of the picks (90 % interval 49.2 to 70.8): inconclusive.",
    )


def test_an_aim_without_an_interval_says_so(result: Result, about: About) -> None:
    bare = replace(result, estimates={"a": Estimate(0.5)})
    assert aim_line(bare, about, "a", "It is {value} ({interval}), n {n}.") == "It is 0.5 (no interval), n 0."
    assert aim_line(bare, about, "b", "{value}") == ""


def test_three_items_to_fix_first_and_how_many_more(result: Result, about: About) -> None:
    links, more = found(result, about, "next", CARDS).blocks
    assert isinstance(links, Links)
    assert [link.item for link in links.links] == ["Q0", "Q1", "Q2"]
    assert isinstance(more, Text)
    assert more.words == "2 more did not pass; they are listed below."


def test_where_nothing_can_pass_the_lowest_scores_are_named(result: Result, about: About) -> None:
    section = found(result, about, "next", tuple(replace(card, outcome="none") for card in CARDS))
    assert section.title == "What to look at first: the lowest scores"


def test_where_everything_passed_there_is_nothing_to_fix(result: Result, about: About) -> None:
    (said,) = found(result, about, "next", (ItemCard("Q", outcome="good"),)).blocks
    assert isinstance(said, Text)
    assert said.words.startswith("Every item passed.")


def test_roles_put_the_answers_first_and_the_formulas_last(result: Result, about: About) -> None:
    roles = {section.name: section.role for section in report_of(result, about, cards=CARDS).sections}
    assert roles["verdicts"] == "first"
    assert roles["next"] == "next"
    assert roles["reservations"] == "caution"
    assert {roles[name] for name in ("estimates", "rules", "method", "checks_met")} == {"appendix"}


def test_bounds_in_conditions_name_their_estimate_and_without_conditions_all_are_key(result: Result) -> None:
    bounded = replace(
        result, bands={}, verdict=Verdict("x", ("r_low >= 1",)), sound_verdict=Verdict("x", ("gate_high < 1",))
    )
    assert key_estimates(bounded) == ["r", "gate"]
    silent = replace(bounded, verdict=Verdict("x", ()), sound_verdict=Verdict("x", ()))
    assert key_estimates(silent) == list(result.estimates)


def test_labels_mean_something_or_nothing() -> None:
    assert [outcome_of(one) for one in ("PASS", "FAIL", "provisional", "sehr gut")] == ["good", "bad", "open", "none"]
