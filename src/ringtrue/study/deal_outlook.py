"""What a deal allows: control cards for each rater, what they cost, and which sound verdicts the study can reach."""

from collections.abc import Iterator, Mapping

from ringtrue.blind.dealing import ENOUGH_RATERS, Deal
from ringtrue.terms.protocol import Protocol, Rule

NO_CONTROLS = "no control cards: how well raters can tell at all will not be known; --controls 4 adds them"
POOLED = (
    "some control cards are of items of the suite, which the rater then does not rate: raters who pool their cards "
    "could find out sides; items with the tag control: true avoid that"
)


def control_notes(made: Deal, protocol: Protocol, raters: int) -> tuple[str, ...]:
    """Notes on the control cards of a deal, for the organiser and for the report; `raters` is the whole panel."""
    return (
        *([_dealt(made)] if made.wanted and any(made.controls.values()) else []),
        *_shortages(made, protocol, raters),
        *([POOLED] if made.pooled else []),
        *([] if made.wanted else [NO_CONTROLS]),
    )


FORECAST = "the sound verdict"  # stands in every sentence of an outlook


def outlook(made: Deal, protocol: Protocol, raters: int) -> tuple[str, ...]:
    """What the study will be able to conclude, in sentences without a full stop."""
    kinds = {kind for kind, _ in made.controls} | set(protocol.kinds)
    cards = {f"{kind}_cards": float(_fewest(made, protocol, kind)) for kind in kinds}
    met = {"dealt": 1.0, "suite_met": 1.0, "changed": 0.0, "scored_sessions": 1.0, "unlicensed": 0.0}
    known = {"people": float(raters), "judge_models": 0.0, **met, **cards}
    why = [rule.note or "too little was asked" for rule in protocol.sound_verdict if _is_provisional(rule, known)]
    if why:
        return tuple(f"the sound verdict will be provisional: {note}" for note in why)
    if raters < ENOUGH_RATERS:
        few = f"with {raters} raters"
        return (f"{few} the sound verdict will most likely be inconclusive, even for a perfect clone; ask 7 or more",)
    return ("if raters answer their cards, the sound verdict can be PASS, FAIL or inconclusive",)


def _dealt(made: Deal) -> str:
    counts: dict[str, list[str]] = {}
    for (kind, name), number in made.controls.items():
        counts.setdefault(kind, []).append(f"{number} {name}")
    kinds = ", ".join(f"{kind} {' + '.join(numbers)}" for kind, numbers in counts.items())
    return f"control cards for each rater: {kinds}"


def _shortages(made: Deal, protocol: Protocol, raters: int) -> Iterator[str]:
    """Kinds with fewer control cards than wanted, and what would help."""
    missing = [(kind, name) for (kind, name), number in made.controls.items() if number < made.wanted[kind]]
    for kind, name in missing:
        number, wanted = made.controls[kind, name], made.wanted[kind]
        beside = [one for one in protocol.kinds[kind].show if one != protocol.candidate]
        texts = " and ".join([*beside, protocol.controls[name]])
        few = "" if raters >= ENOUGH_RATERS else f", or deal to {ENOUGH_RATERS} raters or more"
        yield (
            f"{number} instead of {wanted} {name} control cards of the kind {kind}: "
            f"add items with the tag control: true and texts of {texts}{few}"
        )


def _fewest(made: Deal, protocol: Protocol, kind: str) -> int:
    """The fewest cards of any control; on a pair the generic one alone shows that raters can tell."""
    paired = len(protocol.kinds[kind].show) > 1
    found = [number for (of, name), number in made.controls.items() if of == kind and (not paired or name == "generic")]
    return min(found, default=0)


def _is_provisional(rule: Rule, known: Mapping[str, float]) -> bool:
    """Whether a rule already holds by what is known when cards are dealt."""
    from ringtrue.formula.grammar import parse  # lazy import: with it comes NumPy

    if rule.label != "provisional":
        return False
    read = {one: parse(one) for one in rule.conditions}
    answers = {one: found.names <= known.keys() and bool(found.holds(known)) for one, found in read.items()}
    return all(answers[one] for one in rule.all) and (not rule.any or any(answers[one] for one in rule.any))
