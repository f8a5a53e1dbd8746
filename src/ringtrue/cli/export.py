"""`ringtrue export`: write offline rating pages, or forms for survey platforms, for each packet not yet returned."""

from pathlib import Path
from typing import Literal

import click

from ringtrue.cli.command import open_study, ringtrue_command
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("export", example="ringtrue export my-study --out pages")
@click.argument("folder", metavar="DIR")
@click.option("--out", required=True, metavar="FOLDER", help="Where the files go; created if missing.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["page", "form"]),
    default="page",
    show_default=True,
    help="Offline pages, or forms for a survey platform.",
)
def command(folder: str, out: str, form: Literal["page", "form"], as_json: bool) -> None:
    """Write an offline rating page for each packet not yet returned.

    Each page is one HTML file for one rater and one session. It needs no network, saves every answer at once, and ends
    with a result file to send back. A README.txt beside the pages explains how to send them. Of a conversation it is
    one page to score all sessions on, in order and not blind.

    With --as form it writes what a survey platform needs instead: texts, questions and choices of each packet as
    Markdown and CSV, and columns.yaml, by which `ringtrue import --columns` reads the answers back.
    """
    study = open_study(folder)
    if study.settings.protocol.sheet is not None:
        from ringtrue.study.conversation.scoring import write_scoring_page

        page = write_scoring_page(study, Path(out))
        if as_json:
            print_json({"pages": [str(page)]})
        else:
            print_lines([f"{page}: open it in a browser, score, and save.", f"Then: ringtrue import {folder} FILE"])
        return
    from ringtrue.study.offline_packets import missing_sample

    pages = study.export(Path(out), form=form)
    warning = missing_sample(study)
    if warning:
        print_lines([warning], style="yellow", stderr=True)
    if form == "form":
        _print_forms(folder, out, pages, as_json)
        return
    if as_json:
        print_json({"pages": [str(page) for page in pages], "note": str(Path(out) / "README.txt"), "warning": warning})
        return
    kilobytes = sum(page.stat().st_size for page in pages) / 1024
    print_lines(
        [
            f"{len(pages)} page{'s' if len(pages) > 1 else ''} written to {out} ({kilobytes:,.0f} KB).",
            f"How to send them: {Path(out) / 'README.txt'}",
            f"When results come back: ringtrue import {folder} FILE...",
        ]
    )


def _print_forms(folder: str, out: str, files: list[Path], as_json: bool) -> None:
    columns, note = Path(out) / "columns.yaml", Path(out) / "README.txt"
    if as_json:
        print_json({"forms": [str(file) for file in files], "columns": str(columns), "note": str(note)})
        return
    count = len(files) // 2
    print_lines(
        [
            f"{count} form{'s' if count > 1 else ''} written to {out}, each as Markdown and CSV.",
            f"How to use them: {note}",
            f"When answers come back: ringtrue import {folder} FILE.csv... --columns {columns}",
        ]
    )
