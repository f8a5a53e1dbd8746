"""The older raw CSV: four dimensions, the index by hand, every fault with its line."""

from pathlib import Path

import pytest

from ringtrue.formats.older_raw import is_older_raw, read_older_raw
from ringtrue.terms.problem import BadInput

HEADER = (
    "trial_id,rater_id,persona,domain,prompt,response_a,response_b,"
    "dim1_identity_voice,dim2_values,dim3_structure,dim4_overall_similarity,comment"
)


def written(folder: Path, *rows: str, header: str = HEADER) -> Path:
    path = folder / "raw.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def problems(path: Path) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as refusal:
        read_older_raw(path)
    return [(problem.place, problem.what) for problem in refusal.value.problems]


def test_the_index_is_the_mean_less_one_over_nine(tmp_path: Path) -> None:
    path = written(tmp_path, 'T1,R1,Ada,TECH,Why?,"one, two",three,7,8,6,9,fine', "T1,R2,Ada,TECH,,,,1,1,1,1,")
    first, second = read_older_raw(path)
    assert first.index == pytest.approx((7.5 - 1) / 9)
    assert (first.trial, first.rater, first.persona, first.domain) == ("T1", "R1", "Ada", "TECH")
    assert (first.prompt, first.responses, first.comment) == ("Why?", ("one, two", "three"), "fine")
    assert second.index == 0.0


def test_ten_throughout_is_one(tmp_path: Path) -> None:
    (rating,) = read_older_raw(written(tmp_path, "T1,R1,Ada,TECH,,,,10,10,10,10,"))
    assert rating.index == 1.0


def test_a_dimension_left_open_leaves_no_index_and_no_zero(tmp_path: Path) -> None:
    (rating,) = read_older_raw(written(tmp_path, "T1,R1,Ada,TECH,,,,7,,6,9,"))
    assert rating.scores == (7.0, None, 6.0, 9.0)
    assert rating.index is None


def test_all_faults_come_together(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "T1,R1,Ada,TECH,,,,11,0,x,nan,",
        ",R1,Ada,TECH,,,,1,1,1,1,",
        "T2,R1,A,B,,,,1,1,1,1,",
        "T2,R1,A,B,,,,2,2,2,2,",
    )
    found = problems(path)
    assert [what for _, what in found].count("A score lies between 1 and 10.") == 4
    assert any("trial_id is missing" in what for _, what in found)


def test_a_rating_given_twice_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "T2,R1,A,B,,,,1,1,1,1,", "T2,R1,A,B,,,,2,2,2,2,")
    assert problems(path) == [("line 3", "R1 rated T2 already on line 2.")]


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "T1,R1,TECH,1,1,1", header="trial_id,rater_id,domain,dim1_a,dim2_b,dim3_c")
    assert problems(path) == [("header", "The column dim4_... is missing.")]


def test_it_is_known_by_its_header(tmp_path: Path) -> None:
    assert is_older_raw(written(tmp_path))
    assert not is_older_raw(written(tmp_path, header="item,rater,value"))
    assert not is_older_raw(tmp_path / "gone.csv")
    (tmp_path / "binary.csv").write_bytes(bytes(range(256)) * 50)
    assert not is_older_raw(tmp_path / "binary.csv")
    assert not is_older_raw(tmp_path)
