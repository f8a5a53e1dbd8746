"""The formulas of a protocol, read once: what they are, which tags they choose by, what they rest on."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from ringtrue.formula import Formula, parse
from ringtrue.terms import Protocol

T = TypeVar("T")
formula = lru_cache(maxsize=4096)(parse)


def all_formulas(protocol: Protocol) -> Iterator[Formula]:
    """Every formula of the protocol that is evaluated on items or on the study."""
    yield from (formula(measure.formula) for measure in protocol.measures.values() if measure.formula)
    yield from (formula(rule.when) for rule in protocol.suite)
    yield from (formula(text) for text in protocol.primary.values())
    yield from (formula(text) for rule in protocol.cause for text in rule.conditions)
    if protocol.coverage:
        yield formula(protocol.coverage)


def tags_used(protocol: Protocol) -> set[str]:
    """The tags that formulas choose items by or that measures are repeated for."""
    chosen = {tag for read in all_formulas(protocol) for tag in read.tags}
    return chosen | {measure.each for measure in protocol.measures.values() if measure.each}


def tags_for(read: Formula, tags: Mapping[str, T]) -> dict[str, T]:
    """The tags a formula chooses by and, where it counts items, one that tells how many there are."""
    counting = {"kind"} if "items" in read.functions else set()
    return {tag: tags[tag] for tag in read.tags | counting}


def rests_on(protocol: Protocol, names: Iterable[str]) -> set[str]:
    """The questions and item numbers that some names come from, through any chain of measures."""
    found: set[str] = set()
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        found.add(name.removesuffix("_each"))
        measure = protocol.measures.get(name)
        if measure is not None:
            inner = (measure.crossed, measure.gate, measure.source, *measure.of)
            waiting += [used for used in inner if used is not None]
            waiting += formula(measure.formula).names if measure.formula else ()
    return found
