"""`ringtrue take-in`: judgments and results of offline pages from files into the study."""

from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.study.taking_in import TakenFile


@ringtrue_command("take-in", example="ringtrue take-in my-study answers.csv results/ringtrue-*.json")
@click.argument("folder", metavar="DIR")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--columns", metavar="MAP.yaml", help="What the columns of a form's or a survey's CSV hold.")
@click.option("--slots", metavar="TABLE.yaml", help="Which text stood in which slot, for results of the older page.")
@click.option(
    "--judge-kind",
    type=click.Choice(["person", "model", "statistic"]),
    default="person",
    show_default=True,
    help="What judged, where the rows do not say.",
)
@who_option
def command(
    folder: str,
    files: tuple[str, ...],
    columns: str | None,
    slots: str | None,
    judge_kind: str,
    who: str,
    as_json: bool,
) -> None:
    """Take in what raters sent back: results of offline pages, or judgments in CSV, JSON or JSONL files.

    Results of offline pages (.json, or the copied text in a .txt) are known by their packet; one with answers missing
    is taken in as partial, and a fuller one may follow.

    Judgments have the columns rater, item, question, value, and if wanted speaker, seconds, comment, excerpt. Every
    answer is checked against the protocol's scales. If anything is wrong with any file, nothing is taken in and every
    problem is listed.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.taking_in import take_in

    taken = take_in(study, files, judge_kind=judge_kind, columns=columns, slots=slots)  # type: ignore[arg-type]
    total = sum(one.answers for one in taken)
    if as_json:
        print_json({"taken_in": total, "files": list(files), "results": [one.as_dict() for one in taken]})
        return
    print_table(("file", "rater", "answers", "state"), [_row(one) for one in taken], right=("answers",))
    print_lines(["", f"{total} answers taken in from {len(files)} file{'s' if len(files) > 1 else ''}."])
    print_lines(f"Columns left out of {one.file}: {', '.join(one.left_out)}" for one in taken if one.left_out)
    print_lines([_next_step(folder, taken)])


def _row(taken: "TakenFile") -> tuple[str, str, str, str]:
    raters = taken.raters[0] if len(taken.raters) == 1 else f"{len(taken.raters)} raters"
    cards = f" ({taken.done} of {taken.cards} cards)" if taken.state == "partial" else ""
    return taken.file, raters, str(taken.answers), f"{taken.state}{cards}" or "-"


def _next_step(folder: str, taken: "list[TakenFile]") -> str:
    if any(one.state for one in taken):
        return f"Next: ringtrue status {folder}, and ringtrue unblind {folder} once all packets are back"
    return f"Next: ringtrue score {folder}"
