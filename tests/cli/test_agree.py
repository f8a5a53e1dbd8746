"""`ringtrue agree` on real files: published values, every degenerate table, bad files."""

import csv
import json
from pathlib import Path

import pytest

from blind_studies import blind_study
from dealt_studies import answer_packet

# Shrout & Fleiss 1979, table 2; table 4 gives .17 .29 .71 .44 .62 .91.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
PUBLISHED = {"icc_1_1": 0.17, "icc_2_1": 0.29, "icc_3_1": 0.71, "icc_1_k": 0.44, "icc_2_k": 0.62, "icc_3_k": 0.91}
NAMES = [
    "cohen_kappa", "fleiss_kappa", "krippendorff_nominal", "krippendorff_ordinal", "krippendorff_interval",
    "krippendorff_ratio", "gwet_ac1", "gwet_ac2", "cronbach_alpha", *PUBLISHED, "sem",
]  # fmt: skip


def write(path: Path, table: list[list[object]]) -> Path:
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["item", "rater", "value"])
        for item, row in enumerate(table):
            rows.writerows([f"item {item}", f"rater {rater}", value] for rater, value in enumerate(row))
    return path


def test_shrout_and_fleiss(run, tmp_path: Path) -> None:
    done = run("agree", write(tmp_path / "r.csv", SHROUT_FLEISS), "--json")
    document = json.loads(done.stdout)
    assert list(document) == NAMES
    for name, value in PUBLISHED.items():
        assert round(document[name]["value"], 2) == value
        assert document[name]["low"] < value < document[name]["high"]
        assert set(document[name]) >= {"value", "low", "high", "n", "method", "kind", "reason"}


def test_the_table_has_values_intervals_and_sentences(run, tmp_path: Path) -> None:
    done = run("agree", write(tmp_path / "r.csv", SHROUT_FLEISS))
    assert done.returncode == 0
    assert "6 items, 4 raters, 24 ratings, none missing" in done.stdout
    assert "icc_2_1                  .29  .02 to .76         6" in done.stdout
    assert "Distrust it" in done.stdout
    assert "\x1b" not in done.stdout  # no colour where there is no terminal


def test_one_by_name(run, tmp_path: Path) -> None:
    done = run("agree", write(tmp_path / "r.csv", SHROUT_FLEISS), "--statistic", "icc_2_1", "--json")
    assert list(json.loads(done.stdout)) == ["icc_2_1"]


def test_words_give_the_statistics_for_categories_only(run, tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", [["yes", "yes"], ["no", "yes"], ["no", "no"], ["yes", "yes"]])
    document = json.loads(run("agree", path, "--json").stdout)
    assert list(document) == ["cohen_kappa", "fleiss_kappa", "krippendorff_nominal", "gwet_ac1"]
    # po = 3/4, pe = (2/4)(3/4) + (2/4)(1/4) = 1/2, kappa = (3/4 - 1/2)/(1/2) = .5
    assert document["cohen_kappa"]["value"] == pytest.approx(0.5)
    asked = json.loads(run("agree", path, "--statistic", "icc_2_1", "--json").stdout)
    assert "labels" in asked["icc_2_1"]["reason"]


def test_missing_ratings_are_allowed(run, tmp_path: Path) -> None:
    table = [row[:] for row in SHROUT_FLEISS]
    table[0][1], table[3][2] = "", "NA"
    document = json.loads(run("agree", write(tmp_path / "r.csv", table), "--json").stdout)
    assert document["krippendorff_interval"]["n"] == 6
    assert document["icc_2_1"]["n"] == 4


@pytest.mark.parametrize(
    "table",
    [
        pytest.param([[3, 3, 3]] * 5, id="identical ratings"),
        pytest.param([[1], [2], [3]], id="one rater"),
        pytest.param([[1, ""], ["", 2], [3, ""], ["", 4]], id="no overlap"),
        pytest.param([["", ""], ["", ""]], id="all missing"),
        pytest.param([[1, 2, 3]], id="one item"),
    ],
)
def test_degenerate_tables_give_reasons(run, tmp_path: Path, table: list[list[object]]) -> None:
    done = run("agree", write(tmp_path / "r.csv", table), "--json")
    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert document
    for name, estimate in document.items():
        assert estimate["value"] is None, name
        assert estimate["reason"], name


def test_a_constant_column_gives_numbers_or_reasons_but_no_nan(run, tmp_path: Path) -> None:
    done = run("agree", write(tmp_path / "r.csv", [[1, 3], [2, 3], [3, 3], [4, 3]]), "--json")
    assert done.returncode == 0
    for estimate in json.loads(done.stdout).values():
        assert (estimate["value"] is not None) or estimate["reason"]


def test_bad_files_are_refused_whole(run, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("item,rater,value\na,r1,3\na,r1,4\nb,r2,x\n,r3,inf\nc,r3,2\n")
    done = run("agree", path)
    assert done.returncode == 2
    assert done.stdout == ""
    for place in ("line 3, column rater", "line 4, column value", "line 5, column item", "line 5, column value"):
        assert place in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_statistic_lists_the_known(run, tmp_path: Path) -> None:
    done = run("agree", write(tmp_path / "r.csv", SHROUT_FLEISS), "--statistic", "icc_2_2")
    assert done.returncode == 2
    assert "did you mean icc_2_" in done.stderr
    assert "krippendorff_ratio" in done.stderr


def test_a_missing_file_is_one_problem(run, tmp_path: Path) -> None:
    done = run("agree", tmp_path / "nowhere.csv")
    assert done.returncode == 2
    assert "1 problem" in done.stderr


def test_of_a_study_it_is_given_question_by_question_while_the_key_is_sealed(here, tmp_path: Path) -> None:
    study = blind_study(tmp_path / "study")
    study.deal(["ann", "bob"], attention=(), controls=0, force=True, why="a small study")
    with study.records() as records:
        packets = records.packets()
    for one in packets:
        answer_packet(study, one, lambda card: {"found": "A"} if card.kind == "quote" else {"criteria": (True,) * 5})
    text = here("agree", study.folder).stdout
    assert "found: 8 items, 2 raters, 16 ratings" in text
    assert "criteria: 20 items, 2 raters, 40 ratings" in text
    assert "The key is sealed" in text
    document = json.loads(here("agree", study.folder, "--statistic", "side_kappa", "--json").stdout)
    assert document["sealed"] is True
    assert list(document["questions"]["found"]) == ["side_kappa"]
    assert document["questions"]["criteria"] == {}


def test_picks_have_a_statistic_of_their_own_in_a_csv(here, tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", [[1, 1], [0, 1], [1, 1], [0, 0]])
    assert json.loads(here("agree", path, "--statistic", "side_kappa", "--json").stdout)["side_kappa"]["value"] == 0.5
    grades = write(tmp_path / "g.csv", SHROUT_FLEISS)
    found = json.loads(here("agree", grades, "--statistic", "side_kappa", "--json").stdout)["side_kappa"]
    assert "picks are 1" in found["reason"]
