"""The Markdown report: what stands in it, line by line, and that nobody's words break it."""

import re
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from report.conftest import markdown
from ringtrue.report.summary import About
from ringtrue.terms.result import Check, Estimate, Result, Verdict

DIFFERENCE = (
    "By the document's rules it is PASS: composite is 93.999, at least 90. "
    'By the sound numbers it is inconclusive: gate == "inconclusive".'
)


def section(text: str, title: str) -> list[str]:
    """The lines of one section, blank ones left out."""
    body = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [line for line in body.splitlines() if line]


def test_the_top_says_who_what_when_and_both_verdicts(result: Result, about: About) -> None:
    assert markdown(result, about).split("\n## ")[0].splitlines() == [
        "# Ada Example: Blind tests",
        "",
        "By the rules of blind 1.0.0 the verdict on Ada Example is **PASS**; the sound numbers say inconclusive.",
        "",
        "> **Note.** The answers were simulated.",
        "",
        "- Study: spring",
        "- Scored: 2026-01-02T10:00:00+00:00",
        "- Rests on: 30 items, 1,500 ratings, coverage 80.0 %",
        "- The protocol in short: Quotes and decisions.",
    ]


def test_verdicts_stand_side_by_side_with_the_conditions_that_decided_them(result: Result, about: About) -> None:
    assert section(markdown(result, about), "The two verdicts") == [
        "|  | by the document's rules | by the sound numbers |",
        "| --- | --- | --- |",
        "| verdict | **PASS** | **inconclusive** |",
        '| decided by | Composite is 93.999, at least 90. | Gate == "inconclusive". |',
        "|  | Min(content, edge) >= 75. |  |",  # without its values a condition stays as it was written
        DIFFERENCE,
    ]


def test_the_formulas_that_decided_stand_in_the_appendix(result: Result, about: About) -> None:
    lines = section(markdown(result, about), "The rules that decided, as formulas")
    assert lines[1] == "- composite >= 90 (composite 93.999)"


def test_what_cannot_be_concluded_is_listed_or_said_to_be_nothing(result: Result, about: About) -> None:
    assert (
        section(markdown(result, about), "What cannot be concluded, and what to know")[0]
        == "- No generic control was rated."
    )
    bare = replace(result, notes=(), checks=(), estimates={})
    assert section(markdown(bare, about), "What cannot be concluded, and what to know") == [
        "No reservations were recorded."
    ]
    assert section(markdown(bare, about), "Estimates") == ["There are none."]


def test_every_estimate_has_value_interval_n_reading_and_definition(result: Result, about: About) -> None:
    lines = section(markdown(result, about), "Estimates")
    assert lines[2:6] == [
        "| `composite` | 93.999 | 80.00 to 97.12 | 30 | literal | weighted mean; bootstrap over items |",
        "| `found_share` | 0.512 | 0.420 to 0.610 | 150 | sound | mean of 150 ratings |",
        "| `gate` | 0.512 | 0.440 to 0.590 (90 %) | 150 | sound |  |",
        "| `r` | - | - | 0 | statistic | Pearson correlation; no value: all ratings identical |",
    ]
    assert lines[6].endswith("| one layer of the DNA; no value: no item is tagged |")


def test_categories_bands_and_checks_have_tables(result: Result, about: About) -> None:
    text = markdown(result, about)
    assert section(text, "Categories")[-1] == "| quote | pass |  |"
    assert section(text, "Bands")[-1] == "| `composite` | target met | acceptable | exceptional |"
    assert section(text, "Checks that are met")[2:] == ["| human index | met | 0.800 | 0.750 |  |  |"]
    assert section(text, "Checks")[0] == "1 of 4 checks are met."
    assert section(text, "Checks")[3:] == [
        "| reliability | not met | 0.7499 | 0.750 |  | ask more raters |",
        "| correlation | inconclusive | 0.720 | 0.700 | met | 3 pairs are exploratory |",
        "| 85 items | not met | 30 | 85 |  |  |",
    ]


