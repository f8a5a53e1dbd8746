"""The files a pair study leaves beside its report: raw answers, tables, methods, consent form, pictures."""

import re
from pathlib import Path

from ringtrue.files import write_json, write_text
from ringtrue.report.methods import LANGUAGES, methods_text
from ringtrue.report.pair_rows import aggregated_sheet, pairs_sheet
from ringtrue.report.pairs_sections import Section, pairs_sections
from ringtrue.store import ResultRecord
from ringtrue.study.exporting import consent_form_of
from ringtrue.study.folder import StudyFolder
from ringtrue.study.pair_methods import methods_of
from ringtrue.study.pair_raw import raw_documents
from ringtrue.study.pair_rows import grades_of_both, pair_rows
from ringtrue.study.pair_settings import is_pair_study
from ringtrue.terms import Result

_UNSAFE = re.compile(r"[^\w.-]+")
_PICTURES = ("pairs", "model", "domains")


def pair_sections(study: StudyFolder, result: Result, number: int | None = None) -> list[Section]:
    """The sections of the report; `number` is that of the result, whose folder holds the pictures."""
    if not is_pair_study(study.settings.scored):
        return []
    rows = pair_rows(study, result)
    folder = study.folder / "reports" / f"result-{number}"
    pictures = {name: f"result-{number}/{name}.svg" for name in _PICTURES if (folder / f"{name}.svg").is_file()}
    return pairs_sections(result, rows, pictures, grades_of_both(study))


def write_pair_outputs(study: StudyFolder, record: ResultRecord, form: str) -> list[Path]:
    """With csv the tables and raw answers, with md texts and pictures, into reports/result-N; else nothing."""
    if not is_pair_study(study.settings.scored) or form not in ("csv", "md"):
        return []
    folder = study.folder / "reports" / f"result-{record.seq}"
    folder.mkdir(parents=True, exist_ok=True)
    return _tables(study, record, folder) if form == "csv" else _texts(study, record, folder)


def _tables(study: StudyFolder, record: ResultRecord, folder: Path) -> list[Path]:
    rows = pair_rows(study, record.result)
    written = [folder / "RESULTS_AGG.csv", folder / "PAIRS.csv"]
    aggregated_sheet(rows).write(written[0])
    pairs_sheet(rows).write(written[1])
    raw = folder / "RESULTS_RAW"
    raw.mkdir(exist_ok=True)
    documents = raw_documents(study)
    for name, document in zip(_file_names(list(documents)), documents.values(), strict=True):
        write_json(raw / name, document)
        written.append(raw / name)
    return written


def _texts(study: StudyFolder, record: ResultRecord, folder: Path) -> list[Path]:
    from ringtrue.report.pairs_figures import pairs_figures

    facts = methods_of(study, record, raw_documents(study))
    texts = {f"methods{'' if one == 'en' else f'.{one}'}.md": methods_text(facts, one) for one in LANGUAGES}
    if consent := consent_form_of(study):
        texts["consent.md"] = consent
    found = record.result.estimates
    domains = {name.removeprefix("domain_"): one for name, one in found.items() if name.startswith("domain_")}
    pictures = pairs_figures(pair_rows(study, record.result), domains, facts.index)
    texts |= {f"{name}.svg": picture for name, picture in pictures.items()}
    for name, text in texts.items():
        write_text(folder / name, text)
    return [folder / name for name in texts]


def _file_names(raters: list[str]) -> list[str]:
    """A file name for each rater, safe and different also where names differ in odd letters or case only."""
    names: list[str] = []
    for rater in raters:
        stem = _UNSAFE.sub("_", rater).strip("._")[:80] or "rater"
        taken = {name.casefold() for name in names}
        number = 1
        while f"{stem}{'' if number == 1 else f'-{number}'}.json".casefold() in taken:
            number += 1
        names.append(f"{stem}{'' if number == 1 else f'-{number}'}.json")
    return names
