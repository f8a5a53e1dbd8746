"""`ringtrue run` with several judges and takes: whoever gives no score is told of, and the run is incomplete."""

import json
from pathlib import Path

from scenario_files import recorded_files, run_files, scenario_table, write_lines_file

COUNT = 12
IDS = [row["id"] for row in scenario_table(COUNT)["scenarios"]]


def recorded_run(folder: Path, score: float, *more: object) -> list[str]:
    """A run of recorded answers, whose judge gives one score to everything. What was recorded is asked once."""
    scenarios, prompt = run_files(folder, COUNT)
    clone, judge = recorded_files(folder, dict.fromkeys(IDS, (score,) * 5))
    named = ("--speaker", f"recorded:{clone}", "--judge", f"recorded:{judge}")
    given = ("run", scenarios, "--prompt", prompt, *named, "--allow-small", "--out", folder / "run", *more)
    return [str(part) for part in given]


def test_a_judge_without_a_single_score_is_not_passed_over(here, tmp_path: Path) -> None:
    refuses = write_lines_file(tmp_path / "k.jsonl", [{"item": name, "text": "nope"} for name in IDS])
    done = here(*recorded_run(tmp_path, 95, "--judge", f"recorded:{refuses}"))
    assert done.exit_code == 3, done.output
    told = " ".join(done.output.split())
    assert "Incomplete: judge-2 scored 0 of 12 cards; 0 of 12 scenarios have a score from every judge." in told
    assert "2 judges, asked once: no card has two scores to compare" in told
    assert "One judge" not in told
    report = (tmp_path / "run" / "report.md").read_text(encoding="utf-8")
    assert "coverage 100.0 %, 0 of 12 scored by every judge" in report
    assert "- judge-2 scored 0 of 12 cards" in report
    kept = json.loads((tmp_path / "run" / "result.json").read_text(encoding="utf-8"))
    assert (kept["coverage"], kept["fully_judged"]) == (1.0, 0.0)
    assert [(one["judge"], one["scored"], one["cards"]) for one in kept["judges"]] == [
        ("judge-1", 12, 12),
        ("judge-2", 0, 12),
    ]


def test_a_second_take_that_was_never_recorded_is_told_of(here, tmp_path: Path) -> None:
    done = here(*recorded_run(tmp_path, 95, "--repeats", "2"))
    assert done.exit_code == 3
    told = " ".join(done.output.split())
    assert "judge (take 2) scored 0 of 12 cards" in told
    assert "One judge, asked 2 times: no card has two scores to compare" in told
    assert "--repeats 2 measures it" not in told


def test_scores_beyond_the_scale_are_told_of(here, tmp_path: Path) -> None:
    done = here(*recorded_run(tmp_path, 150))
    assert done.exit_code == 3
    told = " ".join(done.output.split())
    assert "Incomplete: 12 of 12 scenarios have no score" in told
    assert "judge scored 0 of 12 cards" in told
    assert "the judge gave no usable answer: decision_alignment" in told  # the reason stands beside each failure
