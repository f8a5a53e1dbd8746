"""The `ringtrue` program: one module per command, loaded when the command is called."""

from importlib import import_module

import click

from ringtrue.cli.collector import calm, while_loading

# Name and one line of help; a test checks that each line is its command's own, so that --help loads no command.
COMMANDS = {
    "agree": "How far raters agree, with intervals.",
    "backup": "Write a study, its files and its records, into one file.",
    "cause": "Confirm or correct the cause of a failure.",
    "collect": "Put the items of a study to its speakers.",
    "deal": "Deal the cards of a study to raters; again later it adds raters.",
    "demo": "The main job on a sample person: collect, rate, score, report.",
    "doctor": "Check the installation or, with DIR, a study.",
    "export": "Write one offline rating page for each packet that is out.",
    "items": "Bring items into a study, check, review and withdraw them.",
    "judge": "Let a model or a statistic judge the replies of a study.",
    "new": "Make the folder of a new study.",
    "plan": "How many raters and items a study needs.",
    "protocols": "What each protocol asks and how it decides.",
    "quality": "How raters answered: completion, time, rows of one answer, attention, fatigue.",
    "report": "Write the newest result as a report.",
    "restore": "Make a study folder from a backup.",
    "run": "Put scenarios to a clone, have a model judge the answers, and score it.",
    "score": "Score a study: estimates with intervals, two verdicts with reasons.",
    "serve": "Host a study: raters rate by personal links, organisers watch, invite, pause and close.",
    "status": "Where a study stands and what comes next.",
    "take-in": "Take in what raters sent back: results of offline pages, or judgments in CSV, JSON or JSONL files.",
    "unblind": "Open the answer key, so that blind answers can be scored.",
    "verify": "Check a results file of scenarios: sums, means, counts, causes.",
    "voice": "How near replies are to a person's own texts, and what sets them apart.",
    "withdraw-rater": "Leave a rater's answers out from now on.",
}


class Program(click.Group):
    """A group whose commands are modules of this room."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All names, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, from the module of its name."""
        if cmd_name not in COMMANDS:
            return None
        with while_loading():
            command: click.Command = import_module(f"ringtrue.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and lines from the table above."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="ringtrue", message="ringtrue %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Tells, in numbers a sceptic accepts, whether an AI clone of a person rings true.

    \b
    Try:  ringtrue demo
          ringtrue plan --margin .65 --raters 7
          ringtrue agree ratings.csv
    """
    ctx.call_on_close(calm())
