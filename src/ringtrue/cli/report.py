"""`ringtrue report`: the newest result as files."""

import click

from ringtrue.cli.command import open_study, ringtrue_command
from ringtrue.cli.console import print_json, print_lines

_FORMS = "html|md|json|yaml|csv|parquet|junit"


@ringtrue_command("report", example="ringtrue report my-study --format html --open")
@click.argument("folder", metavar="DIR")
@click.option("--format", "form", default="", metavar=_FORMS, help="What to write.  [default: md and html]")
@click.option("--open", "show", is_flag=True, help="Open the HTML report in the browser.")
def command(folder: str, form: str, show: bool, as_json: bool) -> None:
    """Write the newest result as a report.

    Reports lie in reports/, named by the number of the result: a later scoring makes another beside them. The HTML
    report is one file that asks for nothing; csv, yaml and parquet hold the ratings as well; junit is for build
    servers.
    """
    study = open_study(folder)
    written = study.report(form)
    pages = [path for path in written if path.suffix == ".html"]
    if show and not pages:
        pages = study.report("html")
        written += pages
    if as_json:
        print_json({"written": [str(path) for path in written]})
    else:
        print_lines([f"Written: {path}" for path in written])
    if show:
        click.launch(pages[0].resolve().as_uri())
