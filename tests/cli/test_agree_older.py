"""`ringtrue agree` on an older raw file: its value is the index of the four dimensions."""

import json
from pathlib import Path

import numpy as np
import pytest

from ringtrue.cli.ratings_csv import read_ratings
from ringtrue.stats.agreement.cronbach import cronbach_alpha

HEADER = "trial_id,rater_id,persona,domain,prompt,response_a,response_b,dim1_v,dim2_w,dim3_x,dim4_s,comment"
SCORES = {("T1", "A"): 9, ("T1", "B"): 8, ("T2", "A"): 7, ("T2", "B"): 7, ("T3", "A"): 3, ("T3", "B"): 4}


@pytest.fixture
def older(tmp_path: Path) -> Path:
    rows = [f"{trial},{rater},Ada,TECH,,,,{score},{score},{score},{score}," for (trial, rater), score in SCORES.items()]
    path = tmp_path / "older.csv"
    path.write_text("\n".join([HEADER, *rows, "T3,C,Ada,TECH,,,,1,,1,1,"]) + "\n", encoding="utf-8")
    return path


def test_the_matrix_holds_the_index_and_a_gap_where_a_dimension_is_open(older: Path) -> None:
    table = read_ratings(str(older))
    assert (table.items, table.raters) == (("T1", "T2", "T3"), ("A", "B", "C"))
    assert table.matrix[0, 0] == pytest.approx((9 - 1) / 9)
    assert np.isnan(table.matrix[2, 2])
    assert table.given == len(SCORES)


def test_agreement_is_that_of_the_indices(here, older: Path) -> None:
    found = json.loads(here("agree", older, "--statistic", "krippendorff_interval", "--json").stdout)
    assert found["krippendorff_interval"]["value"] > 0.8
    index = [[(SCORES[trial, rater] - 1) / 9 for rater in "AB"] for trial in ("T1", "T2", "T3")]
    text = "\n".join(line for line in older.read_text(encoding="utf-8").splitlines() if ",C," not in line)
    older.write_text(text + "\n", encoding="utf-8")
    alpha = json.loads(here("agree", older, "--statistic", "cronbach_alpha", "--json").stdout)["cronbach_alpha"]
    assert alpha["value"] == pytest.approx(cronbach_alpha(np.array(index)).value)


def test_faults_of_the_file_are_listed(here, older: Path) -> None:
    older.write_text(older.read_text(encoding="utf-8").replace("T1,A,Ada,TECH,,,,9,", "T1,A,Ada,TECH,,,,99,"), "utf-8")
    refused = here("agree", older)
    assert refused.exit_code == 2
    assert "A score lies between 1 and 10." in refused.output
