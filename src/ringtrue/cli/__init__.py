"""The `ringtrue` program: one module per command, loaded by a lazy import when the command is called."""

from difflib import get_close_matches
from importlib import import_module

import click

# Groups of commands as --help lists them: name -> one line of help. A lazy import loads a command only when it is
# called; a test checks that each line here is the first line of that command's own help.
GROUPS: dict[str, dict[str, str]] = {
    "Study": {
        "new": "Create a study folder.",
        "items": "Draft, import, check, review and withdraw the items of a study.",
        "record-change": "Record a change of a study, with its reason.",
        "status": "Show how far a study is and what comes next.",
        "score": "Score a study: estimates with intervals, two verdicts with reasons.",
        "report": "Write the newest result as a report.",
    },
    "People": {
        "deal": "Deal cards to raters; run it again to add raters.",
        "serve": "Host a study: raters rate by personal links, organisers watch, invite, pause and close.",
        "export": "Write an offline rating page for each packet not yet returned.",
        "import": "Import answers: result files of offline pages, or judgments as CSV, JSON or JSONL.",
        "unblind": "Open the answer key, so that blind answers can be scored.",
        "quality": "Show how raters answered: completion, time, repeated answers, attention, fatigue, closeness.",
        "admit": "Let a rater go on who failed the check on the sample.",
        "withdraw-rater": "Exclude a rater's answers from now on.",
    },
    "Models": {
        "run": "Put scenarios to a clone, have a model judge the answers, and score it.",
        "recognize": "Hold a conversation of prompts, decoys and a gap with a clone, and score what it recognises.",
        "collect": "Collect the speakers' answers to the items of a study.",
        "judge": "Let a model or a statistic judge the replies of a study.",
        "cause": "Confirm or correct the cause of a failure.",
    },
    "Analysis": {
        "plan": "Find how many raters and items a study needs.",
        "compare": "Compare versions of a clone on the items they share.",
        "agree": "Measure how far raters agree, with intervals.",
        "voice": "Compare replies with a person's own texts, and show what sets them apart.",
        "composite": "Combine the results of several sheets of one scope, each with the weight its protocol gives it.",
        "verify": "Check a scenario results file: sums, means, counts, causes.",
    },
    "Tools": {
        "demo": "Try everything on a sample person: collect, rate, score, report.",
        "protocols": "Show what each protocol asks and how it decides.",
        "doctor": "Check the installation or, with DIR, a study.",
        "backup": "Write a study, files and records, to one file.",
        "restore": "Create a study folder from a backup.",
    },
}
COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}
ALIASES = {"take-in": "import"}
_NAME_WIDTH = max(map(len, COMMANDS))
_MODULES = {"import": "import_answers"}  # where a command's name cannot be a module's


class Program(click.Group):
    """A group of commands, each a module of this package, loaded by a lazy import."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All names, in the order of --help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name or an alias."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            return None
        module = _MODULES.get(name, name.replace("-", "_"))
        command: click.Command = import_module(f"ringtrue.cli.{module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run; suggest the nearest name for a mistyped one."""
        name = args[0]
        if name not in COMMANDS and name not in ALIASES and not name.startswith("-"):
            near = get_close_matches(name, [*COMMANDS, *ALIASES], n=1)
            hint = f"Did you mean {near[0]!r}?" if near else "'ringtrue --help' lists all commands."
            ctx.fail(f"No such command {name!r}. {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands under the headings of their groups."""
        for heading, lines in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{_NAME_WIDTH}}", line) for name, line in lines.items()])


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="ringtrue", message="ringtrue %(version)s")
def main() -> None:
    """Measure whether an AI clone of a person rings true, in numbers a sceptic accepts.

    \b
    Try:  ringtrue demo
          ringtrue plan --margin .65 --raters 7
          ringtrue agree ratings.csv
    """
