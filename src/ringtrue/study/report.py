"""The report of a study: the newest result as a document, with the sections its protocol asks for, and as files."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_json
from ringtrue.report.figures import pictures_section
from ringtrue.report.html import as_html
from ringtrue.report.judging import judging_section
from ringtrue.report.junit import as_junit
from ringtrue.report.markdown import as_markdown
from ringtrue.report.result_report import report_of
from ringtrue.report.section import Report, Section
from ringtrue.report.summary import About
from ringtrue.store.audit import OPENED, SEALED, AuditEntry
from ringtrue.store.results import ResultRecord
from ringtrue.study.breakdown import breakdown_sections
from ringtrue.study.conversation.outputs import SECTIONS as CONVERSATION_SECTIONS
from ringtrue.study.conversation.outputs import sections_of as conversation_sections
from ringtrue.study.deal_outlook import FORECAST
from ringtrue.study.exports import write_csv_tables, write_parquet_tables, write_yaml_document
from ringtrue.study.folder import StudyFolder
from ringtrue.study.item_cards import item_pages
from ringtrue.study.leak_check import WAIVED, told_findings
from ringtrue.study.manifest import recorded_changes
from ringtrue.study.pairs.sections import SECTIONS as PAIR_SECTIONS
from ringtrue.study.scenarios.run_page import AGGREGATE, VALID, scenario_page, scenario_sections
from ringtrue.study.scenarios.run_page import SECTIONS as SCENARIO_SECTIONS
from ringtrue.study.suite_guard import forced_deals
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Result

# Reports of a result as files, each named by the number of the result, so that none is overwritten by a later one.


FORMATS = ("html", "md", "json", "yaml", "csv", "parquet", "junit")
USUAL = ("md", "html")  # what is written where no format is named


def write_report(study: StudyFolder, record: ResultRecord, form: str = "") -> list[Path]:
    """Write one form of the result, or the usual ones, into reports/; returns the files written."""
    if form and form not in FORMATS:
        raise BadInput([Problem("command line", "--format", "no such format", form, f"one of {', '.join(FORMATS)}")])
    folder = study.folder / "reports"
    folder.mkdir(exist_ok=True)
    if form == "csv":
        return write_csv_tables(folder, study, record, study.about(record))
    if form == "parquet":
        return write_parquet_tables(folder, study, record)
    if form == "yaml":
        return write_yaml_document(folder / f"result-{record.seq}.yaml", study, record)
    report = study_report(study, record)
    return [_write(folder / f"result-{record.seq}", one, study, record, report) for one in ((form,) if form else USUAL)]


def _write(stem: Path, form: str, study: StudyFolder, record: ResultRecord, report: Report) -> Path:
    path = stem.with_suffix(".xml" if form == "junit" else f".{form}")
    if form == "json":
        write_json(path, {**record.document, "report": report.as_dict()})
    elif form == "junit":
        write_text(path, as_junit(record.result, study.about(record), {card.id: card.why for card in report.cards()}))
    else:
        write_text(path, as_markdown(report) if form == "md" else as_html(report))
    return path


# The document: the result with everything the protocol asks for.


def study_report(study: StudyFolder, record: ResultRecord) -> Report:
    """The report of a recorded result."""
    from ringtrue.study.rater_quality import quality_of

    with study.records() as records:
        changes = tuple(one.sentence() for one in recorded_changes(records) if one.known)
        seals = [entry.detail["seal"] for entry in records.audit_entries(SEALED)]
        number, head = records.audit_head()
    kept = tuple(("Seal of key and plan", seal) for seal in seals)
    kept += (("Head of the audit chain", f"{head} (entry {number})"),)
    alarms = quality_of(study, compare=False).panel.alarms
    about = replace(study.about(record), changes=changes, alarms=alarms, records=kept)
    gates = {name: one for name, one in record.document["estimates"].items() if "outcome" in one and "margin" in one}
    return full_report(study, record.result, about, sections_of(study, record.result, record.seq), gates)


def full_report(
    study: StudyFolder,
    result: Result,
    about: About,
    sections: Iterable[Section],
    gates: Mapping[str, Mapping[str, Any]] | None = None,
) -> Report:
    """A result's report with these sections, pictures, and the cards of its items; `gates` as result.json has them."""
    pages = item_pages(study, result, about)
    grid = [Section("map", "Raters and items", (pages.grid,))] if pages.grid else []
    pictures = pictures_section(study.settings.scored, result, about, gates)
    parts = (
        breakdown_sections(study.items(), result, about, study.settings.scored, pages.answers) if pages.answers else []
    )
    return report_of(result, about, [pictures, *sections, *parts, *grid], pages.cards, pages.leaving)


def sections_of(study: StudyFolder, result: Result, number: int | None = None) -> list[Section]:
    """The sections the protocol asks for that have something to say; `number` is that of the result."""
    from ringtrue.study.pairs.outputs import pair_sections

    shown = _with_judges(study, result)
    makers: tuple[tuple[tuple[str, ...], Callable[[], Mapping[str, Section]]], ...] = (
        (SCENARIO_SECTIONS, lambda: _scenarios(study, shown)),
        (PAIR_SECTIONS, lambda: pair_sections(study, shown, number)),
        (CONVERSATION_SECTIONS, lambda: conversation_sections(study, shown)),
        (("judges",), lambda: judging_section(shown)),
        (("dealing",), lambda: _dealing(study)),
        (("raters",), lambda: _quality(study, result)),
    )
    wanted = study.settings.scored.report
    found = {name: one for names, make in makers if set(names) & set(wanted) for name, one in make().items()}
    return [found[name] for name in wanted if name in found]


def _scenarios(study: StudyFolder, result: Result) -> dict[str, Section]:
    """What a report on scenarios says in addition to the usual, by name; nothing where its figures are not computed."""
    if not {AGGREGATE, VALID} <= result.estimates.keys():
        return {}
    return scenario_sections(scenario_page(study.settings.scored, result, in_order(result, scenario_types(study))))


def scenario_types(study: StudyFolder) -> dict[str, str]:
    """The type of each scenario by its id, in the order of the file."""
    return {item.id: str(item.tags.get("type", "")) for item in study.items()}


def in_order(result: Result, types: Mapping[str, str]) -> list[str]:
    """The type of each row of the result."""
    return [types.get(row["id"], "") for row in result.items]


def _with_judges(study: StudyFolder, result: Result) -> Result:
    """The result with its model judges; older versions did not note them, so they are looked up for what is shown."""
    if result.judges:
        return result
    from ringtrue.study.judge_panel import with_judges

    with study.records() as records:
        return with_judges(result, study, records)


def _dealing(study: StudyFolder) -> dict[str, Section]:
    """How the cards were dealt; nothing where none were."""
    from ringtrue.report.rating_sections import dealing_section

    account = deal_account(study)
    return {"dealing": dealing_section(account)} if account else {}


def _quality(study: StudyFolder, result: Result) -> dict[str, Section]:
    """How people answered; nothing where no person did."""
    from ringtrue.report.rating_sections import quality_section
    from ringtrue.study.rater_quality import quality_of

    quality = quality_of(study, result=result)
    groups = [group.as_dict() for group in result.groups]
    return {"raters": quality_section(quality.as_dict(), groups)} if quality.panel.raters else {}


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
        "deals": [{**deal, "notes": _still_true(deal["notes"], opened is not None)} for deal in deals],
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


def _still_true(notes: Iterable[str], opened: bool) -> list[str]:
    """The notes of a deal; what was foretold then does not stand beside the verdict itself."""
    return [note for note in notes if not (opened and FORECAST in note)]


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
