"""What comes out of a run: test_results.yaml, report.md and iteration.md beside result.json, all from one result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.formats.test_results import FILE as RESULTS
from ringtrue.formats.test_results import write_test_results
from ringtrue.formats.test_results_rows import ResultsHead, ScenarioRow
from ringtrue.remedy.iteration import Advice, Round, advise
from ringtrue.report.html import as_html
from ringtrue.report.judging import judging_of, judging_section
from ringtrue.report.markdown import as_markdown
from ringtrue.store.provenance import Provenance
from ringtrue.store.study_store import StudyStore
from ringtrue.store.transaction import pieces
from ringtrue.study.folder import StudyFolder
from ringtrue.study.report import full_report, in_order, scenario_types
from ringtrue.study.scenarios.run_page import (
    AGGREGATE,
    ScenarioPage,
    advice_markdown,
    scenario_page,
    scenario_sections,
)
from ringtrue.study.scenarios.run_record import RunNote, found_note
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Check, Estimate, Result

REPORT = "report.md"
HTML = "report.html"
ITERATION = "iteration.md"
_PIECE = 500


@dataclass(frozen=True, slots=True)
class RunOutputs:
    """The result of a run with everything made from it."""

    result: Result
    score: str  # the measure of each scenario that the verdict rests on
    page: ScenarioPage
    advice: Advice
    conditions: tuple[Check, ...]
    judging: Mapping[str, Estimate]
    files: tuple[Path, ...]

    def as_dict(self) -> dict[str, Any]:
        """The result as one JSON document, with the post-conditions and the advice."""
        conditions = [
            {"name": one.name, "met": one.met, "value": one.value, "limit": one.limit, "note": one.note}
            for one in self.conditions
        ]
        judging = {name: estimate.as_dict() for name, estimate in self.judging.items()}
        more = {"postconditions": conditions, "judging": judging, "iteration": self.advice.as_dict()}
        return self.result.as_dict() | more | {"files": [str(path) for path in self.files]}


def write_outputs(study: StudyFolder, result: Result, note: RunNote) -> RunOutputs:
    """Write every file of a run; test_results.yaml first, because its post-conditions are in the report."""
    folder, protocol = study.folder, study.settings.scored
    with study.records() as records:
        types = scenario_types(study)
        provenance = records.latest_provenance()
        head = _head(result, note, provenance)
        rows = _rows(protocol, result, types, records)
        conditions = write_test_results(folder / RESULTS, head, rows, scenarios=len(result.items), protocol=protocol)
    page = scenario_page(protocol, result, in_order(result, types), conditions)
    earlier = tuple(Round(one["folder"], one["aggregate"]) for one in note.earlier)
    advice = advise(protocol, result.items, head.aggregate_fidelity, earlier=earlier, before=_before(note))
    if provenance is not None:
        own = scenario_sections(page) | judging_section(result)
        sections = [own[name] for name in protocol.report if name in own]
        report = full_report(study, result, study.about_result(result, provenance), sections)
        write_text(folder / REPORT, as_markdown(report))
        write_text(folder / HTML, as_html(report))
    subject = study.settings.subject or folder.resolve().name
    write_text(folder / ITERATION, advice_markdown(advice.as_dict(), subject))
    files = tuple(folder / name for name in ("result.json", RESULTS, REPORT, HTML, ITERATION))
    return RunOutputs(result, protocol.score or "", page, advice, conditions, judging_of(result), files)


def rewrite_outputs(study: StudyFolder) -> tuple[Path, ...]:
    """Score again and, for a run, write its files again; returns the files."""
    from ringtrue.study.score import score_study  # with it comes NumPy

    refuse_altered(study)
    result = score_study(study)
    with study.records() as records:
        note = found_note(records)
    return (study.folder / "result.json",) if note is None else write_outputs(study, result, note).files


def _head(result: Result, note: RunNote, provenance: Provenance | None) -> ResultsHead:
    passed = sum(bool(row.get("passed")) for row in result.items)
    when = datetime.fromisoformat(provenance.at) if provenance else datetime.now().astimezone()
    return ResultsHead(
        executed_at=when.strftime("%Y-%m-%dT%H:%M:%SZ"),
        scenario_file=note.scenario_file,
        system_prompt=note.system_prompt,
        total_scenarios=len(result.items),
        passed=passed,
        failed=len(result.items) - passed,
        aggregate_fidelity=result.estimates[AGGREGATE].value or 0.0,
    )


def _rows(protocol: Protocol, result: Result, types: Mapping[str, str], records: StudyStore) -> Iterator[ScenarioRow]:
    """The rows in the order of the scenarios, texts fetched some hundreds at a time."""
    found = {row["id"]: row for row in result.items}
    for names in pieces((name for name in types if name in found), _PIECE):
        texts = records.texts(names, speaker=protocol.candidate)
        for name in names:
            yield _row(protocol, found[name], types[name], texts.get(name) or "")


def _row(protocol: Protocol, row: Mapping[str, Any], kind: str, text: str) -> ScenarioRow:
    score = row.get("weighted_score")
    if score is None:
        return ScenarioRow.unscored(str(row["id"]), kind, text, protocol.by_weight)
    passed = bool(row["passed"])
    cause = None if passed else row.get("cause_confirmed") or row.get("cause")  # a confirmed one may have been fixed
    scores = {name: float(row[name]) for name in protocol.by_weight}
    return ScenarioRow(str(row["id"]), kind, text, scores, float(score), passed, cause)


def _before(note: RunNote) -> Sequence[Mapping[str, Any]]:
    """The scored items of the round before, where it can still be found."""
    if not note.earlier:
        return ()
    folder = Path(note.earlier[-1]["folder"])
    if not (folder / "study.db").is_file():
        return ()
    latest = StudyFolder.open(folder).latest()
    return () if latest is None else latest.result.items
