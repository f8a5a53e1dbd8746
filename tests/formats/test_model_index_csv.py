"""A model-index CSV read: rows as they stand, and every malformed cell in one refusal."""

from pathlib import Path

import pytest

from ringtrue.formats import ModelIndex, read_model_index
from ringtrue.terms import BadInput

HEADER = "persona,regime,domain,run_index,embedding_cosine_similarity,one_score,two_score,pfi,semantic_drift"


def index_of(folder: Path, *rows: str, header: str = HEADER) -> ModelIndex:
    path = folder / "index.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return read_model_index(path)


def test_rows_come_as_they_stand(tmp_path: Path) -> None:
    index = index_of(tmp_path, "Ada,T3,TECH,1,0.8125,9.0,8.0,0.83125,0.1875", "Ada,T3,SELF,2,0.7,,8,0.75,0.3")
    first, second = index.rows
    assert (first.line, first.key, first.cosine, first.scores) == (2, ("Ada", "T3", "TECH", 1), 0.8125, (9.0, 8.0))
    assert (first.pfi, first.drift) == (0.83125, 0.1875)
    assert second.scores == (None, 8.0)
    assert second.half == pytest.approx(0.75)  # .5 (.7 + 8/10): a missing score is left out of the mean
    assert index.raters == ("one", "two")


def test_other_names_of_the_columns_are_read(tmp_path: Path) -> None:
    index = index_of(tmp_path, "Ada,T3,TECH,3,0.5", header="persona,regime,domain,run,cosine")
    assert index.rows[0].run == 3
    assert index.definition == "the plain cosine of embeddings"  # the only number there is


def test_every_malformed_value_is_listed(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        index_of(
            tmp_path,
            ",T3,TECH,1,0.8,9,8,0.8,0.2",
            "Ada,T3,TECH,0,0.8,9,8,0.8,0.2",
            "Ada,T3,TECH,1.5,high,11,-1,nan,3",
        )
    found = {problem.place: problem.value for problem in refused.value.problems}
    assert found == {
        "line 2, column persona": "",
        "line 3, column run_index": "0",
        "line 4, column run_index": "1.5",
        "line 4, column embedding_cosine_similarity": "high",
        "line 4, column one_score": "11",
        "line 4, column two_score": "-1",
        "line 4, column pfi": "nan",
        "line 4, column semantic_drift": "3",
    }


def test_missing_columns_are_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        index_of(tmp_path, "Ada,TECH,1,.8", header="persona,domain,run,embedding_cosine_similarty")
    regime, cosine = refused.value.problems
    assert regime.what == "The column regime is missing."
    assert "Did you mean embedding_cosine_similarty?" in cosine.remedy


def test_the_published_file_has_52_constant_rows_and_one_duplicate(compression: Path) -> None:
    index = read_model_index(compression / "EXPERIMENT_2_RESULTS.csv")
    by_kind = {flag.kind: flag for flag in index.flags}
    assert len(index.rows) == 113
    assert len(by_kind["constant"].lines) == 52
    assert [flag.kind for flag in index.flags].count("duplicate") == 1
    assert by_kind["duplicate"].lines == (2, 58)
    assert len(index.believed) == 60  # 4 personas x 5 domains x 3 runs
    assert index.definition.startswith("half the cosine")
    assert set(by_kind) == {"constant", "duplicate", "definition"}
