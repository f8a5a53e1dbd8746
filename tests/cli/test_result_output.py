"""Exit codes for every verdict, and a result as a page in the terminal."""

from dataclasses import replace
from itertools import product

import pytest

from ringtrue.cli.result_output import exit_code, print_result
from ringtrue.report.summary import About
from ringtrue.terms.result import Check, Estimate, JudgeCount, Result, Verdict

LABELS = ("PASS", "FAIL", "CONDITIONAL PASS", "inconclusive", "provisional", "", "pass", "fail")


def result(literal: str = "PASS", sound: str = "PASS", coverage: float = 1.0, **more: object) -> Result:
    verdicts = Verdict(literal, ("found < 0.65",)), Verdict(sound, ())
    return Result({"name": "blind"}, {"found": Estimate(0.5, 0.4, 0.6, 30)}, *verdicts, coverage=coverage, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("label", "strict"), list(product(LABELS, (False, True))))
def test_a_complete_study_ends_by_its_label(label: str, strict: bool) -> None:
    # 1 for FAIL; strictly, for everything but PASS.
    expected = {"PASS": 0, "FAIL": 1}.get(label, 1 if strict else 0)
    assert exit_code(result(label, "x"), by="literal", strict=strict) == expected
    assert exit_code(result("x", label), by="sound", strict=strict) == expected


def test_the_verdict_asked_for_decides() -> None:
    apart = result("PASS", "FAIL")
    assert exit_code(apart, by="literal", strict=True) == 0
    assert exit_code(apart, by="sound", strict=False) == 1


@pytest.mark.parametrize(("label", "strict", "coverage"), list(product(LABELS, (False, True), (0.0, 0.5, 1 - 1e-9))))
def test_an_incomplete_study_is_incomplete_whatever_its_label(label: str, strict: bool, coverage: float) -> None:
    assert exit_code(result(label, label, coverage), by="literal", strict=strict) == 3


@pytest.mark.parametrize("label", ["PASS", "FAIL"])
def test_a_judge_that_left_cards_makes_it_incomplete_if_it_was_needed(label: str) -> None:
    judges = (JudgeCount("a", 1, 12, 12), JudgeCount("b", 1, 11, 12))
    assert exit_code(result(label, judges=judges), by="literal", strict=False) == 3
    beside = tuple(replace(one, needed=False) for one in judges)  # people answered, and the protocol asks people
    assert exit_code(result(label, judges=beside), by="literal", strict=False) == (label == "FAIL")
    assert exit_code(result(label, judges=judges[:1]), by="literal", strict=False) == (label == "FAIL")


def page(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, shown: Result) -> str:
    monkeypatch.setenv("COLUMNS", "200")
    print_result(shown, About("Nora Quill", rank_by=("score",)))
    out, err = capsys.readouterr()
    assert err == ""
    assert all(line == line.rstrip() for line in out.splitlines())
    return str(out)


def test_the_page_holds_verdicts_estimates_and_what_decided(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page(capsys, monkeypatch, result("PASS", "inconclusive"))
    for words in ("Nora Quill", "found < 0.65", "inconclusive", "0.500", "0.400 to 0.600"):
        assert words in text


def test_checks_and_weak_items_stand_only_where_there_are_some(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = page(capsys, monkeypatch, result())
    assert "weakest items" not in bare
    assert "limit" not in bare
    checks = (Check("enough people", False, 2.0, 3.0, False, "ask one more"),)
    items = ({"id": "q7", "kind": "quote", "score": 10.0, "passed": False, "cause": "voice"},)
    full = page(capsys, monkeypatch, result(checks=checks, items=items))
    assert "enough people" in full
    assert "ask one more" in full
    assert "q7" in full


def test_estimates_beyond_a_dozen_are_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    many = Result(
        {}, {f"e{n:02}": Estimate(float(n), n=1) for n in range(20)}, Verdict("done", ()), Verdict("done", ())
    )
    text = page(capsys, monkeypatch, many)
    assert "E11" in text
    assert "E12" not in text
    assert "8 more are in the table of estimates." in text


def test_what_weakens_the_result_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = page(capsys, monkeypatch, result(notes=("Two raters \x1b[31mwere tired.",)))
    assert "What cannot be concluded, and what to know" in text
    assert "were tired." in text
    assert "\x1b" not in text


def test_what_there_is_no_room_for_is_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    items = tuple({"id": f"q{n}", "kind": "quote", "score": 10.0 + n, "passed": False} for n in range(17))
    notes = tuple(f"Note {n}." for n in range(12))
    text = page(capsys, monkeypatch, result(items=items, notes=notes))
    assert "Weakest items (10 of 17)" in text
    assert "Note 7." in text
    assert "Note 8." not in text
    assert "and 4 more in the report" in text
