"""`ringtrue judge calibrate`: find out what a model judge's scores are worth, and write it down as a licence."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.call_options import call_progress, print_stop
from ringtrue.cli.command import INCOMPLETE, open_study, ringtrue_command, who_option
from ringtrue.cli.console import decimal, interval, print_json, print_lines, print_table

if TYPE_CHECKING:
    from ringtrue.judge.model.licence import Licence
    from ringtrue.store.study_store import StudyStore
    from ringtrue.study.judge_licence import Texts
    from ringtrue.study.judge_probe import Probed
    from ringtrue.study.study import Study
    from ringtrue.terms.item import Speaker

_WORDS = {
    "r": "correlation with people",
    "kappa": "agreement with people (kappa)",
    "shift": "judge less people",
    "error": "difference from people",
    "error_fitted": "the same, scores put on people's scale",
    "error_constant": "the same of people's mean for every card",
    "better_than_constant": "share of people's variance explained",
    "noise_sd": "noise of asking again (sd)",
    "side": "leaning to side A",
    "length": "errors with length of text (r)",
    "obeys": "points for words to the judge",
    "generic_from_person": "tells generic from the person (.5: no)",
}


@ringtrue_command("calibrate", example="ringtrue judge calibrate run-1 --probe 10")
@click.argument("folder", metavar="DIR")
@click.option("--judge", "name", metavar="NAME", help="A judge of study.yaml.  [default: all that have scored]")
@click.option("--out", metavar="FOLDER", type=click.Path(path_type=Path), help="Write here.  [default: DIR/licences]")
@click.option("--probe", default=0, type=click.IntRange(0, 500), help="Ask about so many answers again, 3 calls each.")
@who_option
def command(folder: str, name: str | None, out: Path | None, probe: int, who: str, as_json: bool) -> int:
    """Calibrate a model judge, and write its licence.

    Where people and the judge scored the same cards (30 or more), its scores are compared with theirs, and with the
    best constant; where nobody did, 25 cards of the generic speaker and of the person each may do. Looked for besides:
    a preferred side, a liking for length, the noise of asking again, obedience to words in the answer. --probe tries
    the last two on purpose. The licence holds for this model, its settings, the rubric, the language and what the judge
    is shown, and is stale when one of these changes. Exit code: 0 licensed, 1 refused, 2 bad input, 3 incomplete.
    """
    from ringtrue.study.judge_licence import calibrate, judged_by, write_licence
    from ringtrue.study.score import answers_by_speaker
    from ringtrue.study.verification import refuse_altered

    study = open_study(folder, who=who)
    refuse_altered(study)
    found: list[tuple[Licence, Path]] = []
    stopped = False
    with study.records() as records:
        texts = answers_by_speaker(study.items(), records, study.settings)
        for judge in judged_by(study, records, name):
            probed = _probed(study, records, judge, texts, probe)
            stopped |= probed is not None and probed.stop is not None
            more = {"probes": probed.rises, "again": probed.again} if probed else {}
            licence = calibrate(study, records, judge, texts, **more)
            found.append((licence, write_licence(study, records, licence, out)))
    if as_json:
        print_json({"licences": [one.as_dict() | {"file": str(path)} for one, path in found]})
    else:
        for one, path in found:
            _print_licence(one, path)
    if stopped:
        return INCOMPLETE
    return 0 if all(one.granted for one, _ in found) else 1


def _probed(study: "Study", records: "StudyStore", judge: "Speaker", texts: "Texts", count: int) -> "Probed | None":
    if not count:
        return None
    from ringtrue.study.judge_probe import Probing

    probing = Probing(study, judge, texts.get(study.settings.protocol.candidate, {}), count)
    with call_progress("calls") as watch:
        probed = probing.go(records, watch=watch)
    print_stop(probed.stop)
    return probed


def _print_licence(one: "Licence", path: Path) -> None:
    on = {"people": "on people's scores", "controls": "on controls alone"}.get(one.basis, "too few cards")
    outcome = f"licensed, {on}" if one.granted else "refused"
    print_lines([f"{one.judge} ({one.binding.model}): {outcome}"], style="bold green" if one.granted else "bold red")
    rows = [
        (_WORDS.get(name, name), decimal(found.value), interval(found), str(found.n))
        for name, found in one.estimates.items()
        if found.value is not None
    ]
    print_table((one.question, "value", "95 % interval", "n"), rows, right=("value", "n"))
    print_lines([f"  Refused: {text}." for text in one.refusals])
    print_lines([f"  Not known: {text}." for text in _unknown(one)], style="dim")
    print_lines([one.worth, f"Written: {path}", ""])


def _unknown(one: "Licence") -> Sequence[str]:
    def reasons() -> Iterator[str]:
        for name, found in one.estimates.items():
            if found.value is None:
                yield f"{_WORDS.get(name, name)}: {found.reason}"

    return list(reasons())


def judge_or_calibrate(judge: click.Command) -> click.Command:
    """`judge`, which hands over to `calibrate` where that is its first word; a folder of that name is ./calibrate."""
    return _Judge(judge.name, callback=judge.callback, params=judge.params, help=judge.help, epilog=judge.epilog)


class _Judge(click.Command):
    """A command with one command below it, whose own arguments stay as they are."""

    commands = {"calibrate": command}  # noqa: RUF012 - read by the documents

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of `calibrate` where its name comes first, else this command's own."""
        if args[:1] == [command.name]:
            return command.make_context(f"{info_name} {command.name}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)
