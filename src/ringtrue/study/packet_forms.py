"""Export packets as forms for survey platforms, with the column mapping that reads their answers back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.yaml_file import write_yaml
from ringtrue.page.form import SHEET, form_columns, form_fields, form_markdown, form_sheet, form_words
from ringtrue.report.csv_tables import Sheet, cell
from ringtrue.study.folder import StudyFolder
from ringtrue.study.intake import shown_hash
from ringtrue.study.offline_packets import README, documents_out

COLUMNS = "columns.yaml"
_NOTE = """\
Forms of this study
===================

Each form is for one rater and one session; nobody else may fill it in. Two files describe it: NAME.md to read and to
copy from, NAME.csv as a table (part, type, column, question, choices, required). Rows of the type "show" are only read.

{table}

1. Make a form of each description on your platform. Keep the parts on pages of their own and in this order, and do not
   let the platform shuffle texts, questions or choices: ringtrue has drawn the sides for this rater.
2. Name each question by its column (title, export tag or variable name), with the question as its text.
3. Export the answers of each form as CSV: one header, one row. Cells hold the words of the choices, or numbers.
   Columns with other names can be put into {columns}; so can other words for the choices.
4. Import them, all at once or one by one:

       ringtrue import {folder} FILE... --columns {columns}

A form contains no answer key, and the key is not needed to read the answers back. It does not keep raters from going
back, times no card, and proves no identity: where that matters, use the hosted page: ringtrue serve {folder}
The mapping names the packets by their tokens. Keep it to yourself, and do not upload it to the platform.
"""


def export_forms(study: StudyFolder, folder: Path) -> list[Path]:
    """Write two descriptions of the form of each packet that is out, the mapping, and a note; returns the forms."""
    packets: list[dict[str, Any]] = []
    words: dict[str, dict[str, Any]] = {}
    files: list[Path] = []
    rows: list[tuple[str, str]] = []
    for rater, stem, document in documents_out(study, folder):
        fields = form_fields(document)
        shown = {card["id"]: [shown_hash(text) for text in card["texts"]] for card in document["cards"]}
        packets.append(form_columns(document, fields, shown))
        words |= form_words(fields)
        markdown, sheet = folder / f"{stem}.md", folder / f"{stem}.csv"
        write_text(markdown, form_markdown(fields))
        Sheet(SHEET, tuple(tuple(map(cell, row)) for row in form_sheet(fields))).write(sheet)
        files += [markdown, sheet]
        rows.append((rater, stem))
    write_yaml(folder / COLUMNS, {"packets": packets, "words": words})
    write_text(folder / README, _note(study, folder, rows))
    return files


def _note(study: StudyFolder, folder: Path, rows: Sequence[tuple[str, str]]) -> str:
    width = max(len("rater"), *(len(rater) for rater, _ in rows)) + 2
    lines = [f"  {'rater'.ljust(width)}form", *(f"  {rater.ljust(width)}{stem}" for rater, stem in rows)]
    return _NOTE.format(table="\n".join(lines), folder=study.folder, columns=folder / COLUMNS)
