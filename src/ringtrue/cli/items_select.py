"""`ringtrue items select`: choose the pairs of a study by domain and stratum of the model index."""

from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.items.selection import Choice
    from ringtrue.study.pair_selection import Selection

OPEN_SLOTS = 1


@ringtrue_command("select", example="ringtrue items select my-study --preset 3x10")
@click.argument("folder", metavar="DIR")
@click.option("--preset", metavar="NAME", help="5x7 or 3x10; the study's own by default.")
@click.option("--strata", metavar="FILE", help="Strata and slots of your own, a YAML file.")
@click.option("--persona", metavar="NAME", help="Choose among the pairs of this persona only.")
@click.option("--nearest", is_flag=True, help="Where no pair fits, take the nearest one.")
@click.option("--undo", is_flag=True, help="Give every pair the status it had before.")
@who_option
def select(folder: str, undo: bool, who: str, as_json: bool, **options: Any) -> int:
    """Choose pairs by domain and by stratum of their model index.

    By default TECH and ANAL come from the high stratum (.90 and up), PHIL and SELF from the middle one (.85 to .87),
    NARR from the low one (.80 to .84); 3x10 takes one pair of each stratum. Among pairs that fit, the study's seed
    draws. The chosen ones are accepted, the others set aside (rejected) until --undo. Where a stratum cannot be filled,
    this is said, the nearest pair is named, and nothing is changed unless --nearest takes it (exit code 1).
    """
    study = open_study(folder, who=who)
    from ringtrue.study.pair_selection import select_pairs, undo_selection

    if undo:
        number = undo_selection(study)
        if as_json:
            print_json({"undone": number})
        else:
            print_lines([f"{number} pairs have the status they had before."])
        return 0
    found = select_pairs(study, **options)
    if as_json:
        print_json(_document(found))
    else:
        _print(found, folder)
    return 0 if found.written else OPEN_SLOTS


def _document(found: "Selection") -> dict[str, Any]:
    return {
        "written": found.written,
        "set_aside": found.set_aside,
        "choices": [
            {
                "domains": list(one.slot.domains),
                "stratum": one.slot.stratum.name if one.slot.stratum else None,
                "pair": one.item,
                "pfi_model": one.index,
                "why": one.why,
                "nearest": one.nearest,
            }
            for one in found.choices
        ],
    }


def _print(found: "Selection", folder: str) -> None:
    print_table(
        ("domain", "stratum", "pair", "model index", "note"),
        [_row(one, found.written) for one in found.choices],
        right=("model index",),
    )
    if found.written:
        print_lines(["", f"{len(found.choices)} pairs accepted, {found.set_aside} set aside (--undo takes it back)."])
        print_lines([f"Next: ringtrue items check {folder}"])
        return
    slots = "1 place has" if found.open == 1 else f"{found.open} places have"
    print_lines(["", f"{slots} no pair that fits: nothing was changed."], style="bold")
    if all(one.item or one.nearest for one in found.choices):
        print_lines([f"To take the nearest ones: ringtrue items select {folder} --nearest"])
    else:
        print_lines(["Import more pairs, or describe other places in a file: --strata FILE"])


def _row(one: "Choice", written: bool) -> tuple[str, ...]:
    stratum = one.slot.stratum.name if one.slot.stratum else "any"
    index = "" if one.index is None else f"{one.index:.4f}"
    note = one.why + (f"; {'the nearest' if written else f'nearest: {one.nearest}'}" if one.nearest else "")
    taken = one.item or (one.nearest if written else None) or "-"
    return "/".join(one.slot.domains), stratum, taken, index, note
