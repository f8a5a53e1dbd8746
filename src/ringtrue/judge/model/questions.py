"""The questions a card asks of a model judge: those of its kind that concern its item, with what each offers."""

from collections.abc import Iterator
from dataclasses import dataclass

from ringtrue.protocols.scales import MECHANISMS
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol, Question, Scale


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """One question about one card; `options` are the things listed, `needed` whether an answer is required."""

    question: Question
    scale: Scale
    options: tuple[str, ...] = ()
    needed: bool = True

    @property
    def name(self) -> str:
        """The question's name on cards, the key of its answer."""
        return self.question.on_card

    @property
    def compares(self) -> bool:
        """Whether the answer is a side of the card."""
        return MECHANISMS[self.scale.type].compares


def questions_of(protocol: Protocol, item: Item) -> tuple[CardQuestion, ...]:
    """The questions asked about an item, in the protocol's order.

    A checklist is asked where the item lists something, and is then required; a question that counts on some trials is
    asked on those.
    """
    kind = kind_named(protocol, item.kind)
    return tuple(asked for question in kind.questions for asked in _asked(protocol, kind, item, question))


def kind_named(protocol: Protocol, name: str) -> Kind:
    """The kind of that name; BadInput where the protocol has none."""
    if name not in protocol.kinds:
        remedy = f"{protocol.name} has: {', '.join(protocol.kinds)}."
        raise BadInput([Problem("card", "kind", "The protocol has no such kind of card.", name, remedy)])
    return protocol.kinds[name]


def may_be_unasked(question: Question) -> bool:
    """Whether some items of a kind do without the question, or a judge may."""
    return not question.required or question.lists is not None or bool(question.counts_on)


def _asked(protocol: Protocol, kind: Kind, item: Item, question: Question) -> Iterator[CardQuestion]:
    scale = protocol.scales[question.scale]
    if question.lists is not None:
        listed = item.texts(question.positions) if question.positions else item.listed(question.lists)
        if listed:
            yield CardQuestion(question, scale, listed)
    elif question.counts_on:
        counts = _counts(kind, item, question)
        if counts is not False:
            yield CardQuestion(question, scale, needed=question.required or bool(counts))
    else:
        yield CardQuestion(question, scale, needed=question.required)


def _counts(kind: Kind, item: Item, question: Question) -> bool | None:
    """Whether the answer counts on this item: by what the item says it asks, or by its place; None: not known."""
    asks = {str(name) for name in item.fields.get("asks", ())}
    if asks & {other.name for other in kind.questions}:
        return question.name in asks
    place = item.tags.get("trial", item.fields.get("trial"))
    return place in question.counts_on if isinstance(place, int) and not isinstance(place, bool) else None
