"""A run of scenarios in the terminal: what is about to be asked, what it will take, what came out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ringtrue.cli.console import print_lines, print_table, shortened

if TYPE_CHECKING:
    from ringtrue.calls.budget import Forecast
    from ringtrue.study.scenarios.bars import Judged
    from ringtrue.study.scenarios.inputs import RunInputs
    from ringtrue.study.scenarios.outputs import RunOutputs

MOST_FAILURES = 15
_JUDGING = {
    "noise": "The same judge, asked again about the same answer, differs by this many points:",
    "agreement": "The judges agree, by Krippendorff's alpha:",
    "error_correlation": "The judges' errors, against people, go together by r =",
}
_STYLES = {"PASS": "bold green", "CONDITIONAL PASS": "bold yellow", "FAIL": "bold red"}


def print_plan(inputs: "RunInputs", scored: int, controls: "Forecast | None" = None, *, stderr: bool) -> None:
    """Who is asked how much, what the controls take besides, and the warnings."""
    scenarios = inputs.scenarios
    kinds = ", ".join(f"{count} {kind}" for kind, count in scenarios.types.items())
    repeats = f", {inputs.given.repeats} times each" if inputs.given.repeats > 1 else ""
    judging = f"{' and '.join(inputs.given.judges)} judge{'' if len(inputs.given.judges) > 1 else 's'}{repeats}"
    lines = [f"{scenarios.count} scenarios ({kinds}); {inputs.given.speaker} answers, {judging}."]
    if scored:
        lines.append(f"{scored} have a score already and are not asked again.")
    print_lines([*lines, *_controls(inputs, controls)], stderr=stderr)
    print_lines([f"Warning: {text}" for text in inputs.warnings], style="yellow", stderr=stderr)


def _controls(inputs: "RunInputs", forecast: "Forecast | None") -> Iterator[str]:
    """Whose answers are judged beside the clone's, and what that takes."""
    if inputs.controls is None or forecast is None:
        return
    who = inputs.given.generic or f"{inputs.given.speaker} without the persona's prompt"
    numbers = {name: len(items) for name, items in inputs.controls.on.items()}
    person = numbers[inputs.controls.person]
    own = f", and {inputs.controls.file} has the person's own on {person}" if person else ""
    generic = numbers[inputs.controls.generic.name]
    yield f"Controls: {who} answers {generic} of them{own}; the same judges score these too."
    cost = "their cost is not known without prices" if forecast.cost is None else f"about {forecast.cost:.4g}"
    yield f"That is {forecast.calls:,} calls more, estimated before retries: {cost}."


def print_forecast(forecast: "dict[str, Forecast]") -> None:
    """What a run will take."""
    rows = [_forecast_row(name, one) for name, one in forecast.items()]
    if len(rows) > 1:
        total = list(forecast.values())
        together = _forecast_row("together", sum(total[1:], start=total[0]))
        partly = any(one.cost is None for one in total) and any(one.cost is not None for one in total)
        rows.append((*together[:-1], f"at least {together[-1]}") if partly else together)
    columns = ("asked", "calls", "tokens in", "tokens out", "cost")
    print_table(columns, rows, right=columns[1:])
    print_lines(["Estimated, four characters to a token, before retries. Nothing was asked."], style="dim")


def _forecast_row(name: str, one: "Forecast") -> tuple[str, ...]:
    cost = "no prices" if one.cost is None else f"{one.cost:.4g}"
    return name, f"{one.calls:,}", f"{one.tokens_in:,}", f"{one.tokens_out:,}", cost


