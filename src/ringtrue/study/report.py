"""The report of a study: the newest result as files, with the sections its protocol asks for."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_json
from ringtrue.report.csv_tables import estimates_sheet, items_sheet
from ringtrue.report.judging import judging_section
from ringtrue.report.markdown import as_markdown
from ringtrue.report.number_format import ReportSection
from ringtrue.report.summary import About
from ringtrue.store.audit import OPENED, SEALED, AuditEntry
from ringtrue.store.results import ResultRecord
from ringtrue.study.conversation.outputs import SECTIONS as CONVERSATION_SECTIONS
from ringtrue.study.conversation.outputs import sections_of as conversation_sections
from ringtrue.study.folder import StudyFolder
from ringtrue.study.leak_check import WAIVED, told_findings
from ringtrue.study.pairs.sections import SECTIONS as PAIR_SECTIONS
from ringtrue.study.scenarios.outputs import sections_of as scenario_sections
from ringtrue.study.scenarios.run_page import SECTIONS as SCENARIO_SECTIONS
from ringtrue.study.suite_guard import forced_deals
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Result

# Reports of a result as files, each named by the number of the result, so that none is overwritten by a later one.


FORMATS = ("md", "json", "csv")


def write_report(
    folder: Path, form: str, record: ResultRecord, about: About, sections: Iterable[ReportSection] = ()
) -> list[Path]:
    """Write one form of the result; returns the files written. `sections` are a protocol's own, for Markdown."""
    if form not in FORMATS:
        raise BadInput([Problem("command line", "--format", "no such format", form, f"one of {', '.join(FORMATS)}")])
    folder.mkdir(exist_ok=True)
    stem = folder / f"result-{record.seq}"
    if form == "json":
        path = stem.with_suffix(".json")
        write_json(path, dict(record.document))
        return [path]
    if form == "md":
        path = stem.with_suffix(".md")
        write_text(path, as_markdown(record.result, about, sections))
        return [path]
    sheets = {"estimates": estimates_sheet(record.result, about), "items": items_sheet(record.result)}
    paths = [folder / f"result-{record.seq}-{name}.csv" for name in sheets]
    for path, sheet in zip(paths, sheets.values(), strict=True):
        sheet.write(path)
    return paths


# Extra sections of a report: each protocol's own sections, how the cards were dealt, how raters answered.


def sections_of(study: StudyFolder, result: Result, number: int | None = None) -> list[ReportSection]:
    """The sections the protocol asks for that have something to say; `number` is that of the result."""
    from ringtrue.study.pairs.outputs import pair_sections

    shown = _with_judges(study, result)
    makers: tuple[tuple[tuple[str, ...], Callable[[], Mapping[str, ReportSection]]], ...] = (
        (SCENARIO_SECTIONS, lambda: scenario_sections(study, shown)),
        (PAIR_SECTIONS, lambda: pair_sections(study, shown, number)),
        (CONVERSATION_SECTIONS, lambda: conversation_sections(study, shown)),
        (("judges",), lambda: judging_section(shown)),
        (("dealing",), lambda: _dealing(study)),
        (("raters",), lambda: _quality(study)),
    )
    wanted = study.settings.scored.report
    found = {name: one for names, make in makers if set(names) & set(wanted) for name, one in make().items()}
    return [found[name] for name in wanted if name in found]


def _with_judges(study: StudyFolder, result: Result) -> Result:
    """The result with its model judges; older versions did not note them, so they are looked up for what is shown."""
    if result.judges:
        return result
    from ringtrue.study.judge_panel import with_judges

    with study.records() as records:
        return with_judges(result, study, records)


def _dealing(study: StudyFolder) -> dict[str, ReportSection]:
    """How the cards were dealt; nothing where none were."""
    from ringtrue.report.rating_sections import dealing_section

    account = deal_account(study)
    return {"dealing": dealing_section(account)} if account else {}


def _quality(study: StudyFolder) -> dict[str, ReportSection]:
    """How people answered; nothing where no person did."""
    from ringtrue.report.rating_sections import quality_section
    from ringtrue.study.rater_quality import quality_of

    quality = quality_of(study)
    return {"raters": quality_section(quality.as_dict())} if quality.panel.raters else {}


# How the cards of a study were dealt, from the audit log: seeds, seals, controls, waivers, opening.


def deal_account(study: StudyFolder) -> dict[str, Any] | None:
    """One JSON document, None where nothing was dealt. It reveals no side and names no rater."""
    with study.records() as records:
        entries = list(records.audit_entries(SEALED, OPENED, f"noted: {WAIVED}"))
        pilots = records.pilots()
        packets = [one for one in records.packets() if one.packet.rater not in pilots]
        forced = forced_deals(records)
        findings = told_findings(records)
    deals = [_deal(entry) for entry in entries if entry.act == SEALED]
    if not deals:
        return None
    opened = next((entry for entry in entries if entry.act == OPENED), None)
    waivers = [waiver for entry in entries if entry.act == f"noted: {WAIVED}" for waiver in _noted(entry)]
    sizes = [len(one.packet.cards) for one in packets]
    return {
        "deals": deals,
        "packets": dict(Counter(one.state for one in packets)),
        "cards": sum(sizes),
        "largest": max(sizes, default=0),
        "raters": len({one.packet.rater for one in packets}),
        "pilots": len(pilots),
        "forced": forced,
        "waivers": waivers,
        "findings": findings,
        "opened": opened and {"at": opened.at, "who": opened.who, "why": opened.detail.get("why", "")},
    }


def _deal(entry: AuditEntry) -> dict[str, Any]:
    """One deal; of a plan too long for the audit log only the hash is known here."""
    drawn = entry.detail.get("plan", {}).get("deal", {})
    return {
        "at": entry.at,
        "raters": drawn.get("raters"),
        "seed": drawn.get("seed"),
        "controls": drawn.get("controls"),
        "notes": drawn.get("notes", []),
        "seal": entry.detail.get("seal", ""),
        "plan": entry.detail.get("plan_hash", ""),
    }


def _noted(entry: AuditEntry) -> list[dict[str, Any]]:
    return list(entry.detail["note"]["waivers"])
