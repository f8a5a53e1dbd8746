"""The demo's runs of scenarios: recorded answers, and a judge whose answers were made for the demo."""

from pathlib import Path

from ringtrue.files import write_yaml
from ringtrue.study.demo_layout import PERSON, Place
from ringtrue.study.demo_study import WHO, go_on
from ringtrue.study.scenario_begin import begun
from ringtrue.study.scenario_inputs import RunGiven, read_inputs
from ringtrue.study.scenario_outputs import REPORT, write_outputs
from ringtrue.study.scenario_run import ScenarioRun
from ringtrue.study.settings import FILE
from ringtrue.study.study import Study
from ringtrue.terms import Result

PROTOCOL = "scenarios"
_NOTE = "Made for the demo: the judge's scores are simulated, no model judged. The person is invented."


def scenario_study(place: Place, speaker: str) -> Result:
    """Run the scenarios as `ringtrue run` does, unless it was done before."""
    folder = place.study(PROTOCOL, speaker)
    known = _finished(folder)
    if known is not None:
        return known
    answers, judge = place.answers(speaker), place.ratings(f"scenarios-{speaker}.jsonl")
    given = RunGiven(place.suite("scenarios"), place.prompt, f"recorded:{answers}", (f"recorded:{judge}",))
    run = ScenarioRun(read_inputs(given), folder.parent)
    study, note, _ = begun(folder, run.inputs, after=None, who=WHO)
    go_on(run.go(study).stop, folder)
    write_yaml(folder / FILE, {**study.settings.data, "subject": {"name": PERSON}, "note": _NOTE})
    study = Study.open(folder, who=WHO)
    return write_outputs(study, study.score(), note).result


def _finished(folder: Path) -> Result | None:
    """The result of a run that was written out to its last file."""
    if not (folder / REPORT).is_file():
        return None
    latest = Study.open(folder, who=WHO).latest()
    return None if latest is None else latest.result
