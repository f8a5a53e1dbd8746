"""Two runs of the same scenarios become pairs to be judged blind."""

import json
from pathlib import Path

import pytest

from pair_studies import answered, text_of
from recorded_run import GOOD, finished, names
from ringtrue.protocols.loader import load
from ringtrue.study.pairs.from_runs import fill, pairs_of_runs
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from scenario_files import SAID


def two_runs(folder: Path, count: int) -> tuple[Path, Path]:
    made = []
    for name in ("full", "short"):
        place = folder / name
        place.mkdir()
        made.append(finished(place, dict.fromkeys(names(count), GOOD), name=f"{name}-run")[0].folder)
    return made[0], made[1]


def test_ten_shared_scenarios_are_a_study(tmp_path: Path) -> None:
    protocol = load("pairs")
    runs = two_runs(tmp_path, 10)
    pairs = pairs_of_runs(protocol, runs)
    assert len(pairs) == 10
    assert pairs[0]["responses"] == {"full": SAID, "compressed": SAID}
    assert pairs[0]["domain"] == "strategic"
    study = Study.create(tmp_path / "ab", protocol="pairs")
    fill(study, pairs, runs)
    items = study.items()
    assert [item.kind for item in items] == ["pair"] * 10
    assert "Fog lies" in items[0].prompt
    assert "Do you sail" in items[0].prompt


def test_two_runs_go_through_to_the_report_of_people_who_judged_them_blind(tmp_path: Path) -> None:
    runs = two_runs(tmp_path, 10)
    pairs = pairs_of_runs(load("pairs"), runs)
    for place, pair in enumerate(pairs):  # the recorded runs say one sentence to everything, and no text stands twice
        pair["id"] = f"P{place + 1}"  # as the table of answers names them
        pair["responses"] = {who: text_of(who, place) for who in ("full", "compressed")}
    made = Study.create(tmp_path / "ab", protocol="pairs", who="ana")
    fill(made, pairs, runs)
    study = answered(Study.open(made.folder, who="ana"), [[(1, 3, 3), (2, 2, 3), (1, 2, 2), (2, 3, 2), (1, 3, 3)]] * 10)
    result = study.score(replicates=100)
    assert result.estimates["voice_toward"].value == pytest.approx(1.4)  # everybody leans toward the second run
    files = study.report()
    text = next(path for path in files if path.suffix == ".md" and path.parent.name == "reports").read_text("utf-8")
    assert "full is the clone of full-run and compressed is the clone of short-run" in text
    assert any(path.suffix == ".html" for path in files)


def test_fewer_than_ten_and_protocols_without_pairs_are_refused(tmp_path: Path) -> None:
    runs = two_runs(tmp_path, 9)
    with pytest.raises(BadInput, match="9 scenarios in common"):
        pairs_of_runs(load("pairs"), runs)
    with pytest.raises(BadInput, match="side by side"):
        pairs_of_runs(load("scenarios"), runs)


def test_a_run_beside_itself_is_refused_however_it_is_spelt(tmp_path: Path) -> None:
    full, _ = two_runs(tmp_path, 10)
    other = tmp_path / "short" / ".." / "full" / full.name
    (tmp_path / "link").symlink_to(full)
    for again in (full, other, tmp_path / "link"):
        with pytest.raises(BadInput, match="the same run twice"):
            pairs_of_runs(load("pairs"), (full, again))


def test_scenarios_that_differ_are_left_out(tmp_path: Path) -> None:
    full, short = two_runs(tmp_path, 11)
    items = (short / "items.jsonl").read_text().splitlines()
    changed = json.loads(items[0]) | {"prompt": "Something else?"}
    (short / "items.jsonl").write_text("\n".join([json.dumps(changed), *items[1:]]) + "\n")
    assert len(pairs_of_runs(load("pairs"), (full, short))) == 10
