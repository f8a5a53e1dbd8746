"""`ringtrue judge`: judges that are no people answer about a study's replies."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.numbers import decimal, interval, sure
from ringtrue.cli.who import who_option
from ringtrue.terms import BadInput, Problem

if TYPE_CHECKING:
    from ringtrue.judge.statistic import Opinion
    from ringtrue.study import Study


@ringtrue_command("judge", example="ringtrue judge my-study --judge voice --own texts/")
@click.argument("folder", metavar="DIR")
@click.option("--judge", "name", required=True, metavar="NAME", help="Who judges: voice, the embedded instrument.")
@click.option("--own", metavar="DIR", help="The person's own texts.  [default: subject.folder of study.yaml]")
@click.option("--others", metavar="DIR", help="Other people's texts, a folder for each.  [default: shipped numbers]")
@who_option
def command(folder: str, name: str, own: str | None, others: str | None, who: str, as_json: bool) -> None:
    """Let a model or a statistic judge the replies of a study.

    voice: how near each speaker's wording is to the person's own texts, 0 where impostors stand and 1 where the person
    stands. It is recorded as a statistic, appears in results under voice_SPEAKER and enters no other number.
    """
    from ringtrue.study import Study

    judge = JUDGES.get(name)
    if judge is None:
        remedy = f"One of {', '.join(JUDGES)}."
        raise BadInput([Problem("command line", "--judge", "There is no judge of this name.", name, remedy)])
    judge(Study.open(folder, who=who), {"own": own, "others": others}, as_json)


def _by_voice(study: "Study", places: Mapping[str, str | None], as_json: bool) -> None:
    opinion = study.judge("voice", own=places["own"], others=places["others"])
    if as_json:
        print_json(_document(opinion))
        return
    rows = [
        (name, decimal(found.value), interval(found), sure(found.likelihood), decimal(found.auc), str(found.n))
        for name, found in opinion.estimates.items()
    ]
    print_lines(["Wording between impostors (0) and the person (1): a statistic, not a rating"], style="bold")
    columns = ("estimate", "value", "95 % interval", "likelihood", "AUC", "replies")
    print_table(columns, rows, right=("value", "likelihood", "AUC", "replies"))
    reasons = [f"  {name}: {found.reason}." for name, found in opinion.estimates.items() if found.reason]
    if reasons:
        print_lines(["", "What cannot be told, and why", *reasons])
    print_lines(["", f"Next: ringtrue score {study.folder}"])


def _document(opinion: "Opinion") -> dict[str, object]:
    hints = [{"speaker": hint.speaker, "item": hint.item, "hint": hint.value} for hint in opinion.hints]
    return {
        "judge": "voice",
        "judge_kind": "statistic",
        "estimates": {name: estimate.as_dict() for name, estimate in opinion.estimates.items()},
        "hints": hints,
    }


# Every judge by its name on the command line.
JUDGES: Mapping[str, Callable[["Study", Mapping[str, str | None], bool], None]] = {"voice": _by_voice}
