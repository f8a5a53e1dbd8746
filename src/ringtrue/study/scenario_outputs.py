"""What comes out of a run: test_results.yaml, report.md and iteration.md beside result.json, all from one result."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from sys import intern
from typing import Any, Self

from ringtrue.files import Problems, iter_jsonl, write_text
from ringtrue.formats.test_results import FILE as RESULTS
from ringtrue.formats.test_results import write_test_results
from ringtrue.formats.test_results_rows import WEIGHTS, ResultsHead, ScenarioRow
from ringtrue.remedy import Advice, Round, advise
from ringtrue.report import ScenarioPage, advice_markdown, markdown, scenario_page, scenario_sections
from ringtrue.report.judging import judging_of, judging_section
from ringtrue.store import Provenance, StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.run_note import RunNote, found_note
from ringtrue.study.run_settings import PROTOCOL
from ringtrue.terms import Check, Estimate, Result

REPORT = "report.md"
ITERATION = "iteration.md"
_BLOCK = 500
_NEAR = 8  # places: to make so many rows in vain is quicker than to begin anew


@dataclass(frozen=True, slots=True)
class RunOutputs:
    """The result of a run with everything made from it."""

    result: Result
    page: ScenarioPage
    advice: Advice
    conditions: tuple[Check, ...]
    judging: Mapping[str, Estimate]
    files: tuple[Path, ...]

    def as_dict(self) -> dict[str, Any]:
        """The result as one JSON document (items as they are), with the post-conditions and the advice."""
        conditions = [
            {"name": one.name, "met": one.met, "value": one.value, "limit": one.limit, "note": one.note}
            for one in self.conditions
        ]
        judging = {name: estimate.as_dict() for name, estimate in self.judging.items()}
        more = {"postconditions": conditions, "judging": judging, "iteration": self.advice.as_dict()}
        return self.result.outline() | more | {"files": [str(path) for path in self.files]}


def write_outputs(study: StudyFolder, result: Result, note: RunNote) -> RunOutputs:
    """Write every file of a run; test_results.yaml first, because its post-conditions stand in the report."""
    folder = study.folder
    with study.records() as records:
        listed = _Listed.of(study, result)
        provenance = records.latest_provenance()
        head = _head(result, listed.passed, note, provenance)
        rows = _rows(result, listed, records, study.settings.protocol.candidate)
        conditions = write_test_results(folder / RESULTS, head, rows, scenarios=len(result.items))
    page = scenario_page(result, listed.types, conditions)
    del listed, rows  # as long as the run, and of no more use
    earlier = tuple(Round(one["folder"], one["aggregate"]) for one in note.earlier)
    advice = advise(result.items, head.aggregate_fidelity, earlier=earlier, before=_before(note))
    if provenance is not None:
        sections = scenario_sections(page, judging_section(result))
        write_text(folder / REPORT, markdown(result, study.about_scoring(provenance, result), sections))
    subject = study.settings.subject or folder.resolve().name
    write_text(folder / ITERATION, advice_markdown(advice.as_dict(), subject))
    files = tuple(folder / name for name in ("result.json", RESULTS, REPORT, ITERATION))
    return RunOutputs(result, page, advice, conditions, judging_of(result), files)


def rewrite_outputs(study: StudyFolder) -> tuple[Path, ...]:
    """Score anew and, for a run, write its files anew; returns the files."""
    from ringtrue.study.scoring_act import score_study  # with it comes NumPy

    result = score_study(study)
    with study.records() as records:
        note = found_note(records)
    return (study.folder / "result.json",) if note is None else write_outputs(study, result, note).files


def sections_of(study: StudyFolder, result: Result) -> list[tuple[str, list[str]]]:
    """What a report on scenarios says besides the usual; nothing for other protocols."""
    if result.protocol.get("name") != PROTOCOL:
        return []
    return list(scenario_sections(scenario_page(result, _Listed.of(study, result).types), judging_section(result)))


def _head(result: Result, passed: int, note: RunNote, provenance: Provenance | None) -> ResultsHead:
    when = datetime.fromisoformat(provenance.at) if provenance else datetime.now().astimezone()
    return ResultsHead(
        executed_at=when.strftime("%Y-%m-%dT%H:%M:%SZ"),
        scenario_file=note.scenario_file,
        system_prompt=note.system_prompt,
        total_scenarios=len(result.items),
        passed=passed,
        failed=len(result.items) - passed,
        aggregate_fidelity=result.estimates["aggregate_fidelity"].value or 0.0,
    )


@dataclass(frozen=True, slots=True)
class _Listed:
    """The scenarios of a result with their types, their places in it in the order of the file, and how many passed."""

    ids: Sequence[str]
    types: list[str]
    order: "array[int]"
    passed: int

    @classmethod
    def of(cls, study: StudyFolder, result: Result) -> Self:
        """Look up every scenario of the file; what was left out of scoring has no place."""
        from ringtrue.score.names import NamesToBe  # with it comes NumPy

        found = NamesToBe()
        passed = 0
        for row in result.items:
            found.append(row["id"])
            passed += bool(row.get("passed"))
        ids = found.made()  # in order: a table of all their places would be much larger
        listed = cls(ids, [""] * len(ids), array("i"), passed)
        for name, kind in _types(study):
            place = ids.place(name)
            if place is not None:
                listed.types[place] = kind
                listed.order.append(place)
        return listed


def _types(study: StudyFolder) -> Iterator[tuple[str, str]]:
    """The id and type of each scenario, in the order of the file."""
    kept = study.kept_items
    if kept is not None or study.items_file.suffix != ".jsonl":
        yield from ((item.id, str(item.tags.get("type", ""))) for item in kept or study.items())
        return
    for record in iter_jsonl(study.items_file, Problems()):
        yield str(record.data["id"]), intern(str(record.data.get("tags", {}).get("type", "")))


def _rows(result: Result, listed: _Listed, records: StudyStore, speaker: str) -> Iterator[ScenarioRow]:
    """The rows in the order of the scenarios, texts fetched block by block."""
    for first in range(0, len(listed.order), _BLOCK):
        places = listed.order[first : first + _BLOCK].tolist()
        texts = records.texts([listed.ids[place] for place in places], speaker=speaker)
        for place, row in zip(places, _at(result.items, places), strict=True):
            yield _row(row, listed.types[place], texts.get(listed.ids[place]) or "")


def _at(rows: Sequence[Mapping[str, Any]], places: list[int]) -> Iterator[Mapping[str, Any]]:
    """The rows at some places; those that follow one another, or nearly so, are taken together."""
    found: dict[int, Mapping[str, Any]] = {}
    for run in _runs(sorted(places)):
        found |= zip(run, rows[run.start : run.stop], strict=True)
    return (found[place] for place in places)


def _runs(places: list[int]) -> Iterator[range]:
    """Stretches that hold all the places, which are in order, and few others."""
    first = last = places[0]
    for place in places[1:]:
        if place - last > _NEAR:
            yield range(first, last + 1)
            first = place
        last = place
    yield range(first, last + 1)


def _row(row: Mapping[str, Any], kind: str, text: str) -> ScenarioRow:
    score = row.get("weighted_score")
    if score is None:
        return ScenarioRow.unscored(str(row["id"]), kind, text)
    passed = bool(row["passed"])
    cause = None if passed else row.get("cause_confirmed") or row.get("cause")  # a confirmed one may have been mended
    scores = {name: float(row[name]) for name in WEIGHTS}
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
