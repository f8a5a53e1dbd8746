"""Join pairs of the same name from several files: texts from one, the model index from another."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ringtrue.files import Problems
from ringtrue.formats.pair import Pair, Pairs
from ringtrue.terms import Problem


def merged(sets: Sequence[Pairs]) -> Pairs:
    """All pairs, each once, in the order they came; what two files say differently about one is refused."""
    problems = Problems()
    found: dict[str, Pair] = {}
    for one in sets:
        for pair in one.pairs:
            first = found.get(pair.id)
            if first is None:
                found[pair.id] = pair
                continue
            problems.extend(_conflicts(first, pair))
            found[pair.id] = _joined(first, pair)
    problems.raise_if_any()
    return Pairs(tuple(found.values()), tuple(flag for one in sets for flag in one.flags))


def _joined(one: Pair, other: Pair) -> Pair:
    """What either says of the pair."""
    first, second = (one, other) if one.pfi_model is not None else (other, one)
    return replace(
        one,
        texts={**other.texts, **one.texts},
        prompt=one.prompt or other.prompt,
        persona=one.persona or other.persona,
        domain=one.domain or other.domain,
        pfi_model=first.pfi_model if first.pfi_model is not None else second.pfi_model,
        definition=first.definition or second.definition,
        extra={**other.extra, **one.extra},
    )


def _conflicts(one: Pair, other: Pair) -> Iterator[Problem]:
    """Where two files contradict each other about a pair."""
    remedy = f"Keep what is right; {one.source} says something else."
    for speaker in sorted(set(one.texts) & set(other.texts)):
        if one.texts[speaker] != other.texts[speaker]:
            yield Problem(other.source, one.id, f"There is another text of {speaker}.", remedy=remedy)
    for name in ("persona", "domain", "run", "prompt", "pfi_model"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine not in (None, "") and theirs not in (None, "") and mine != theirs:
            yield Problem(other.source, one.id, f"The {name} is another.", str(theirs)[:200], remedy)
