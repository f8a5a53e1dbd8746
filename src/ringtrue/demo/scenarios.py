"""The demo's runs of scenarios: recorded answers, and a judge whose answers were made for the demo."""

from dataclasses import replace
from pathlib import Path

from ringtrue.demo.layout import PERSON, DemoFolder
from ringtrue.demo.study import WHO, go_on
from ringtrue.study.scenarios.begin import begun
from ringtrue.study.scenarios.inputs import RunGiven, read_inputs
from ringtrue.study.scenarios.outputs import HTML, write_outputs
from ringtrue.study.scenarios.run import ScenarioRun
from ringtrue.study.study import Study
from ringtrue.terms.result import Result

PROTOCOL = "scenarios"
_NOTE = "Made for the demo: the judge's scores are simulated, no model judged. The person is invented."


def scenario_study(place: DemoFolder, speaker: str) -> Result:
    """Run the scenarios as `ringtrue run` does, unless it was done before."""
    folder = place.study(PROTOCOL, speaker)
    known = _finished(folder)
    if known is not None:
        return known
    answers, judge = place.answers(speaker), place.ratings(f"scenarios-{speaker}.jsonl")
    given = RunGiven(place.suite("scenarios"), place.prompt, f"recorded:{answers}", (f"recorded:{judge}",))
    run = ScenarioRun(replace(read_inputs(given), subject=PERSON, remark=_NOTE), folder.parent)
    study, note, _ = begun(folder, run.inputs, after=None, who=WHO)
    go_on(run.go(study).stop, folder)
    return write_outputs(study, study.score(), note).result


def _finished(folder: Path) -> Result | None:
    """The result of a run that was written out to its last file."""
    if not (folder / HTML).is_file():
        return None
    latest = Study.open(folder, who=WHO).latest()
    return None if latest is None else latest.result
