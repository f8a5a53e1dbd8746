"""Whether a budget can be held: whoever costs something must have prices."""

from collections.abc import Callable, Iterable

from ringtrue.calls.prices import lacks_prices, prices_of
from ringtrue.terms import BadInput, Problem, Speaker


def check_budget(budget: float | None, speakers: Iterable[Speaker], remedy: Callable[[Speaker], str]) -> None:
    """Refuse a budget that some endpoint would not count towards, naming each; `remedy` says how to give its prices.

    A speaker in this machine costs nothing and needs no prices; but a budget nobody counts towards is a mistake.
    """
    asked = list(speakers)
    if budget is None or not asked:
        return
    told = f"{budget:g}"
    problems = [
        Problem("command line", "--budget", f"A budget needs prices, and {one.name} has none.", told, remedy(one))
        for one in asked
        if lacks_prices(one)
    ]
    if not problems and not any(prices_of(one) for one in asked):
        what = "A budget needs prices, and there are none."
        problems = [Problem("command line", "--budget", what, told, f"leave it out, or {remedy(asked[0])}")]
    if problems:
        raise BadInput(problems)


def in_study_yaml(group: str) -> Callable[[Speaker], str]:
    """How prices are given in study.yaml to somebody under `speakers` or `judges`."""
    return lambda one: (
        f"give prices per million tokens in study.yaml, {group}.{one.name}: prices: {{in: 2.5, out: 10}}; "
        "a free endpoint has prices: {in: 0, out: 0}"
    )


def by_set(who: str) -> str:
    """How prices are given on the command line of a run, to its speaker or its judges."""
    return (
        f"give prices per million tokens: --set {who}.prices.in=2.5 --set {who}.prices.out=10; "
        f"for a free endpoint --set {who}.prices.in=0 --set {who}.prices.out=0"
    )
