"""`ringtrue voice`: how close replies are to a person's own texts, and what sets them apart."""

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("voice", example="ringtrue voice --own texts/ --replies answers/ --others people/ --out report/")
@click.option("--own", required=True, metavar="DIR", help="The person's own texts, .txt or .md files.")
@click.option("--replies", required=True, metavar="DIR", help="The replies: files, or JSONL with a text on each line.")
@click.option("--others", metavar="DIR", help="Other people's texts, one folder each.  [default: built-in reference]")
@click.option("--bare", metavar="DIR", help="Replies of the same model without the persona.")
@click.option("--facts", metavar="FILE", help="Documented facts: a list in .md or .txt, or DNA entries in .yaml.")
@click.option("--embedding", default="tfidf", show_default=True, metavar="NAME", help="Backend that compares facts.")
@click.option(
    "--out", metavar="FOLDER", help="Write report.html, report.md, advice.md, voice.svg and result.json here."
)
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
    """Compare replies with a person's own texts, and show what sets them apart.

    The scale runs from 0 (impostors) to 1 (the person's own held-out text). The instrument looks at wording alone and
    needs no model and no network. If there is too little text it says so, and how much it needs, instead of giving a
    number; the exit code is still 0.
    """
    from ringtrue.cli.voice_findings import VoiceRequest, account
    from ringtrue.cli.voice_output import document, refuse_existing, show, write_folder

    if out is not None:
        refuse_existing(out)
    found = account(VoiceRequest.read(own, replies, others, bare, facts, embedding))
    written = write_folder(out, found) if out is not None else []
    if as_json:
        print_json(document(found))
        return
    show(found)
    if written:
        print_lines(["", f"Written: {', '.join(map(str, written))}"])
