"""`ringtrue voice`: how near a set of replies is to a person's own texts, and what sets them apart."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("voice", example="ringtrue voice --own texts/ --replies answers/ --others people/ --out report/")
@click.option("--own", required=True, metavar="DIR", help="The person's own texts, .txt or .md files.")
@click.option("--replies", required=True, metavar="DIR", help="The replies: files, or JSONL with a text on each line.")
@click.option("--others", metavar="DIR", help="Other people's texts, a folder for each.  [default: shipped numbers]")
@click.option("--bare", metavar="DIR", help="Replies of the same model without the persona.")
@click.option("--facts", metavar="FILE", help="Documented facts: a list in .md or .txt, or DNA entries in .yaml.")
@click.option("--embedding", default="tfidf", show_default=True, metavar="NAME", help="Backend that compares facts.")
@click.option("--out", metavar="FOLDER", help="Write report.md, advice.md, voice.svg and result.json here.")
def command(
    own: str,
    replies: str,
    others: str | None,
    bare: str | None,
    facts: str | None,
    embedding: str,
    out: str | None,
    as_json: bool,
) -> None:
    """How near replies are to a person's own texts, and what sets them apart.

    0 is where impostors stand, 1 where the person's own held-out text stands. The instrument looks at wording alone
    and works without a model and without a network. Where the material does not suffice it says so, and what would
    suffice, instead of a number; that is exit code 0 too.
    """
    from ringtrue.cli.voice_account import Request, account
    from ringtrue.cli.voice_document import document
    from ringtrue.cli.voice_folder import refuse_existing, write_folder
    from ringtrue.cli.voice_screen import show

    if out is not None:
        refuse_existing(out)
    found = account(Request.read(own, replies, others, bare, facts, embedding))
    written = write_folder(out, found) if out is not None else []
    if as_json:
        print_json(document(found))
        return
    show(found)
    if written:
        print_lines(["", f"Written: {', '.join(map(str, written))}"])