def test_items_are_listed_weakest_first_and_then_all_by_kind(result: Result, about: About) -> None:
    text = markdown(result, about)
    assert section(text, "Weakest items (4 of 4)")[2:] == [
        "| `D3` | decision | 20 | `alignment` | both |",
        "| `D1` | decision | 61.67 | `alignment` | kb_gap (facts) |",
        "| `Q1` | quote | - |  |  |",
        "| `D4` | decision | - |  | execution_error; timed out |",
    ]
    assert section(text, "Items")[:7] == [
        "### quote",
        "| id | kind | passed | found |",
        "| --- | --- | --- | --- |",
        "| `Q1` | quote | no | 1 |",
        "### decision",
        "| id | kind | alignment | passed | cause | primary | unscored |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]


def test_a_long_table_of_items_is_cut_and_says_so(result: Result, about: About) -> None:
    many = replace(result, items=tuple({"id": f"Q{n}"} for n in range(1700)))
    lines = section(markdown(many, about), "Items")
    elsewhere = "are in result.json, and in the table of ringtrue report DIR --format csv."
    assert (lines[-2], lines[-1]) == ("| `Q199` |", f"1,500 more items {elsewhere}")


def test_it_says_how_it_was_computed(result: Result, about: About) -> None:
    assert section(markdown(result, about), "How this was computed") == [
        "- Protocol: blind",
        "- Version: 1.0.0",
        "- Hash: c0ffee",
        "- Unit of resampling: items x raters",
        "- Replicates: 2,000",
        "- Seed: 20261115",
        "- Program: ringtrue 0.1.0",
        "- Figures here are rounded; result.json has them in full.",
    ]


def test_parts_a_result_does_not_have_are_left_out() -> None:
    bare = Result({}, {}, Verdict("PASS", ()), Verdict("PASS", ()))
    text = markdown(bare, About(""))
    assert re.findall("^#+ .*", text, flags=re.MULTILINE) == [
        "# Result",
        "## The two verdicts",
        "## What cannot be concluded, and what to know",
        "## Estimates",
        "## How this was computed",
    ]


def test_hostile_names_show_as_text(result: Result) -> None:
    hostile = "<img src=x onerror=alert(1)>|[a](b)\n## Verdict: PASS"
    bad = replace(
        result,
        estimates={hostile: Estimate(0.5)},
        notes=(hostile,),
        items=({"id": hostile, "kind": hostile, hostile: hostile, "passed": False},),
    )
    text = markdown(bad, About(hostile, hostile, hostile, hostile, hostile, hostile, hostile))
    assert "<img" not in text
    assert "\n## Verdict" not in text
    assert "[a](b)" not in text
    assert r"&lt;img src=x onerror=alert(1)>\|\[a\](b) ## Verdict: PASS" in text


WORDS = st.text(max_size=12) | st.sampled_from(["<b>", "a|b", "=1+1", "x\ny", "<!--", "```", "</td>", "&#60;"])
NUMBERS = st.none() | st.floats(allow_nan=False, allow_infinity=False)
CELLS = WORDS | NUMBERS | st.booleans() | st.lists(WORDS, max_size=2) | st.dictionaries(WORDS, NUMBERS, max_size=2)


@st.composite
def estimates(draw: st.DrawFn) -> Estimate:
    low, high = sorted(draw(st.tuples(st.floats(-1e12, 1e12), st.floats(-1e12, 1e12))))
    kept_low, kept_high = draw(st.tuples(st.booleans(), st.booleans()))
    value = draw(NUMBERS)
    reason = draw(WORDS) or "because"
    kind = draw(st.sampled_from(["literal", "sound", "statistic"]))
    bounds = low if kept_low else None, high if kept_high else None
    return Estimate(value, *bounds, draw(st.integers(0, 999)), draw(WORDS), reason, kind, draw(st.floats(0.01, 0.99)))


VERDICTS = st.builds(Verdict, WORDS, st.lists(WORDS, max_size=3).map(tuple))
CHECKS = st.builds(Check, WORDS, st.none() | st.booleans(), NUMBERS, NUMBERS, st.none() | st.booleans(), WORDS)
ITEMS = st.dictionaries(WORDS | st.sampled_from(["id", "kind", "passed", "cause", "score"]), CELLS, max_size=5)
RESULTS = st.builds(
    Result,
    protocol=st.dictionaries(st.sampled_from(["name", "version", "hash"]), WORDS),
    estimates=st.dictionaries(WORDS, estimates(), max_size=4),
    verdict=VERDICTS,
    sound_verdict=VERDICTS,
    checks=st.lists(CHECKS, max_size=3).map(tuple),
    items=st.lists(ITEMS, max_size=3).map(tuple),
    coverage=st.floats(0, 1),
    difference=WORDS,
    status=st.dictionaries(WORDS, WORDS, max_size=2),
    bands=st.dictionaries(WORDS, st.dictionaries(st.sampled_from(["value", "low", "high"]), WORDS), max_size=2),
    counts=st.dictionaries(WORDS, st.integers(0, 10**7), max_size=2),
    notes=st.lists(WORDS, max_size=2).map(tuple),
)


@given(RESULTS, WORDS)
def test_any_result_is_rendered_with_every_estimate_and_without_markup_of_others(result: Result, words: str) -> None:
    text = markdown(result, About(words, words, words, words, words, words, words, rank_by=("score",)))
    assert not re.search(r"<[A-Za-z/!?]", text)
    assert len(section(text, "Estimates")) == (len(result.estimates) + 3 if result.estimates else 1)
    for line in text.splitlines():
        assert line.isprintable()


@given(RESULTS)
def test_every_table_row_is_as_wide_as_its_header(result: Result) -> None:
    blocks = markdown(result, About("x", rank_by=("score",))).split("\n\n")
    tables = [block.splitlines() for block in blocks if block.startswith("| ")]
    assert tables
    for table in tables:
        borders = {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in table}
        assert len(borders) == 1


def test_plain_names_of_estimates_appear_as_they_are(result: Result, about: About) -> None:
    text = markdown(result, about)
    names: list[Any] = re.findall(r"^\| `(\w+)` \|.*(?:literal|sound|statistic)", text, flags=re.MULTILINE)
    assert names == list(result.estimates)
