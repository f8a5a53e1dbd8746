"""`ringtrue new`: create a study folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines

if TYPE_CHECKING:
    from ringtrue.study.study import Study


_GRADED = {"preferred": "the preferred text graded", "both": "both texts graded"}


@ringtrue_command("new", example="ringtrue new my-study --protocol pairs --preset 3x10")
@click.argument("folder", metavar="DIR")
@click.option("--protocol", required=True, metavar="NAME", help="A built-in protocol, or a protocol file.")
@click.option("--subject", metavar="FOLDER", help="Folder with the person's sources and clone.")
@click.option("--gold", metavar="FILE", help="A text in the person's true voice, for raters to read first.")
@click.option(
    "--runs",
    nargs=2,
    metavar="RUN RUN",
    type=click.Path(path_type=Path),
    help="Pairs from two runs of the same scenarios, the full persona's first.",
)
@click.option("--preset", metavar="NAME", help="A size of study by name: 5x7 or 3x10 (pairs and lite).")
@click.option("--design", metavar="NAME", help="equivalence or discrimination (pairs and lite).")
@click.option("--grade", metavar="preferred|both", help="Which texts of a pair are graded (pairs and lite).")
@who_option
def command(
    folder: str,
    protocol: str,
    subject: str | None,
    gold: str | None,
    runs: tuple[Path, Path] | None,
    who: str,
    as_json: bool,
    **form: str | None,
) -> None:
    """Create a study folder.

    It holds study.yaml and items.yaml, which you write, and study.db, which the program writes. Preset, design and
    grading go into study.yaml; a study that names none has them as its protocol says.
    """
    from ringtrue.study.study import Study

    pairs = _pairs(protocol, runs)
    chosen = {key: name for key, name in form.items() if name}
    study = Study.create(folder, protocol=protocol, subject=subject, gold=gold, who=who, form=chosen)
    if pairs and runs:
        from ringtrue.study.pairs.from_runs import fill

        fill(study, pairs, runs)
    if as_json:
        print_json(study.status())
        return
    used = study.settings.protocol
    then = "write the items into items.yaml" if not runs else f"judge them blind: ringtrue status {folder}"
    print_lines([f"{folder}: a new study by {used.name} {used.version} ({used.title})", *_form(study), f"Next: {then}"])


def _form(study: "Study") -> list[str]:
    """Preset, design and grading in words, where the protocol has them."""
    form = study.settings.form
    if not form.preset:
        return []
    return [f"Form: {form.items} pairs x {form.raters} raters ({form.preset}), {form.design}, {_GRADED[form.grade]}"]


def _pairs(protocol: str, runs: tuple[Path, Path] | None) -> list[dict[str, Any]]:
    """The pairs two runs make, none where none are named."""
    if not runs:
        return []
    from ringtrue.protocols.loader import load
    from ringtrue.study.pairs.from_runs import pairs_of_runs

    return pairs_of_runs(load(protocol), runs)
