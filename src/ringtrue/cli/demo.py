"""`ringtrue demo`: the main job on the sample person, from her texts to a summary of who rings true."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table, progress

if TYPE_CHECKING:
    from ringtrue.study.demo_run import Demo
    from ringtrue.study.demo_summary import Summary

_COLUMNS = ("speaker", "rings true?", "voice", "her words found, %", "decisions", "scenarios")


@ringtrue_command("demo", example="ringtrue demo --open")
@click.option("--out", default="demo-out", show_default=True, metavar="FOLDER", help="Where studies and reports go.")
@click.option("--open", "opens", is_flag=True, help="Open the summary, or the page to rate, when it is done.")
@click.option("--rate", is_flag=True, help="Instead, a page with the sample's pairs to rate yourself.")
@click.option("--tour", is_flag=True, help="Instead, agreement, planning and the gate on simulated raters.")
def command(out: str, opens: bool, rate: bool, tour: bool, as_json: bool) -> None:
    """The main job on a sample person: collect, rate, score, report.

    Three clones of an invented person and a generic bot go through the voice instrument, scenarios, a blind study and
    pairs. Ratings are simulated and say so. It needs no network and no key; stopped, it goes on when run again.
    """
    if tour:
        from ringtrue.cli.demo_tour import tour as take

        take(as_json)
        return
    if rate:
        _rate(Path(out), opens, as_json)
        return
    demo, told, report = _run(Path(out))
    if as_json:
        print_json(_document(demo, told, report))
    else:
        _print(demo, told, report)
    if opens:
        click.launch(str(report))


def _rate(out: Path, opens: bool, as_json: bool) -> None:
    from ringtrue.study.demo_rate import rating_demo

    made = rating_demo(out)
    if as_json:
        print_json({"study": str(made.study), "page": str(made.page)})
    else:
        print_lines(
            [
                f"Open this page in a browser and rate; it needs no network: {made.page}",
                "It ends with a result file. What you said is then yours to score:",
                f"  ringtrue take-in {made.study} RESULT.json",
                f"  ringtrue unblind {made.study} && ringtrue score {made.study} && ringtrue report {made.study}",
            ]
        )
    if opens:
        click.launch(str(made.page))


def _run(out: Path) -> "tuple[Demo, Summary, Path]":
    from ringtrue.study.demo_report import write_summary
    from ringtrue.study.demo_run import STEPS, run_demo
    from ringtrue.study.demo_summary import summary

    with progress("the demo", STEPS) as step:
        demo = run_demo(out, lambda what, seconds: _told(what, seconds, step))
    told = summary(demo)
    return demo, told, write_summary(demo, told)


def _told(what: str, seconds: float, step: Any) -> None:
    """Say on stderr what was done, if it took a while."""
    if seconds >= 1.0:
        print_lines([f"{seconds:5.1f} s  {what}"], style="dim", stderr=True)
    step()


def _print(demo: "Demo", told: "Summary", report: Path) -> None:
    from ringtrue.study.demo_report import LABEL

    print_lines([LABEL, ""], style="dim")
    print_lines(["Who rings true: three clones of Oda Brennick, bell founder, and a generic bot"], style="bold")
    rows = [(one.speaker, one.answer, one.voice, one.quotes, one.decisions, one.scenarios) for one in told.lines]
    print_table(_COLUMNS, rows)
    print_lines(["", "Why"], style="bold")
    print_lines([f"  {one.speaker}: {'; '.join(one.why)}" for one in told.lines])
    print_lines(["", "Pairs"], style="bold")
    print_lines([f"  {line}" for line in told.pairs])
    print_lines(["", "What cannot be told"], style="bold")
    print_lines([f"  {line}" for line in told.untold])
    note = [f"  {demo.live.note}"] if demo.live.note else []
    print_lines(["", f"{told.instrument}.", *note], style="dim")
    print_lines(["", f"Reports: {report}   Next: ringtrue new --help, docs/tutorial.md"])


def _document(demo: "Demo", told: "Summary", report: Path) -> dict[str, Any]:
    from dataclasses import asdict

    results = {"blind": demo.blind, "scenarios": demo.scenarios, "pairs": demo.pairs}
    verdicts = {
        protocol: {
            name: {"verdict": one.verdict.label, "sound_verdict": one.sound_verdict.label} for name, one in by.items()
        }
        for protocol, by in results.items()
    }
    voice = {name: asdict(one) for name, one in demo.voice.items()}
    live = {"answers": len(demo.live.texts), "note": demo.live.note}
    return {"simulated_ratings": True, "summary": asdict(told), "verdicts": verdicts, "voice": voice, "live": live,
            "report": str(report)}  # fmt: skip
