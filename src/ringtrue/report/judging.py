"""What a report says about model judges: how many cards each has scored, and how far they can be trusted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ringtrue.report.number_format import interval_of, value_of
from ringtrue.report.section import Block, Points, Section, Table, Text, columns
from ringtrue.terms.result import Estimate, JudgeCount, Result
from ringtrue.terms.text import plain, shortened

TITLE = "How far the judges can be trusted"
ONE_JUDGE = (
    "One judge, asked once: nothing is known of its noise or of other judges. --repeats 2, or repeats: 2 in "
    "study.yaml, measures the one, a second judge the other, people who rate some of the items both."
)
_STEMS = ("agreement_", "noise_", "error_correlation_", "position_bias_", "swap_consistency_", "residuals_")


def judging_of(result: Result) -> dict[str, Estimate]:
    """Of the estimates of a result those about its model judges."""
    if not result.judges:
        return {}
    return {name: one for name, one in result.estimates.items() if is_about_judges(name, one)}


def is_about_judges(name: str, estimate: Estimate) -> bool:
    """Whether an estimate says something about judges and nothing about the clone."""
    return estimate.kind == "statistic" and name.startswith(_STEMS)


def how_many(judges: Sequence[JudgeCount]) -> str:
    """How many judges there are and how often each is asked, as it was set: "2 judges, asked 3 times"."""
    number = len({one.judge for one in judges})
    takes = max((one.take for one in judges), default=1)
    who = "One judge" if number == 1 else f"{number} judges"
    return f"{who}, asked {'once' if takes == 1 else f'{takes} times'}"


def short_of(judges: Iterable[JudgeCount]) -> str:
    """The judges that left cards without a score, "" where none did: "judge-2 scored 0 of 12"."""
    return ", ".join(f"{plain(one.name)} scored {one.scored} of {one.cards}" for one in judges if one.is_short)


def fully_judged(result: Result) -> str:
    """How many items have a score from every judge that was asked: "0 of 12"."""
    items = result.counts.get("items", len(result.items))
    return f"{round((result.fully_judged or 0.0) * items)} of {items}"


def judging_section(result: Result) -> dict[str, Section]:
    """The section on the judges by its name; none where no model judged."""
    if not result.judges:
        return {}
    judges = [f"{one.name} scored {one.scored} of {one.cards} cards{_unquoted(one)}" for one in result.judges]
    if result.counts.get("addressed_to_judge"):
        judges.append(f"Answers that seem to speak to the judge: {result.counts['addressed_to_judge']}")
    if any(one.is_short for one in result.judges):
        judges.append(f"{fully_judged(result)} items have a score from every judge that was asked")
    blocks = (Points(tuple(judges)), *_known(judging_of(result), result.judges))
    return {"judges": Section("judges", TITLE, blocks)}


def _unquoted(one: JudgeCount) -> str:
    """The share of its scores that stand without a verified quote."""
    if not one.unverified:
        return ""
    return (
        f"; quote not verified: {one.unverified} of {one.answers} scores ({100 * one.unverified / one.answers:.3g} %)"
    )


_COLUMNS = columns("estimate", "value", "95 % interval", "n", "note", numbers=("value", "n"), names=("estimate",))


def _known(judging: Mapping[str, Estimate], judges: Sequence[JudgeCount]) -> Iterator[Block]:
    rows = tuple(
        (name, value_of(one), interval_of(one), str(one.n), shortened(one.reason or one.method, 300))
        for name, one in judging.items()
        if one.value is not None
    )
    if rows:
        yield Table(_COLUMNS, rows)
    else:
        yield Text(ONE_JUDGE if len(judges) == 1 else f"{how_many(judges)}; nothing could be computed from that.")
    reasons: dict[str, list[str]] = {}
    for name, one in judging.items():
        if one.value is None and len(judges) > 1:
            reasons.setdefault(one.reason or "", []).append(name)
    for reason, names in reasons.items():
        named = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        yield Text(f"No value for {named}: {reason}.")
