"""`ringtrue voice`: how close replies are to a person's own texts, and what sets them apart."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.call_options import print_stop
from ringtrue.cli.command import INCOMPLETE, ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.terms.problem import BadInput, Problem

if TYPE_CHECKING:
    from ringtrue.sources.replies import Replies
    from ringtrue.terms.call import Stop

_ASKED = "asked"  # the folder in --out in which the study of the questions is kept


@ringtrue_command("voice", example="ringtrue voice --own texts/ --replies answers/ --others people/ --out report/")
@click.option("--own", required=True, metavar="DIR", help="The person's own texts, .txt or .md files.")
@click.option(
    "--replies", metavar="DIR|FILE", help="The replies: a folder of files, or .csv or .jsonl with a text each."
)
@click.option("--speaker", metavar="WHO", help="Ask for the replies instead, such as openai:MODEL@URL. Needs --out.")
@click.option("--prompt", metavar="FILE", help="With --speaker: its system prompt.")
@click.option("--questions", metavar="FILE", help="With --speaker: questions, one on each line.  [default: 16 of ours]")
@click.option("--against", metavar="DIR|FILE", help="Other replies to the same items: how much closer are these?")
@click.option(
    "--column", metavar="NAME", help="Column of the text in .csv and .jsonl.  [default: text, reply, answer ...]"
)
@click.option("--others", metavar="DIR", help="Other people's texts, one folder each.  [default: built-in reference]")
@click.option("--bare", metavar="DIR|FILE", help="Replies of the same model without the persona.")
@click.option("--facts", metavar="FILE", help="Documented facts: a list in .md or .txt, or DNA entries in .yaml.")
@click.option("--embedding", default="tfidf", show_default=True, metavar="NAME", help="Backend that compares facts.")
@click.option("--concurrency", default=4, show_default=True, type=click.IntRange(1), help="Questions at once.")
@click.option(
    "--out", metavar="FOLDER", help="Write report.html, report.md, advice.md, voice.svg and result.json here."
)
def command(
    own: str,
    replies: str | None,
    others: str | None,
    bare: str | None,
    facts: str | None,
    embedding: str,
    out: str | None,
    against: str | None,
    column: str | None,
    as_json: bool,
    **asking: Any,
) -> int:
    """Compare replies with a person's own texts, and show what sets them apart.

    The scale runs from 0 (impostors) to 1 (the person's own held-out text). The instrument looks at wording alone and
    needs no model and no network; --speaker puts questions to one. If there is too little text, or others' texts of the
    person's genre are missing, it says so instead of giving a number; the exit code is still 0.

    Replies in .csv and .jsonl may name their item (column item, item_id or id) and session: --against pairs by item,
    and replies of many items or sessions say more than as many of one. In a folder the file's name is both.
    """
    from ringtrue.cli.voice_findings import VoiceRequest, account
    from ringtrue.cli.voice_output import document, refuse_existing, show, write_folder

    _check(replies, out, asking)
    if out is not None:
        refuse_existing(out)
    said, stop = (replies or "", None) if asking["speaker"] is None else _asked(Path(out or ""), asking)
    if stop is not None:
        print_stop(stop)
        return INCOMPLETE
    found = account(VoiceRequest.read(own, said, others, bare, facts, embedding, against=against, column=column))
    written = write_folder(out, found) if out is not None else []
    if as_json:
        print_json(document(found))
    else:
        show(found)
        print_lines(["", f"Written: {', '.join(map(str, written))}"] if written else [])
    return 0


def _check(replies: str | None, out: str | None, asking: dict[str, Any]) -> None:
    """Refuse what does not go together, all of it at once."""
    problems = []
    if (replies is None) == (asking["speaker"] is None):
        what = "Name either the replies or who should be asked for them."
        problems.append(Problem("command line", "--replies, --speaker", what, remedy="Give one of the two."))
    if asking["speaker"] is not None and out is None:
        what = "What a speaker says is kept, and there is no folder for it."
        problems.append(Problem("command line", "--out", what, remedy="Name a new folder with --out."))
    for name in ("prompt", "questions"):
        if asking[name] is not None and asking["speaker"] is None:
            what = "Nobody is asked."
            problems.append(Problem("command line", f"--{name}", what, asking[name], "Add --speaker, or leave it out."))
    if problems:
        raise BadInput(problems)


def _asked(out: Path, asking: dict[str, Any]) -> tuple["Replies", "Stop | None"]:
    """Put the questions to the speaker; what has been answered is kept in the folder."""
    from ringtrue.calls.limits import Limits
    from ringtrue.cli.call_options import call_progress
    from ringtrue.study.voice_replies import ask_for_replies

    with call_progress("replies") as watch:
        return ask_for_replies(
            asking["speaker"],
            out / _ASKED,
            prompt=asking["prompt"],
            questions=asking["questions"],
            limits=Limits(concurrency=asking["concurrency"]),
            watch=watch,
        )
