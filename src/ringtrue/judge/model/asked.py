"""What a card asks of its judge: the questions of its kind that concern its item, with what each offers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ringtrue.judge.model.same import once_for_each
from ringtrue.protocols import MECHANISMS
from ringtrue.terms import Answer, BadInput, Item, Kind, Problem, Protocol, Question, Scale


@dataclass(frozen=True, slots=True)
class Asked:
    """One question about one card; `options` are the things listed, `needed` whether an answer has to be given."""

    question: Question
    scale: Scale
    options: tuple[str, ...] = ()
    needed: bool = True
    name: str = field(init=False)  # the question's, the key of its answer
    whole: dict[int, Answer] = field(init=False, compare=False, repr=False, default_factory=dict)  # numbers read before

    def __post_init__(self) -> None:
        """Have the name at hand."""
        object.__setattr__(self, "name", self.question.name)

    @property
    def compares(self) -> bool:
        """Whether the answer is a side of the card."""
        return MECHANISMS[self.scale.type].compares


class Questions(tuple[Asked, ...]):
    """The questions of one card; what is asked of them again and again is worked out once."""

    @cached_property
    def names(self) -> frozenset[str]:
        """The keys an answer has."""
        return frozenset(one.name for one in self)

    @cached_property
    def listed(self) -> str:
        """The names in their order, as a sentence lists them."""
        return ", ".join(one.name for one in self)

    @cached_property
    def compare(self) -> bool:
        """Whether the answer to one of them is a side of the card."""
        return any(one.compares for one in self)


def questions_of(protocol: Protocol, item: Item) -> Questions:
    """The questions asked about an item, in the protocol's order.

    A checklist is asked where the item lists something, and then has to be answered; a question that counts on some
    trials is asked on those. A kind whose questions are the same for every item is looked through once.
    """
    constant = _constant_questions(protocol, item.kind)
    if constant is not None:
        return constant
    kind = protocol.kinds[item.kind]
    return Questions(asked for question in kind.questions for asked in _asked(protocol, kind, item, question))


@once_for_each
def _constant_questions(protocol: Protocol, name: str) -> Questions | None:
    """The questions of a kind, None where they depend on the item."""
    kind = kind_named(protocol, name)
    if any(question.lists is not None or question.counts_on for question in kind.questions):
        return None
    scales = protocol.scales
    return Questions(Asked(one, scales[one.scale], needed=one.required) for one in kind.questions)


def kind_named(protocol: Protocol, name: str) -> Kind:
    """The kind of that name; BadInput where the protocol has none."""
    if name not in protocol.kinds:
        remedy = f"{protocol.name} has: {', '.join(protocol.kinds)}."
        raise BadInput([Problem("card", "kind", "The protocol has no such kind of card.", name, remedy)])
    return protocol.kinds[name]


def may_be_unasked(question: Question) -> bool:
    """Whether some items of a kind do without the question, or a judge may."""
    return not question.required or question.lists is not None or bool(question.counts_on)


def _asked(protocol: Protocol, kind: Kind, item: Item, question: Question) -> Iterator[Asked]:
    scale = protocol.scales[question.scale]
    if question.lists is not None:
        listed = _listed(item, question.lists)
        if listed:
            yield Asked(question, scale, listed)
    elif question.counts_on:
        counts = _counts(kind, item, question)
        if counts is not False:
            yield Asked(question, scale, needed=question.required or bool(counts))
    else:
        yield Asked(question, scale, needed=question.required)


def _listed(item: Item, path: str) -> tuple[str, ...]:
    found: object = item.fields
    for step in path.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return tuple(map(str, found)) if isinstance(found, list | tuple) else ()


def _counts(kind: Kind, item: Item, question: Question) -> bool | None:
    """Whether the answer counts on this item: by what the item says it asks, or by its place; None: not known."""
    asks = {str(name) for name in item.fields.get("asks", ())}
    if asks & {other.name for other in kind.questions}:
        return question.name in asks
    place = item.tags.get("trial", item.fields.get("trial"))
    return place in question.counts_on if isinstance(place, int) and not isinstance(place, bool) else None
