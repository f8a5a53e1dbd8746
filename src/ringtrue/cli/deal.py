"""`ringtrue deal`: cards to raters, balanced, checked for leaks, sealed."""

from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.study import Study
    from ringtrue.study.dealt import Dealt

_SHOWN_RATERS = 25


@ringtrue_command("deal", example="ringtrue deal my-study --raters 7")
@click.argument("folder", metavar="DIR")
@click.option("--raters", "count", type=click.IntRange(1), metavar="N", help="So many new raters, named r1, r2 ...")
@click.option("--rater", "names", multiple=True, metavar="ID", help="A rater by name; may be given again.")
@click.option("--session", type=click.IntRange(1, 40), default=40, show_default=True, help="Most cards in a sitting.")
@click.option(
    "--controls", type=click.IntRange(0), help="Cards of each control, at most.  [default: 6; 0 in pairs and lite]"
)
@click.option("--waive", multiple=True, metavar="RULE[:ITEM]=REASON", help="Let leaks of a rule pass; recorded.")
@click.option("--force", is_flag=True, help="Deal without the accepted items that lack a text.")
@who_option
def command(
    folder: str, count: int | None, names: tuple[str, ...], waive: tuple[str, ...], as_json: bool, who: str, **how: Any
) -> None:
    """Deal the cards of a study to raters; again later it adds raters.

    Only accepted items are dealt. Every text is first looked through for what would give its source away: names, "as an
    AI", marks of citation, quotations of the gold text, and length, mark-up or typography on one side only. Sides and
    order are drawn for each rater and balanced for raters and items; the answer key and the plan of analysis are sealed
    before a packet is out.
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
        raise click.UsageError("Say for whom: --raters N for new ones, or --rater ID for each by name.")
    return list(names) if count is None else count


def _print(done: "Dealt", folder: str) -> None:
    raters = done.raters
    cards = sum(map(sum, raters.values()))
    print_lines([f"{cards} cards dealt to {_many(len(raters), 'rater')}."], style="bold")
    rows = [(name, str(len(sizes)), str(sum(sizes))) for name, sizes in list(raters.items())[:_SHOWN_RATERS]]
    print_table(("rater", "packets", "cards"), rows, right=("packets", "cards"))
    if len(raters) > _SHOWN_RATERS:
        print_lines([f"and {len(raters) - _SHOWN_RATERS} more; --json lists them"], style="dim")
    told = [f"{len(done.leaks)} leaks were let pass, with the reasons in the audit log"] if done.leaks else []
    left_out = len({one.item for one in done.missing})
    told += [f"{_many(left_out, 'accepted item')} without all texts left out"] if left_out else []
    print_lines([f"  {note}." for note in (*told, *done.notes)])
    print_lines(["", f"Sealed: {done.seal}"])
    print_lines(
        ["Publish this hash now if you like: it proves later that key and plan were fixed before the first card."]
    )
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
    }


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
