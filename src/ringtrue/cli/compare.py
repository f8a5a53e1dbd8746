"""`ringtrue compare`: which version of a clone is better, and how sure that is."""

from pathlib import Path
from typing import Literal

import click

from ringtrue.cli.command import Finite, ringtrue_command
from ringtrue.cli.console import print_json, print_lines

FAILED = 1


@ringtrue_command("compare", example="ringtrue compare last-week this-week --out changes.html --fail-on-drop 5")
@click.argument("versions", metavar="A B...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="Write it as a page (.html) or as .md.")
@click.option(
    "--against",
    type=click.Choice(["previous", "first"]),
    default="previous",
    show_default=True,
    help="What each version is compared with.",
)
@click.option("--fixed-raters", is_flag=True, help="Conclude about these raters alone, not about others like them.")
@click.option("--despite-versions", is_flag=True, help="Compare although the versions of the protocol differ.")
@click.option("--fail-on-drop", metavar="POINTS", type=Finite(0), help="Exit 1 after a larger drop.")
@click.option("--strict", is_flag=True, help="Exit 1 unless the last version is better or no worse.")
def command(
    versions: tuple[Path, ...],
    out: Path | None,
    against: Literal["previous", "first"],
    fixed_raters: bool,
    despite_versions: bool,
    fail_on_drop: float | None,
    strict: bool,
    as_json: bool,
) -> int:
    """Compare versions of a clone on the items they share.

    A, B ... are study folders or result files of one protocol, the earlier ones first. With people who rated both, the
    intervals are about items and raters; with models, about items. Exit code: 0 done, 1 where the last version is worse
    or dropped by more than POINTS, 2 bad input.
    """
    from ringtrue.study.comparison.comparison import compare, failures, sentence

    found = compare(versions, against=against, fixed_raters=fixed_raters, despite_versions=despite_versions)
    told = failures(found, fail_on_drop=fail_on_drop, strict=strict)
    if out is not None:
        from ringtrue.study.comparison.page import write_page

        print_lines([f"Written: {write_page(found, out)}"], style="dim", stderr=True)
    if as_json:
        print_json(found.as_dict() | {"failures": told})
    else:
        from ringtrue.cli.compare_output import print_comparison

        print_comparison(found)
    said = [] if as_json else [sentence(found)]  # stands at the top already
    print_lines([line for line in told if line not in said], style="bold red", stderr=True)
    return FAILED if told else 0