def print_run(outputs: "RunOutputs", note: str) -> None:
    """The figure, categories, dimensions, failures with causes, and what to do next."""
    page, advice, label = outputs.page, outputs.advice, outputs.result.verdict.label
    print_lines([f"Fidelity {page.figure}", page.status], style=_STYLES.get(label, "bold"))
    print_lines([f"{line}." for line in page.sound])
    missing = sum(row.get(outputs.score) is None for row in outputs.result.items)
    if missing:
        gap = f"{missing} of {len(outputs.result.items)} scenarios have no score and count as zero here"
        print_lines([f"Incomplete: {gap}. Without them: {page.valid}."], style="bold yellow")
    _print_short(outputs)
    print_lines([text for text in (page.trial, note) if text], style="bold yellow")
    from ringtrue.study.scenarios.run_page import CATEGORY_COLUMNS, DIMENSION_COLUMNS

    print_lines([""])
    print_table(CATEGORY_COLUMNS, page.categories, right=("scenarios", "scored", "mean of scored", "passed"))
    print_lines([""])
    print_table(DIMENSION_COLUMNS, page.dimensions, right=("weight", "scored", "mean of scored"))
    print_lines([""])
    _print_failures(outputs)
    _print_judging(outputs)
    broken = [row for row in page.conditions if row[1] != "yes"]
    print_lines([f"{page.holding}.", *(f"  {row[0]}: {row[1]} {row[4]}" for row in broken)])
    print_lines([f"Round {advice.number}: {advice.why}"], style="bold red" if advice.escalate else "")
    for fix in advice.fixes[:3]:
        gain = "" if fix.gain is None else f" (at 100 there: {fix.gain:.1f} points more)"
        about = f"{fix.dimension}, {fix.where}: " if fix.dimension else ""
        print_lines([f"  {fix.priority} {about}{fix.action}{gain}"])
    print_lines(["", f"Written: {', '.join(str(path) for path in outputs.files)}"], style="dim")


def print_change(judged: "Judged") -> None:
    """What changed since the round before, unless it is why the run fails: that is said in the end."""
    if judged.change and judged.change not in judged.failures:
        print_lines(["", judged.change], style="bold")
    if judged.page is not None:
        print_lines([f"Changes, side by side: {judged.page}"], style="dim")


def _print_failures(outputs: "RunOutputs") -> None:
    from ringtrue.study.scenarios.run_page import FAILURE_COLUMNS

    failures = outputs.page.failures
    if not failures:
        print_lines(["No failures.", ""])
        return
    noted = any(row[-1] for row in failures[:MOST_FAILURES])
    width = len(FAILURE_COLUMNS) - (not noted)
    columns = (f"failures ({outputs.page.failed})", *FAILURE_COLUMNS[1:width])
    rows = [(*row[: width - 1], shortened(row[width - 1])) for row in failures[:MOST_FAILURES]]
    print_table(columns, rows, right=("score",))
    if outputs.page.failed > MOST_FAILURES:
        print_lines([f"and {outputs.page.failed - MOST_FAILURES} more in report.md"], style="dim")
    counts = outputs.result.counts
    if "causes_confirmed" in counts:
        print_lines([f"Causes: people confirmed {counts['causes_confirmed']}, corrected {counts['causes_corrected']}."])
    print_lines([""])


def _print_short(outputs: "RunOutputs") -> None:
    """The judges that left cards without a score."""
    from ringtrue.report.judging import fully_judged, short_of

    result = outputs.result
    if short := short_of(result.judges):
        gap = f"{short} cards; {fully_judged(result)} scenarios have a score from every judge"
        print_lines([f"Incomplete: {gap}. Run the same command again to ask the rest."], style="bold yellow")


def _print_judging(outputs: "RunOutputs") -> None:
    """How far the judges can be trusted, in a line or two."""
    from ringtrue.report.judging import how_many
    from ringtrue.report.number_format import interval_of, value_of

    lines = []
    for name, words in _JUDGING.items():
        found = outputs.judging.get(f"{name}_{outputs.score}")
        if found is not None and found.value is not None:
            lines.append(f"{words} {value_of(found)} ({interval_of(found)}).")
    judges = outputs.result.judges
    unknown = "its noise is not known (--repeats 2 measures it, a second --judge the agreement)"
    if len(judges) > 1:
        unknown = "no card has two scores to compare, so neither noise nor agreement is known"
    print_lines(lines or [f"{how_many(judges)}: {unknown}."], style="" if lines else "dim")
    print_lines(outputs.result.marks, style="yellow")
