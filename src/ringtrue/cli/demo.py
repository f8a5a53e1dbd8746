"""`ringtrue demo`: the whole job on a sample person, from her texts to a summary of who rings true."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import decimal, interval, percent, print_json, print_lines, print_table, progress

if TYPE_CHECKING:
    from ringtrue.demo.report import DemoSummary
    from ringtrue.demo.run import Demo
    from ringtrue.stats.detection.equivalence import Gate
    from ringtrue.stats.detection.planning import Rates
    from ringtrue.terms.result import Estimate


@ringtrue_command("demo", example="ringtrue demo --open")
@click.option("--out", default="demo-out", show_default=True, metavar="FOLDER", help="Where studies and reports go.")
@click.option("--open", "opens", is_flag=True, help="Open the summary, or the page to rate, when it is done.")
@click.option("--rate", is_flag=True, help="Instead, make a page to rate the sample's pairs yourself.")
@click.option("--tour", is_flag=True, help="Instead, show agreement, planning and the gate on simulated raters.")
def command(out: str, opens: bool, rate: bool, tour: bool, as_json: bool) -> None:
    """Try everything on a sample person: collect, rate, score, report.

    Three clones of an invented person and a generic bot go through the voice instrument, scenarios, a blind study and
    pairs. Ratings are simulated and labelled so. It needs no network and no key; run again, it resumes.
    """
    if tour:
        show_tour(as_json)
        return
    if rate:
        _rate(Path(out), opens, as_json)
        return
    demo, found, report = _run(Path(out))
    if as_json:
        print_json(_document(demo, found, report))
    else:
        _print(demo, found, report)
    if opens:
        click.launch(str(report))


def _rate(out: Path, opens: bool, as_json: bool) -> None:
    from ringtrue.demo.run import rating_demo

    made = rating_demo(out)
    if as_json:
        print_json({"study": str(made.study), "page": str(made.page)})
    else:
        print_lines(
            [
                f"Open this page in a browser and rate; it needs no network: {made.page}",
                "It ends with a result file. To score your answers:",
                f"  ringtrue import {made.study} RESULT.json",
                f"  ringtrue unblind {made.study} && ringtrue score {made.study} && ringtrue report {made.study}",
            ]
        )
    if opens:
        click.launch(str(made.page))


def _run(out: Path) -> "tuple[Demo, DemoSummary, Path]":
    from ringtrue.demo.report import summarized
    from ringtrue.demo.run import STEPS, run_demo
    from ringtrue.demo.start_page import write_summary

    with progress("the demo", STEPS) as step:
        demo = run_demo(out, lambda what, seconds: _note_step(what, seconds, step))
    found = summarized(demo)
    return demo, found, write_summary(demo, found)


def _note_step(what: str, seconds: float, step: Any) -> None:
    """Say on stderr what was done, if it took a while."""
    if seconds >= 1.0:
        print_lines([f"{seconds:5.1f} s  {what}"], style="dim", stderr=True)
    step()


def _print(demo: "Demo", found: "DemoSummary", report: Path) -> None:
    from ringtrue.demo.report import COLUMNS
    from ringtrue.demo.start_page import LABEL

    print_lines([LABEL, ""], style="dim")
    print_lines(["Who rings true: three clones of Oda Brennick, bell founder, and a generic bot"], style="bold")
    rows = [
        (one.speaker, one.answer, one.voice, one.quotes, one.decisions, one.blind, one.scenarios) for one in found.lines
    ]
    print_table(COLUMNS, rows)
    print_lines(["", "Why"], style="bold")
    print_lines([f"  {one.speaker}: {'; '.join(one.why)}" for one in found.lines])
    print_lines(["", "Pairs"], style="bold")
    print_lines([f"  {line}" for line in found.pairs])
    if found.conversations:
        print_lines(["", "A conversation, written and scored by hand"], style="bold")
        print_lines([f"  {line}" for line in found.conversations])
    print_lines(["", "What cannot be concluded"], style="bold")
    print_lines([f"  {line}" for line in found.untold])
    note = [f"  {demo.live.note}"] if demo.live.note else []
    print_lines(["", f"{found.instrument}.", *note], style="dim")
    print_lines(["", f"Reports: {report}   Next: ringtrue new --help, docs/tutorial.md"])


def _document(demo: "Demo", found: "DemoSummary", report: Path) -> dict[str, Any]:
    from dataclasses import asdict

    results = {
        "blind": demo.blind,
        "scenarios": demo.scenarios,
        "pairs": demo.pairs,
        "conversations": demo.conversations,
    }
    verdicts = {
        protocol: {
            name: {"verdict": one.verdict.label, "sound_verdict": one.sound_verdict.label} for name, one in by.items()
        }
        for protocol, by in results.items()
    }
    voice = {name: asdict(one) for name, one in demo.voice.items()}
    live = {"answers": len(demo.live.texts), "note": demo.live.note}
    return {"simulated_ratings": True, "summary": asdict(found), "verdicts": verdicts, "voice": voice, "live": live,
            "report": str(report)}  # fmt: skip


# `ringtrue demo --tour`: agreement, planning and the gate on simulated raters, each labelled as such.


SEED = 20261115
SHOWN = ("krippendorff_ordinal", "gwet_ac2", "icc_2_1", "icc_2_k")
# Who is compared with the person: how often simulated raters find the person, and the generic bot in the control.
SPEAKERS = {
    "the real person": (0.50, 0.90),
    "a good clone": (0.53, 0.90),
    "a drifted clone": (0.72, 0.90),
    "a generic bot": (0.90, 0.90),
    "a caricature": (0.12, 0.90),
    "raters who guess": (0.50, 0.50),
}


def show_tour(as_json: bool) -> None:
    """Show the instruments on simulated raters, or give the same as one JSON document."""
    with progress("simulating raters", len(SPEAKERS) + 2) as step:
        estimates = _agreement()
        step()
        gates = {}
        for place, speaker in enumerate(SPEAKERS):
            gates[speaker] = _gate(place, speaker)
            step()
        rates = _operating()
        step()
    if as_json:
        print_json(_tour_document(estimates, gates, rates))
        return
    print_lines(
        ["SIMULATED throughout: raters and picks are drawn at random to show the instruments.", ""], style="bold"
    )
    _print_gates(gates)
    _print_rates(rates)
    _print_agreement(estimates)
    print_lines(["", "Next: ringtrue plan --raters 7 --items 30   |   ringtrue agree YOUR.csv   |   ringtrue --help"])


def _agreement() -> dict[str, "Estimate"]:
    """Agreement of 5 simulated raters on 24 items, scale 1 to 5, one rating in twenty missing."""
    import numpy as np

    from ringtrue.stats.agreement.catalogue import STATISTICS

    rng = np.random.default_rng(SEED)
    taste = rng.normal(3.0, 1.1, size=(24, 1)) + rng.normal(0.0, 0.4, size=(1, 5)) + rng.normal(0.0, 0.7, size=(24, 5))
    ratings = np.clip(np.round(taste), 1.0, 5.0)
    ratings[rng.random(ratings.shape) < 0.05] = np.nan
    return {name: STATISTICS[name].compute(ratings) for name in SHOWN}


def _gate(place: int, speaker: str) -> "Gate":
    """One simulated study of 40 items x 10 raters with 6 generic cards each, moderate effects."""
    import numpy as np

    from ringtrue.stats.detection.equivalence import equivalence
    from ringtrue.stats.detection.planning import PickDesign, simulate_picks

    design = PickDesign(items=40, raters=10, item_sd=0.5, rater_sd=0.3)
    found, found_bot = SPEAKERS[speaker]
    rng = np.random.default_rng([SEED, place])
    raters = design.rater_sd * rng.standard_normal((1, 1, design.raters))
    picks = simulate_picks(design.items, raters, found, design, rng)[0]
    control = simulate_picks(design.generic_cards, raters, found_bot, design, rng)[0]
    return equivalence(picks, margin=design.margin, control=control)


def _operating() -> list["Rates"]:
    """How often 7 raters x 30 items say what, over 2,000 simulated studies each."""
    from ringtrue.stats.detection.planning import PickDesign, operating_rates

    return [operating_rates(PickDesign(items=30, raters=7), share, seed=SEED) for share in (0.5, 0.55, 0.65, 0.9)]


def _print_gates(gates: dict[str, "Gate"]) -> None:
    print_lines(["1. The gate: six simulated studies, 40 items x 10 raters, margin .65"], style="bold")
    print_table(
        ("compared with the person", "found", "90 % interval", "bot found", "the gate says"),
        [
            (
                speaker,
                decimal(gate.value),
                interval(gate),
                decimal(gate.control.value if gate.control else None),
                f"{gate.outcome}, preferred over the original" if gate.preferred else gate.outcome,
            )
            for speaker, gate in gates.items()
        ],
        right=("found", "bot found"),
    )
    print_lines(["found: share of picks in which raters named the real person; .50 is chance", ""], style="dim")


def _print_rates(rates: list["Rates"]) -> None:
    print_lines(["2. Planning: what 7 raters x 30 items can conclude, 2,000 simulated studies each"], style="bold")
    print_table(
        ("true share", "indistinguishable", "told apart", "inconclusive"),
        [
            (decimal(rate.share), *map(percent, (rate.indistinguishable, rate.told_apart, rate.cannot_be_told)))
            for rate in rates
        ],
        right=("true share", "indistinguishable", "told apart", "inconclusive"),
    )


def _print_agreement(estimates: dict[str, "Estimate"]) -> None:
    print_lines(["", "3. Agreement: 24 items, 5 simulated raters, a few ratings missing"], style="bold")
    print_table(
        ("statistic", "value", "95 % interval", "items"),
        [(name, decimal(found.value), interval(found), str(found.n)) for name, found in estimates.items()],
        right=("value", "items"),
    )


def _tour_document(estimates: dict[str, "Estimate"], gates: dict[str, "Gate"], rates: list["Rates"]) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "simulated": True,
        "seed": SEED,
        "gates": {speaker: gate.as_dict() for speaker, gate in gates.items()},
        "rates": [asdict(rate) for rate in rates],
        "agreement": {name: estimate.as_dict() for name, estimate in estimates.items()},
    }
