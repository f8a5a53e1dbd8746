"""`ringtrue quality`: how the raters of a study answered."""

import click

from ringtrue.cli.command import open_study, ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table


@ringtrue_command("quality", example="ringtrue quality my-study")
@click.argument("folder", metavar="DIR")
def command(folder: str, as_json: bool) -> None:
    """Show how raters answered: completion, time, repeated answers, attention, fatigue, closeness.

    It shows what stands out and, once the key is open, the main numbers with and without it. It excludes nothing from
    any result: that is for people to decide, before the answers are in.
    """
    quality = open_study(folder).quality().as_dict()
    if as_json:
        print_json(quality)
        return
    from ringtrue.report.rating_sections import (
        cards_cell,
        number_cell,
        optional_remarks,
        row_cell,
        share_cell,
    )

    if not quality["raters"]:
        print_lines(["No person has answered yet."])
        return
    print_lines([f"WARNING: {alarm}" for alarm in quality["alarms"]])
    columns = (
        *("rater", "cards", "minutes", "in all", "s/card", "comments", "attention", "generic", "self", "picks right"),
        *("longest row", "closeness"),
    )
    rows = [
        (
            one["name"],
            cards_cell(one),
            number_cell(one["timing"]["minutes"], 1),
            number_cell(one["whole_minutes"], 1),
            number_cell(one["timing"]["seconds_a_card"]),
            str(one["comments"]),
            *(share_cell(one[name]) for name in ("attention", "generic", "self_control", "picks")),
            row_cell(one),
            one["closeness"] or "–",
        )
        for one in quality["raters"]
    ]
    print_table(columns, rows, right=columns[1:10])
    screened = [
        f"The rule fixed in advance would leave {name} out: {why}." for name, why in quality["screened"].items()
    ]
    remarks = [*quality["remarks"], *screened, *optional_remarks(quality), *quality["notes"]]
    print_lines(
        ["", *(f"- {remark}" for remark in remarks)] if remarks or quality["alarms"] else ["", "Nothing unusual."]
    )
    _print_compared(quality["compared"])


def _print_compared(compared: list[dict[str, dict[str, float | None]]]) -> None:
    from ringtrue.report.rating_sections import number_cell

    if not compared:
        return
    print_lines([""])
    names = ("all", "without_tired_tenths", "without_screened_raters")
    rows = [
        (str(one["estimate"]), *(number_cell(one[name]["value"], 3) if one[name] else "–" for name in names))
        for one in compared
    ]
    columns = ("estimate", "every answer", "without tired tenths", "without screened")
    print_table(columns, rows, right=columns[1:])
