"""`ringtrue import` (alias `take-in`): import judgments and results of offline pages into a study."""

from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines, print_table

if TYPE_CHECKING:
    from ringtrue.study.intake import TakenFile


@ringtrue_command("import", example="ringtrue import my-study answers.csv results/ringtrue-*.json")
@click.argument("folder", metavar="DIR")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--columns", metavar="MAP.yaml", help="What the columns of a survey's CSV mean.")
@click.option("--slots", metavar="TABLE.yaml", help="Which text was in which slot, for results of the older page.")
@click.option(
    "--judge-kind",
    type=click.Choice(["person", "model", "statistic"]),
    default="person",
    show_default=True,
    help="Who judged, where the rows do not say.",
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
    """Import answers: result files of offline pages, or judgments as CSV, JSON or JSONL.

    Results of offline pages (.json, or the copied text in a .txt) carry their packet's name. One with answers missing
    is imported as partial, and a fuller one may follow.

    Judgments have the columns rater, item, question, value and, optionally, speaker, seconds, comment, excerpt. Every
    answer is validated against the protocol's scales. If any file has an error, nothing is imported and every problem
    is listed. `take-in` is another name for this command.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.intake import take_in

    taken = take_in(study, files, judge_kind=judge_kind, columns=columns, slots=slots)  # type: ignore[arg-type]
    total = sum(one.answers for one in taken)
    if as_json:
        print_json({"taken_in": total, "files": list(files), "results": [one.as_dict() for one in taken]})
        return
    print_table(("file", "rater", "answers", "state"), [_row(one) for one in taken], right=("answers",))
    print_lines(["", f"{total} answers imported from {len(files)} file{'s' if len(files) > 1 else ''}."])
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
