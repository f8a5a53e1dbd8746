"""`ringtrue export`: rating pages that work offline, one file for each packet that is out."""

from pathlib import Path

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.opening import open_study


@ringtrue_command("export", example="ringtrue export my-study --out pages")
@click.argument("folder", metavar="DIR")
@click.option("--out", required=True, metavar="FOLDER", help="Where the pages go; made where it is missing.")
def command(folder: str, out: str, as_json: bool) -> None:
    """Write one offline rating page for each packet that is out.

    Each page is a single HTML file for one rater and one session. It needs no network, keeps every answer as it is
    given, and ends in a result file to send back. A README.txt beside the pages says how to send them.
    """
    study = open_study(folder)
    from ringtrue.study.exporting import missing_sample

    pages = study.export(Path(out))
    warning = missing_sample(study)
    if warning:
        print_lines([warning], style="yellow", stderr=True)
    if as_json:
        print_json({"pages": [str(page) for page in pages], "note": str(Path(out) / "README.txt"), "warning": warning})
        return
    kilobytes = sum(page.stat().st_size for page in pages) / 1024
    print_lines(
        [
            f"{len(pages)} page{'s' if len(pages) > 1 else ''} written to {out} ({kilobytes:,.0f} KB).",
            f"How to send them: {Path(out) / 'README.txt'}",
            f"When results come back: ringtrue take-in {folder} FILE...",
        ]
    )
