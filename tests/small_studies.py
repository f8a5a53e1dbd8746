"""Small studies for tests: items and ratings from tables one can check by eye, and protocols of a few lines."""

from collections.abc import Mapping, Sequence
from typing import Any

from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Kind, Measure, Protocol, Question, Rule, Scale

PairAnswers = Sequence[Sequence[tuple[float | None, ...]]]  # pairs x raters: (voice, vibe, logic[, continuity])
PAIR_QUESTIONS = ("voice", "vibe", "logic", "continuity")
ASKED = {"pick": "found", "flag": "yes", "checklist": "ticks", "anchored": "mark", "bipolar": "side", "text": "words"}


def pairs(domains: Sequence[str], model: Sequence[float | None] = (), **more: Sequence[float]) -> list[Item]:
    """One pair for each domain, with its model index where there is one, and other numbers by name."""
    numbers = {"pfi_model": model, **more}
    return [
        Item(
            f"pair-{place + 1}",
            "pair",
            "What would you do?",
            fields={"domain": domain}
            | {name: given[place] for name, given in numbers.items() if given and given[place] is not None},
        )
        for place, domain in enumerate(domains)
    ]


def pair_ratings(answers: PairAnswers) -> list[Rating]:
    """The answers of raters A, B, C ... to pair-1, pair-2 ...; None is an answer not given."""
    return [
        Rating("ABCDEFGHIJ"[rater], f"pair-{pair + 1}", question, value)
        for pair, row in enumerate(answers)
        for rater, given in enumerate(row)
        for question, value in zip(PAIR_QUESTIONS, given, strict=False)
        if value is not None
    ]


def protocol(measures: Mapping[str, Mapping[str, Any]] = {}, **parts: Any) -> Protocol:
    """A protocol with one kind, `card`, that asks one question on each type of scale (see ASKED)."""
    ranges = {"anchored": (0.0, 100.0), "bipolar": (-2.0, 2.0)}
    scales = {
        kind: Scale(kind, kind, *ranges.get(kind, (None, None)), toward="real" if kind == "pick" else None)
        for kind in ASKED
    }
    questions = tuple(Question(name, kind, f"{name}?") for kind, name in ASKED.items())
    last = (Rule("done"),)
    given: dict[str, Any] = {
        "scales": scales,
        "kinds": {"card": Kind("card", ("clone",), questions, ("person", "model"), numbers=("size",))},
        "verdict": last,
        "sound_verdict": last,
        "measures": {name: Measure(name, **how) for name, how in measures.items()},
    }
    return Protocol(name="small", version="1.0.0", **(given | parts))


def cards(count: int, **tags: Sequence[str | None]) -> list[Item]:
    """Cards c01, c02 ..., each with its entry of every tag."""
    return [
        Item(f"c{place + 1:02d}", "card", "?", tags={tag: values[place] for tag, values in tags.items()})
        for place in range(count)
    ]


def marks(question: str, table: Sequence[Sequence[Any]], **more: Any) -> list[Rating]:
    """Answers to one question, cards x raters A, B, C ...; None is an answer not given."""
    return [
        Rating("ABCDEFGHIJ"[rater], f"c{card + 1:02d}", question, value, **more)
        for card, row in enumerate(table)
        for rater, value in enumerate(row)
        if value is not None
    ]
