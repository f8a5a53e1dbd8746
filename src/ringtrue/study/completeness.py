"""What of a packet is answered, and what is still missing: held against the packet document the rater has."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

Answered = tuple[str, str]  # card, question


def required(document: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Card -> the questions that must be answered, in the order of the cards."""
    kinds = {
        kind: [question for question in about["questions"] if question["required"]]
        for kind, about in document["kinds"].items()
    }
    return {
        card["id"]: frozenset(question["name"] for question in kinds[card["kind"]] if _is_asked(question, card))
        for card in document["cards"]
    }


def missing(document: Mapping[str, Any], answered: Collection[Answered]) -> Iterator[tuple[int, Answered]]:
    """The place of each card with something to answer, counted from 1, and what."""
    there = set(answered)
    for place, (card, questions) in enumerate(required(document).items(), start=1):
        for question in sorted(questions):
            if (card, question) not in there:
                yield place, (card, question)


def _is_asked(question: Mapping[str, Any], card: Mapping[str, Any]) -> bool:
    """A question about a list is left out on a card that has no such list."""
    listed = question.get("list")
    return listed is None or bool(card.get("lists", {}).get(listed))
