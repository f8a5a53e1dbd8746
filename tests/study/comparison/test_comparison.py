"""Comparisons of real study folders: told apart or not, paired on shared items, refused where they do not fit."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from scipy import stats as scipy_stats

from recorded_run import GAP, GOOD, finished, names
from ringtrue.study.comparison.comparison import by_document, compare, failures, sentence
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

COUNT = 12
BEFORE = {name: (90 + place % 3,) * 5 for place, name in enumerate(names(COUNT))}


def run(folder: Path, scores: dict[str, Sequence[float]], name: str) -> Path:
    """A finished run in a folder of its own."""
    (folder / name).mkdir()
    return finished(folder / name, scores, name=name)[0].folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("versions")


@pytest.fixture(scope="module")
def before(place: Path) -> Path:
    return run(place, BEFORE, "before")


@pytest.fixture(scope="module")
def weaker(place: Path) -> Path:
    """Three scenarios answered worse, by some 42 points."""
    return run(place, BEFORE | dict.fromkeys(list(BEFORE)[:3], GAP), "weaker")


@pytest.fixture(scope="module")
def again(place: Path) -> Path:
    """The same scores again, a point of noise up and down."""
    listed = enumerate(BEFORE.items())
    return run(place, {name: tuple(s + (place % 2 or -1) for s in five) for place, (name, five) in listed}, "again")


def test_it_is_the_paired_t_test_of_the_weighted_scores(before: Path, weaker: Path) -> None:
    found = compare([before, weaker])
    rows = [Study.open(one).latest().result.items for one in (before, weaker)]
    scores = [{row["id"]: row["weighted_score"] for row in one} for one in rows]
    after, first = ([one[name] for name in BEFORE] for one in reversed(scores))
    oracle = scipy_stats.ttest_rel(after, first).confidence_interval()
    change = found.last.figure.change
    assert (change.low, change.high) == pytest.approx((oracle.low, oracle.high))
    assert found.figures == pytest.approx([sum(one.values()) / COUNT for one in scores])
    assert [one.id for one in found.last.flipped] == sorted(list(BEFORE)[:3], key=lambda name: (-BEFORE[name][0], name))
    assert "3 passed before and fail now" in sentence(found)


def test_one_item_that_flipped_is_told_in_the_singular(place: Path, before: Path) -> None:
    first = next(iter(BEFORE))
    worse = compare([before, run(place, {**BEFORE, first: (0, 0, 0, 0, 0)}, "one-worse")])
    assert f"1 passed before and fails now ({first})" in sentence(worse)


def test_a_study_compares_itself_with_later_ones(before: Path, weaker: Path) -> None:
    assert Study.open(before).compare(weaker).figures == compare([before, weaker]).figures


def test_versions_that_differ_by_noise_are_not_told_apart(before: Path, again: Path) -> None:
    found = compare([before, again])
    assert found.last.figure.outcome == "no worse"
    assert failures(found, fail_on_drop=5.0, strict=True) == []
    assert by_document(found, found.last) == ""


def test_changes_are_written_with_as_many_decimals_as_their_scale_needs(before: Path, again: Path) -> None:
    found = compare([before, again])
    assert [found.points(one, sign=True) for one in (12.345, -0.251, 0.001, None)] == ["+12.35", "-0.25", "0.00", "-"]
    assert found.points(12.345) == "12.35"


def test_a_drop_fails_where_it_is_larger_than_allowed(before: Path, weaker: Path) -> None:
    found = compare([before, weaker])
    assert found.last.figure.outcome == "inconclusive"  # three items of twelve
    assert found.drop() == pytest.approx(found.figures[0] - found.figures[1])
    assert failures(found) == []
    (dropped,) = failures(found, fail_on_drop=5.0)
    assert "dropped by" in dropped
    assert "allowed are 5" in dropped
    assert failures(found, fail_on_drop=50.0) == []
    assert failures(found, strict=True) == [sentence(found)]
    assert "remediate" in by_document(found, found.last)


def test_a_series_has_steps_a_ladder_and_a_trend(before: Path, again: Path, weaker: Path) -> None:
    found = compare([before, again, weaker])
    assert [(step.before, step.after) for step in found.steps] == [(0, 1), (1, 2)]
    assert found.trend is not None
    assert found.trend.value == pytest.approx((found.figures[2] - found.figures[0]) / 2)
    assert len(found.ladder) == 3
    first = compare([before, again, weaker], against="first")
    assert [(step.before, step.after) for step in first.steps] == [(0, 1), (0, 2)]
    document = json.loads(json.dumps(found.as_dict()))
    assert [one["name"] for one in document["versions"]] == ["before", "again", "weaker"]
    assert document["steps"][1]["after"] == "weaker"
    assert document["outcome"] == found.last.figure.outcome


def test_result_files_give_the_same_figures_without_words(before: Path, weaker: Path, tmp_path: Path) -> None:
    files = [Path(shutil.copy(one / "result.json", tmp_path / f"{one.name}.json")) for one in (before, weaker)]
    whole, rows = compare([before, weaker]), compare(files)
    assert rows.figures == pytest.approx(whole.figures)
    assert rows.last.figure.change.low == pytest.approx(whole.last.figure.change.low)
    assert [one.id for one in rows.last.flipped] == [one.id for one in whole.last.flipped]
    assert [one.name for one in rows.sources] == ["before", "weaker"]
    assert rows.texts(rows.last.flipped[0], rows.last) == ("", "", "")
    assert "not known" in rows.changes[0].sentences[0]
    assert compare([before, files[1]]).figures == pytest.approx(whole.figures)
    assert compare([before, weaker / "result.json"]).sources[1].study is not None  # the study stands around it


def test_only_items_that_all_versions_share_are_compared(before: Path, place: Path) -> None:
    found = compare([before, run(place, dict(list(BEFORE.items())[:8]), "fewer")])
    assert found.names == tuple(sorted(list(BEFORE)[:8]))
    assert found.last.figure.change.value == pytest.approx(0.0)
    assert "4 items are not in every version" in " ".join(found.notes)


def test_an_item_in_other_words_is_not_the_same_item(before: Path, weaker: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(weaker, tmp_path / "reworded"))
    items = (copy / "items.jsonl").read_text(encoding="utf-8").splitlines()
    items[0] = items[0].replace("Fog lies", "Ice lies")
    (copy / "items.jsonl").write_text("\n".join(items) + "\n", encoding="utf-8")
    Study.open(copy).record_change(why="a misprint")
    found = compare([before, copy])
    assert len(found.names) == COUNT - 1
    assert "other words" in " ".join(found.notes)


def test_an_item_without_a_score_is_left_out_of_both(before: Path, place: Path) -> None:
    gone = run(place, dict(BEFORE), "gap")
    rows = json.loads((gone / "result.json").read_text(encoding="utf-8"))
    for name in ("weighted_score", *rows["items"][0]):
        if name not in ("id", "kind"):
            rows["items"][0].pop(name, None)
    file = gone.parent / "rows.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    found = compare([before, file])
    assert len(found.names) == COUNT - 1
    assert "1 items have no score" in " ".join(found.notes)


def test_every_reason_for_a_refusal_is_told(before: Path, tmp_path: Path) -> None:
    other = Study.create(tmp_path / "other", protocol="pairs", who="ana").folder
    (tmp_path / "no.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        compare([before, other, tmp_path / "no.json", tmp_path / "nothing.json"])
    told = " ".join(problem.what for problem in refused.value.problems)
    for words in ("no result yet", "This is no result"):
        assert words in told
    assert len(refused.value.problems) == 3
    for paths, words in (([before], "two versions"), ([before, before], "named twice")):
        with pytest.raises(BadInput, match=words):
            compare(paths)


def test_another_version_of_the_protocol_is_refused(before: Path, weaker: Path, tmp_path: Path) -> None:
    rows = json.loads((weaker / "result.json").read_text(encoding="utf-8"))
    rows["protocol"]["hash"] = "0" * 64
    (tmp_path / "later.json").write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(BadInput, match="which is not here"):
        compare([before, tmp_path / "later.json"])


def test_other_judges_are_told(before: Path, weaker: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(weaker, tmp_path / "other-judge"))
    settings = (copy / "study.yaml").read_text(encoding="utf-8")
    (copy / "study.yaml").write_text(settings.replace("language: en", "language: pt"), encoding="utf-8")
    found = compare([before, copy])
    assert "Judge judge: language en -> pt" in found.notes[0]
    assert "may be theirs" in found.notes[0]


def test_a_better_version_is_better_and_a_constant_change_is_decided_by_its_value(place: Path) -> None:
    low = run(place, dict.fromkeys(names(8), (70,) * 5), "low")
    high = run(place, dict.fromkeys(names(8), GOOD), "high")
    assert compare([low, high]).last.figure.outcome == "better"
    worse = compare([high, low])
    assert worse.last.figure.outcome == "worse"
    assert "interval" not in sentence(worse)
    assert failures(worse) == [sentence(worse)]


def test_an_altered_study_is_refused(before: Path, weaker: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(weaker, tmp_path / "altered"))
    result = json.loads((copy / "result.json").read_text(encoding="utf-8"))
    result["estimates"]["aggregate_valid"]["value"] = 99.0
    (copy / "result.json").write_text(json.dumps(result), encoding="utf-8")
    with pytest.raises(BadInput):
        compare([before, copy])
