"""`ringtrue deal`: assign cards to raters, balanced, checked for leaks, sealed."""

from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines, print_table

if TYPE_CHECKING:
    from ringtrue.study.deal import Dealt
    from ringtrue.study.study import Study

_SHOWN_RATERS = 25
_HOUR = 60


class _ControlNumber(click.ParamType[int]):
    """A number of cards, or none."""

    name = "N|none"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Zero for none; click's own message for what is no number."""
        return 0 if value == "none" else int(click.IntRange(0).convert(value, param, ctx))


@ringtrue_command("deal", example="ringtrue deal my-study --raters 7")
@click.argument("folder", metavar="DIR")
@click.option("--raters", "count", type=click.IntRange(1), metavar="N", help="This many new raters, named r1, r2 ...")
@click.option("--rater", "names", multiple=True, metavar="ID", help="A rater by name; repeat it for more.")
@click.option("--session", type=click.IntRange(1, 40), default=40, show_default=True, help="Most cards in a session.")
@click.option(
    "--controls", type=_ControlNumber(), help="Cards of each control and kind.  [default: as the protocol says]"
)
@click.option("--waive", multiple=True, metavar="RULE[:ITEM]=REASON", help="Allow leaks of a rule, with a reason.")
@click.option(
    "--normalise", is_flag=True, help="Show quotes, dashes, ellipses and spaces of all texts in one plain way."
)
@click.option("--pilot", is_flag=True, help="One rater who tries the study out and never counts: --pilot --rater ID.")
@click.option("--force", is_flag=True, help="Deal although rules are broken or texts are missing; needs --why.")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the audit log and the report.")
@who_option
def command(
    folder: str, count: int | None, names: tuple[str, ...], waive: tuple[str, ...], as_json: bool, who: str, **how: Any
) -> None:
    """Deal cards to raters; run it again to add raters.

    Only accepted items are dealt, and only if they keep the rules of the suite (ringtrue items check) and the panel is
    as large as the protocol asks; --force --why TEXT deals all the same, and the sound verdict is then provisional.
    Every text is first checked for leaks, anything that gives its source away: names,
    "as an AI", citation marks, quotes from the gold text, and length, markup or typography on one side only. Then all
    pairs are compared as a set: the deal is refused if, say, the longer text is nearly always the same speaker's.
    Sides and order are randomised for each rater and balanced over raters and items. Control cards come from items
    with the tag control: true, and no text comes to a rater twice. The answer key and the analysis plan are sealed
    before the first packet goes out.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.leak_check import read_waiver

    raters = _raters(study, count, names)
    done = study.deal(raters, waivers=[read_waiver(text) for text in waive], **how)
    if as_json:
        print_json(_document(done))
    else:
        _print(done, folder)


def _raters(study: "Study", count: int | None, names: tuple[str, ...]) -> list[str] | int:
    if (count is None) == (not names):
        preset = study.settings.raters
        if count is None and preset is not None:
            return preset
        raise click.UsageError("Give --raters N for new raters, or --rater ID for each by name (a pilot: --rater ID).")
    return list(names) if count is None else count


def _print(done: "Dealt", folder: str) -> None:
    raters = done.raters
    cards = sum(map(sum, raters.values()))
    print_lines([f"{cards} cards dealt to {_many(len(raters), 'rater')}."], style="bold")
    rows = [(name, str(len(sizes)), str(sum(sizes))) for name, sizes in list(raters.items())[:_SHOWN_RATERS]]
    print_table(("rater", "packets", "cards"), rows, right=("packets", "cards"))
    if len(raters) > _SHOWN_RATERS:
        print_lines([f"and {len(raters) - _SHOWN_RATERS} more; --json lists them"], style="dim")
    warnings = [f"{_many(len(done.leaks), 'leak')} allowed, reasons in the audit log"] if done.leaks else []
    left_out = len({one.item for one in done.missing})
    warnings += [f"{_many(left_out, 'accepted item')} left out because a text is missing"] if left_out else []
    print_lines([f"  {note}." for note in (*warnings, *done.notes, *done.findings)])
    print_lines(["", f"Each rater needs {_time(done.minutes)}.", *(f"{_capital(line)}." for line in done.outlook)])
    print_lines(["", f"Sealed: {done.seal}"])
    print_lines(["Publish this hash now to prove later that key and plan were fixed before the first card."])
    print_lines(["", f"Next: ringtrue serve {folder}   or   ringtrue export {folder} --out pages"])


def _document(done: "Dealt") -> dict[str, Any]:
    return {
        "raters": done.raters,
        "cards": sum(map(sum, done.raters.values())),
        "seed": done.seed,
        "seal": done.seal,
        "plan": done.plan,
        "leaks": [
            {"rule": leak.rule, "item": leak.item, "place": leak.place, "excerpt": leak.excerpt, "waived": leak.waived}
            for leak in done.leaks
        ],
        "missing": [{"item": one.item, "speaker": one.speaker, "why": one.why} for one in done.missing],
        "notes": list(done.notes),
        "findings": list(done.findings),
        "minutes": done.minutes,
        "outlook": list(done.outlook),
    }


def _time(minutes: int) -> str:
    return f"about {minutes} minutes" if minutes < _HOUR else f"about {minutes / _HOUR:.1f} hours"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
