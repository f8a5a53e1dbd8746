"""What a report says about model judges."""

from dataclasses import replace

from report.conftest import lines_of, markdown
from ringtrue.report.judging import ONE_JUDGE, TITLE, fully_judged, how_many, judging_of, judging_section, short_of
from ringtrue.report.summary import About, counted, reservations
from ringtrue.terms.result import Estimate, JudgeCount, Result, Verdict

BOTH = (JudgeCount("judge-1", 1, 12, 12), JudgeCount("judge-2", 1, 0, 12))
TWICE = (JudgeCount("judge", 1, 12, 12), JudgeCount("judge", 2, 12, 12))
ALONE = (JudgeCount("judge", 1, 12, 12),)


def result(*judges: JudgeCount, **known: Estimate) -> Result:
    verdict = Verdict("PASS", ())
    clone = {"aggregate": Estimate(95.0, kind="literal"), "noise_of_its_own": Estimate(1.0, kind="sound")}
    return Result({}, {**clone, **known}, verdict, verdict, judges=judges, fully_judged=0.0, counts={"items": 12})


def test_judges_and_takes_are_those_that_were_set() -> None:
    assert how_many(BOTH) == "2 judges, asked once"
    assert how_many(TWICE) == "One judge, asked 2 times"
    assert how_many((*TWICE, JudgeCount("other", 1, 12, 12))) == "2 judges, asked 2 times"
    assert how_many(ALONE) == "One judge, asked once"


def test_whoever_left_cards_is_named() -> None:
    assert short_of(BOTH) == "judge-2 scored 0 of 12"
    assert short_of((*TWICE, JudgeCount("judge", 3, 7, 12))) == "judge (take 3) scored 7 of 12"
    assert short_of(TWICE) == ""
    assert fully_judged(result(*BOTH)) == "0 of 12"


def test_a_result_tells_its_estimates_of_judges_from_the_others() -> None:
    known = {"noise_voice": Estimate(2.0), "agreement_voice": Estimate.absent("one judge")}
    assert list(judging_of(result(*TWICE, **known))) == ["noise_voice", "agreement_voice"]
    assert judging_of(result(**known)) == {}


def test_the_section_counts_cards_and_says_what_is_not_known() -> None:
    known = {"noise_voice": Estimate(2.0, 1.0, 3.0, 12, "again"), "agreement_voice": Estimate.absent("1 model judges")}
    section = judging_section(result(*TWICE, **known))["judges"]
    lines = lines_of(section)
    assert section.title == TITLE
    assert lines[:2] == ["- judge scored 12 of 12 cards", "- judge (take 2) scored 12 of 12 cards"]
    assert "| `noise_voice` | 2.00 | 1.00 to 3.00 | 12 | again |" in lines
    assert lines[-1] == "No value for agreement_voice: 1 model judges."
    lines = lines_of(judging_section(result(*BOTH))["judges"])
    assert lines[1:3] == [
        "- judge-2 scored 0 of 12 cards",
        "- 0 of 12 items have a score from every judge that was asked",
    ]
    assert lines[-1] == "2 judges, asked once; nothing could be computed from that."


def test_one_judge_asked_once_says_what_would_help() -> None:
    section = judging_section(result(*ALONE, noise_weighted_score=Estimate.absent("one judge")))["judges"]
    assert lines_of(section) == ["- judge scored 12 of 12 cards", "", ONE_JUDGE]
    assert judging_section(result()) == {}


def test_what_is_about_judges_stands_with_them_alone() -> None:
    shown = result(*TWICE, noise_voice=Estimate(2.0), agreement_voice=Estimate.absent("1 model judges"))
    text = markdown(shown, About("Nora"), judging_section(shown).values())
    assert text.count("noise_voice") == 1
    assert "`noise_of_its_own`" in text
    assert reservations(shown, About("Nora")) == []


def test_the_count_names_items_that_lack_a_judge() -> None:
    assert counted(result(*BOTH)) == "12 items, coverage 100.0 %, 0 of 12 scored by every judge"
    assert counted(replace(result(*TWICE), fully_judged=1.0)) == "12 items, coverage 100.0 %"
