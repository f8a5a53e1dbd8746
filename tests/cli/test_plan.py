"""`ringtrue plan`: sizes, conclusions, refusals."""

import json

import pytest

from ringtrue.cli.plan import beside, column_plot


def test_three_raters_can_reject_a_bot_but_hardly_certify_a_clone(run) -> None:
    done = run("plan", "--raters", 3, "--items", 30, "--studies", 400)
    assert done.returncode == 0
    assert "3 raters x 30 items, margin .65" in done.stdout
    assert "Can: reject a generic bot" in done.stdout
    assert "Cannot: certify a clone with any reliability" in done.stdout
    assert "too few for 80 % power even if all were independent" in done.stdout  # 90 judgments of 96
    assert "Simulated" in done.stdout


def test_the_document_holds_exact_and_simulated_numbers(run) -> None:
    document = json.loads(run("plan", "--margin", 0.65, "--raters", 7, "--items", 30, "--json").stdout)
    assert document["simulated"] is True
    assert document["exact"] == {"judgments_80": 96, "judgments_90": 119}
    rates = {(rate["effects"], rate["share"]): rate for rate in document["rates"]}
    assert rates["none", 0.5]["indistinguishable"] >= 0.9
    assert rates["strong", 0.65]["indistinguishable"] <= 0.06  # 2,000 studies: .05 and two standard errors
    assert {row["effects"] for row in document["items_needed"]} == {"none", "moderate", "strong"}


def test_without_raters_several_numbers_are_compared(run) -> None:
    document = json.loads(run("plan", "--studies", 200, "--item-sd", 0, "--json").stdout)
    items = [row["items"]["yours"] for row in document["items_needed"]]
    assert [row["raters"] for row in document["items_needed"]] == [3, 5, 7, 10, 15]
    assert items == sorted(items, reverse=True)


def test_without_items_it_chooses_the_fewest_and_says_so(run) -> None:
    done = run("plan", "--raters", 7, "--item-sd", 0.2, "--rater-sd", 0.1, "--studies", 200)
    assert "chosen here; give --items for another" in done.stdout
    assert "yours .2, .1" in done.stdout


def test_the_same_seed_gives_the_same_plan(run) -> None:
    plans = [run("plan", "--raters", 4, "--items", 9, "--studies", 200, "--item-sd", 0).stdout for _ in range(2)]
    assert plans[0] == plans[1]


def test_impossible_plans_are_refused_together(run) -> None:
    done = run("plan", "--raters", 1, "--items", 0, "--margin", 0.4, "--power", 2, "--studies", 1, "--seed", -1)
    assert done.returncode == 2
    assert "6 problems" in done.stderr


# r = .8 with 1,000 scores: 100 labels are worth 100/(1 - .64 x 1000/1100) = 239; 39 give what 100 alone do.
def test_what_a_judge_saves(here) -> None:
    told = here("plan", "--judge-r", ".8").stdout
    assert "100 labels then say as much as 239 alone." in told
    assert "39 labels then say as much as 100 alone: 61 are saved." in told
    found = json.loads(here("plan", "--judge-r", ".3", "--labels", 50, "--scores", 0, "--json").stdout)["judge"]
    assert (found["labels_saved"], found["equivalent_labels"], found["interval_narrower"]) == (0, 50.0, 0.0)
    refused = here("plan", "--judge-r", 2, "--labels", 1)
    assert refused.exit_code == 2
    assert "2 problems" in refused.output


@pytest.mark.parametrize("columns", ["60", "80", "140"])
def test_no_line_is_wider_than_the_terminal(run, columns: str) -> None:
    done = run("plan", "--raters", 5, "--items", 10, "--studies", 100, COLUMNS=columns)
    widest = max(len(line) for line in done.stdout.splitlines())
    assert widest <= max(int(columns), 76)  # the three plots side by side need 76


# Text plots, drawn by hand.


def test_columns_fill_in_eighths() -> None:
    # Two rows of 8 eighths: 0, .5 (one full row), .75 (12 eighths: a full row and four), 1 (both), over 1 is cut.
    lines = column_plot([0.0, 0.5, 0.75, 1.0, 1.5], ("0", "1"), title="t", height=2)
    assert [line.rstrip() for line in lines] == ["t", "100%┤  ▄██", "    │ ████", "  0%┼─────", "     0   1"]
    assert len({len(line) for line in lines}) == 1


def test_plots_stand_beside_each_other() -> None:
    assert beside([["ab", "c "], ["d", "e"]], gap="|") == ["ab|d", "c |e"]
