"""The demo's conversation: a recorded clone in the trials of a sheet, with scorings written by hand for the sample."""

from dataclasses import replace
from pathlib import Path

from ringtrue.demo.layout import DemoFolder
from ringtrue.demo.study import WHO, finished, go_on
from ringtrue.study.conversation.begin import begun
from ringtrue.study.conversation.inputs import ConversationGiven, read_conversation
from ringtrue.study.conversation.run import ConversationRun
from ringtrue.study.study import Study
from ringtrue.terms.result import Result

PROTOCOL = "recognition"
SHOWN = "sycophant"  # it keeps most of its lines, and fails by two of its answers
NOTE = (
    "Made for the demo: the conversation and its scoring were written by hand; no model spoke and no independent "
    "person rated. The person is invented."
)


def conversation_study(place: DemoFolder, speaker: str = SHOWN) -> Result:
    """Hold the recorded conversation as `ringtrue recognize` does, and score it, unless it was done before."""
    folder = place.study(PROTOCOL, speaker)
    known = finished(folder) if (folder / "study.yaml").is_file() else None
    if known is not None:
        return known
    spoken = f"recorded:{place.conversation(speaker)}"
    given = ConversationGiven(PROTOCOL, spoken, scope="M1", waits=False, details=place.suite("recognition-slots"))
    inputs = replace(read_conversation(given), remark=NOTE)
    run = ConversationRun(inputs, folder.parent)
    begun(folder, inputs, who=WHO)
    study = Study.open(folder, who=WHO)
    go_on(run.go(study).stop, folder)
    _scored(study, place.ratings(f"{PROTOCOL}-{speaker}.csv"))
    study.report()
    latest = study.latest()
    assert latest is not None  # noqa: S101 - it was scored just now
    return latest.result


def _scored(study: Study, scorings: Path) -> None:
    with study.records() as records:
        there = any(True for _ in records.judgments())
    if not there:
        study.take_in([scorings])
    if study.latest() is None:
        study.score()
