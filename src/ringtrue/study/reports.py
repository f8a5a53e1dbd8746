"""Reports of a result as files, each named by the number of the result, so that none is overwritten by a later one."""

from collections.abc import Iterable
from pathlib import Path

from ringtrue.files import write_json, write_text
from ringtrue.report import About, estimates_sheet, items_sheet, markdown
from ringtrue.store import ResultRecord
from ringtrue.terms import BadInput, Problem

FORMATS = ("md", "json", "csv")


def write_report(
    folder: Path, form: str, record: ResultRecord, about: About, sections: Iterable[tuple[str, list[str]]] = ()
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
        write_text(path, markdown(record.result, about, sections))
        return [path]
    sheets = {"estimates": estimates_sheet(record.result, about), "items": items_sheet(record.result)}
    paths = [folder / f"result-{record.seq}-{name}.csv" for name in sheets]
    for path, sheet in zip(paths, sheets.values(), strict=True):
        sheet.write(path)
    return paths
