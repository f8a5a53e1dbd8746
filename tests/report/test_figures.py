"""Pictures: what they draw, the cuts of the rules, their data as a table, and SVG that a strict policy takes."""

import re

from ringtrue.protocols.loader import load
from ringtrue.report.figures import cuts_of, drawn, pictures_section
from ringtrue.report.section import Figure
from ringtrue.report.summary import About
from ringtrue.report.svg import inline_svg
from ringtrue.terms.result import Estimate, Result, Verdict

BLIND = load("blind")


def test_cuts_are_the_numbers_that_rules_hold_an_estimate_against() -> None:
    assert cuts_of(BLIND, "composite") == [80, 90]
    assert cuts_of(BLIND, "content") == [60, 75]
    assert cuts_of(BLIND, "decision") == [60, 75]
    assert cuts_of(BLIND, "decision_place") == [60, 75]  # the value's and the lower bound's
    assert cuts_of(load("pairs"), "voice_toward") == [-0.5, 0.5]
    assert cuts_of(BLIND, "trapped") == []


def test_a_picture_has_its_data_as_a_table_and_leaves_out_what_has_no_value() -> None:
    estimates = {"content": Estimate(61.0, 50.0, 70.0, 45), "paradox": Estimate.absent("not rated")}
    result = Result({}, estimates, Verdict("x", ()), Verdict("x", ()))
    gate = Estimate(0.6, 0.49, 0.71, 240).as_dict() | {
        "margin": 0.65,
        "control": Estimate(0.9, 0.8, 0.95, 48).as_dict(),
    }
    section = pictures_section(BLIND, result, About.of(BLIND, "Nora"), {"gate": gate})
    first, last = section.blocks
    assert isinstance(first, Figure)
    assert isinstance(last, Figure)
    assert first.data is not None
    assert first.data.rows == (("content", "61.00", "50.00 to 70.00", "45"),)
    assert last.data is not None
    assert [row[:2] for row in last.data.rows] == [("the clone", "0.600"), ("the generic control", "0.900")]
    assert "dashed" in first.title


def test_the_same_picture_is_drawn_twice_alike() -> None:
    made = [drawn("A", 2.0, lambda axes: axes.plot([0, 1], [0, 1])[0]) for _ in range(2)]
    assert made[0] == made[1]
    assert "<text" in made[0]  # words stay words


def test_within_a_page_a_picture_has_no_style_and_ids_of_its_own() -> None:
    svg = drawn("A & <b>", 2.0, lambda axes: axes.plot([0, 1], [0, 1], label="x")[0])
    text = str(inline_svg(Figure("p 1", "A", svg, 'say "this" <b>')))
    assert text.startswith("<svg")
    assert 'role="img" aria-label="say &quot;this&quot; &lt;b&gt;"' in text
    assert "style" not in text
    ids = set(re.findall(r'\bid="([^"]*)"', text))
    assert ids
    assert all(name.startswith("p-1-") for name in ids)
    assert set(re.findall(r'href="#([^"]*)"', text)) <= ids
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= ids


def test_a_voice_judge_s_places_are_drawn_between_other_people_and_the_person() -> None:
    estimates = {
        "voice_clone": Estimate(0.8, 0.4, 1.3, 30, kind="statistic"),
        "voice_generic": Estimate(-0.2, -0.9, 0.3, 30, kind="statistic"),
        "voice_self": Estimate(0.5, 0.4, 0.6, 30, kind="sound"),  # a measure of some protocol, and no statistic judge
    }
    made = Result({}, estimates, Verdict("x", ()), Verdict("x", ()))
    section = pictures_section(BLIND, made, About.of(BLIND, "Nora"))
    (figure,) = [one for one in section.blocks if isinstance(one, Figure) and one.name == "voice"]
    assert figure.data is not None
    assert [row[0] for row in figure.data.rows] == ["clone", "generic"]
    assert "0 is where other people stand" in figure.title
    assert "clone" in figure.svg
    without = pictures_section(BLIND, Result({}, {}, Verdict("x", ()), Verdict("x", ())), About.of(BLIND, "Nora"))
    assert not [one for one in without.blocks if isinstance(one, Figure) and one.name == "voice"]
