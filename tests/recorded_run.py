"""A small finished run from recorded answers, for tests of what comes after it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ringtrue.study.scenarios.begin import begun
from ringtrue.study.scenarios.inputs import RunGiven, read_inputs
from ringtrue.study.scenarios.outputs import RunOutputs, write_outputs
from ringtrue.study.scenarios.run import ScenarioRun
from ringtrue.study.study import Study
from scenario_files import recorded_files, run_files, scenario_table

GOOD, GAP, VOICE = (95, 95, 95, 95, 95), (40, 50, 70, 30, 60), (80, 80, 50, 80, 80)


def names(count: int) -> list[str]:
    """The ids of the first so many scenarios."""
    return [row["id"] for row in scenario_table(count)["scenarios"]]


def finished(
    folder: Path, scores: Mapping[str, Sequence[float]], *, name: str = "run", after: Path | None = None
) -> tuple[Study, RunOutputs]:
    """A run of as many scenarios as there are scores, written out."""
    scenarios, prompt = run_files(folder, len(scores))
    clone, judge = recorded_files(folder, {key: five for key, five in scores.items() if five})
    given = RunGiven(scenarios, prompt, f"recorded:{clone}", (f"recorded:{judge}",), allow_small=True)
    run = ScenarioRun(read_inputs(given), folder)
    study, note, _ = begun(folder / name, run.inputs, after=after, who="ana")
    run.go(study)
    return study, write_outputs(study, study.score(replicates=100), note)
