"""A run of scenarios in the terminal: plan, forecast and outcome, on figures one can check by eye."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from recorded_run import GAP, GOOD, VOICE, finished, names
from ringtrue.calls.budget import Forecast
from ringtrue.cli.run_output import MOST_FAILURES, print_forecast, print_plan, print_run
from ringtrue.study.scenarios.inputs import RunGiven, RunInputs, read_inputs
from ringtrue.study.scenarios.outputs import RunOutputs
from ringtrue.terms.result import Estimate
from scenario_files import recorded_files, run_files

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "240")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> RunInputs:
    folder = tmp_path_factory.mktemp("inputs")
    scenarios, prompt = run_files(folder, 10)
    clone, judge = recorded_files(folder, dict.fromkeys(names(10), GOOD))
    return read_inputs(RunGiven(scenarios, prompt, f"recorded:{clone}", (f"recorded:{judge}",), allow_small=True))


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> RunOutputs:
    """Six scenarios: four of 95, one that fails in everything, one without a score."""
    scores = dict.fromkeys(names(6), GOOD) | {names(6)[1]: GAP, names(6)[2]: ()}
    return finished(tmp_path_factory.mktemp("run"), scores)[1]


def as_given(inputs: RunInputs, **changed: object) -> RunInputs:
    return replace(inputs, given=replace(inputs.given, speaker="local", judges=("m@a",), **changed), warnings=())  # type: ignore[arg-type]


def test_the_plan_says_how_many_of_what_and_who_answers(inputs: RunInputs, capsys: Captured) -> None:
    print_plan(as_given(inputs), 0, stderr=False)
    # CYCLE has three strategic, three tactical, two of people and two of stress among ten.
    assert capsys.readouterr().out == (
        "10 scenarios (3 strategic, 3 tactical, 2 people, 2 stress); local answers, m@a judges.\n"
    )


def test_several_judges_repeats_scores_and_warnings_are_told_beside_the_result(
    inputs: RunInputs, capsys: Captured
) -> None:
    given = replace(inputs.given, speaker="local", judges=("a", "b"), repeats=3)
    print_plan(replace(inputs, given=given, warnings=("it is late",)), 4, stderr=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "a and b judge, 3 times each." in err
    assert err.splitlines()[1:] == ["4 have a score already and are not asked again.", "Warning: it is late"]


def rows(text: str) -> list[list[str]]:
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]


def test_a_forecast_of_one_has_no_sum(capsys: Captured) -> None:
    print_forecast({"clone": Forecast(1200, 34567, 89, 0.123456)})
    table = rows(capsys.readouterr().out)
    assert table[1] == ["clone", "1,200", "34,567", "89", "0.1235"]
    assert len(table) == 3


def test_forecasts_are_added_up(capsys: Captured) -> None:
    print_forecast({"clone": Forecast(10, 1000, 500, 0.5), "judge": Forecast(20, 3000, 100, 0.25)})
    assert rows(capsys.readouterr().out)[3] == ["together", "30", "4,000", "600", "0.75"]


def test_a_sum_that_lacks_a_price_is_a_lower_bound(capsys: Captured) -> None:
    print_forecast({"clone": Forecast(10, 1000, 500), "judge": Forecast(20, 3000, 100, 0.25)})
    table = rows(capsys.readouterr().out)
    assert table[1][-1] == "no prices"
    assert table[3][-1] == "at least 0.25"


def test_without_any_price_there_is_no_sum_of_money(capsys: Captured) -> None:
    print_forecast({"clone": Forecast(1, 1, 1), "judge": Forecast(1, 1, 1)})
    assert rows(capsys.readouterr().out)[3][-1] == "no prices"


def test_the_outcome_tells_what_is_missing_and_what_failed(outputs: RunOutputs, capsys: Captured) -> None:
    print_run(outputs, "Answers were recorded earlier.")
    text = capsys.readouterr().out
    # GAP is .30 x 40 + .25 x 50 + .20 x 70 + .15 x 30 + .10 x 60 = 49, and the whole (4 x 95 + 49 + 0) / 6 = 71.5.
    assert text.startswith("Fidelity 71.50 of 100 ")
    assert text.index("This is a trial: it has 6 scenarios") < text.index("category")
    assert "Incomplete: 1 of 6 scenarios have no score and count as zero here." in text
    assert "Answers were recorded earlier." in text
    assert "failures (2)" in text
    assert names(6)[1] in text
    assert "One judge, asked once" in text
    assert re.search(r"^Written: .*test_results\.yaml", text, re.MULTILINE)
    assert "\x1b" not in text


def test_a_run_without_failures_says_so(tmp_path: Path, capsys: Captured) -> None:
    print_run(finished(tmp_path, dict.fromkeys(names(3), GOOD))[1], "")
    text = capsys.readouterr().out
    assert "No failures." in text
    assert "Incomplete" not in text


def test_a_long_list_of_failures_is_cut_and_counted(tmp_path: Path, capsys: Captured) -> None:
    many = MOST_FAILURES + 4
    print_run(finished(tmp_path, dict.fromkeys(names(many), VOICE))[1], "")
    text = capsys.readouterr().out
    assert f"failures ({many})" in text
    assert "and 4 more in report.md" in text
    assert sum(bool(re.match(r"(STR|TAC|PEO|EDG)-\d", line)) for line in text.splitlines()) == MOST_FAILURES


def test_what_is_known_of_the_judges_is_told_in_lines(outputs: RunOutputs, capsys: Captured) -> None:
    known = {
        "noise_weighted_score": Estimate(2.5, 1.25, 3.75, 9),
        "agreement_weighted_score": Estimate.absent("one judge"),
        "error_correlation_weighted_score": Estimate(0.25, 0.125, 0.5, 9),
    }
    print_run(replace(outputs, judging=known), "")
    text = capsys.readouterr().out
    assert "differs by this many points: 2.50 (1.25 to 3.75)." in text
    assert "go together by r = 0.250 (0.125 to 0.500)." in text
    assert "Krippendorff" not in text
    assert "One judge, asked once" not in text


def test_conditions_that_do_not_hold_are_named(outputs: RunOutputs, capsys: Captured) -> None:
    broken = replace(outputs.page, conditions=(("rows", "yes", "6", "6", ""), ("sums", "NO", "5", "6", "one is lost")))
    print_run(replace(outputs, page=broken), "")
    text = capsys.readouterr().out
    assert "1 of 2 post-conditions hold.\n  sums: NO one is lost\n" in text
    assert "  rows:" not in text
