"""Controls of a run: a generic speaker and the person's own answers, judged on scenarios drawn by the seed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ringtrue.calls.budget import PAID
from ringtrue.files.problems import Problems, nearest
from ringtrue.formats.own_answers import read_own_answers
from ringtrue.formats.scenarios import KIND
from ringtrue.terms.frozen import frozen_dict
from ringtrue.terms.item import Item, Response, Speaker
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import Protocol

GENERIC_PROMPT = "generic.md"  # the files of a run that keep what its controls were given
OWN_ANSWERS = "self.jsonl"
# It asks for the form of an answer and names nobody: what a reader of it could still tell is the voice and the choice.
NEUTRAL = """\
Somebody has to decide in the situation you are given. Answer in the first person, as the one who decides: say what you
do and why. Write plain prose in the language of the question, without lists, headings or any remark about yourself,
and no longer than the matter needs.
"""
_MODELS = (*PAID, "local")  # kinds that say something else with another prompt
_MOST_NAMED = 5
_SELF_MISSING = (
    "without --self FILE nothing shows how the judges score the person's own answers: "
    "the sound verdict stays provisional"
)


@dataclass(frozen=True, slots=True)
class Controls:
    """Who stands as a control in a run, and on which scenarios."""

    generic: Speaker
    names: Mapping[str, str]  # the protocol's controls: generic and self -> the speaker's name
    on: Mapping[str, frozenset[str]]  # the speaker's name -> scenarios
    own: Mapping[str, str] = field(default_factory=dict, repr=False)  # the person's words on those
    file: str = ""  # where they were read
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("names", "on", "own"):
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))

    @property
    def person(self) -> str:
        """The name the person's own answers are recorded under."""
        return self.names["self"]

    @property
    def cards(self) -> int:
        """How many answers there are to judge beside the clone's."""
        return sum(map(len, self.on.values()))

    def own_response(self, item: Item) -> Response:
        """The person's answer to a scenario."""
        return Response(item.id, self.person, self.own[item.id], meta={"documented": self.file})

    def identity(self) -> dict[str, str]:
        """What must be the same when the run is started again, beside the generic speaker itself."""
        words = "".join(f"{len(item)}:{item}{len(text)}:{text}" for item, text in sorted(self.own.items()))
        return {"generic prompt": _digest(NEUTRAL), "self": _digest(words) if self.own else ""}


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def generic_of(clone: Speaker, name: str) -> Speaker:
    """The clone's own endpoint and model as generic speaker: without the persona's prompt and its sources."""
    return Speaker(
        name, clone.kind, {key: clone.settings[key] for key in clone.settings if key not in ("system", "kb")}
    )


def generic_problems(generic: Speaker, clone: Speaker, spelling: str | None) -> Iterator[Problem]:
    """What keeps a speaker from being generic: it would give the clone's own answers."""
    if spelling is None and clone.kind not in _MODELS:
        what = f"A {clone.kind} clone gives the same answers whatever the prompt: it cannot be the generic speaker too."
        remedy = "Name another with --generic, such as --generic openai:MODEL@URL."
        yield Problem("command line", "--controls", what, clone.kind, remedy)
    elif spelling is not None and generic.kind not in _MODELS and _source(generic) == _source(clone):
        what, remedy = "The generic speaker is the clone itself.", "Name another."
        yield Problem("command line", "--generic", what, spelling, remedy)


def _source(speaker: Speaker) -> tuple[str, dict[str, object]]:
    return speaker.kind, {key: value for key, value in speaker.settings.items() if key not in ("system", "kb")}


def read_controls(
    generic: Speaker,
    own: Path | None,
    scenarios: Iterable[Item],
    protocol: Protocol,
    *,
    judges: int,
    seed: int,
    problems: Problems,
) -> Controls:
    """The controls of a run: the person's words read and held against the scenarios, and the scenarios drawn.

    As many are drawn as the protocol has cards of each control; the generic speaker is put to those that the person
    answers, so that one is compared with the other on the same questions, and to others until there are enough.
    """
    names = protocol.controls
    said = read_own_answers(own, problems) if own is not None else {}
    listed: list[tuple[str, str]] = []
    for item in scenarios:
        listed.append((item.id, str(item.tags.get("type", ""))))
        problems.extend(_key_phrases(item, said, str(own)))
    wanted = protocol.cards.wanted(judges, len(listed)).get(KIND, 0)
    by_self = drawn([one for one in listed if one[0] in said], wanted, seed)
    more = drawn([one for one in listed if one[0] not in by_self], wanted - len(by_self), seed)
    on = {names["generic"]: by_self | more, names["self"]: by_self}
    if said and listed and not by_self:
        what = "None of these answers is to a scenario of this run."
        remedy = f"Name scenarios by their ids, such as {listed[0][0]}."
        problems.add(Problem(str(own), "whole file", what, next(iter(said), ""), remedy))
    kept = {item: said[item] for item in sorted(by_self)}
    told = tuple(_missing(said, listed, wanted, own)) if listed else ()
    return Controls(generic, names, on, kept, own.name if own else "", told)


def drawn(scenarios: Sequence[tuple[str, str]], count: int, seed: int) -> frozenset[str]:
    """So many scenarios, drawn with the seed and spread over their types: of each type the same share, to one.

    `scenarios` are ids and types. Within a type of n the r-th drawn comes at (r + 1/2) / n of the way.
    """
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for item, kind in scenarios:
        groups[kind].append((_digest(f"{seed}:control:{item}"), item))
    places = [
        ((place + 0.5) / len(group), lot, item)
        for group in groups.values()
        for place, (lot, item) in enumerate(sorted(group))
    ]
    return frozenset(item for _, _, item in sorted(places)[: max(0, count)])


def _key_phrases(item: Item, said: Mapping[str, str], file: str) -> Iterator[Problem]:
    """Own words that are the expected answer itself: a judge who holds the one against the other sees no person."""
    words = _words(said.get(item.id, ""))
    expected = [_words(str(item.fields.get(name, ""))) for name in ("expected_decision", "expected_reasoning")]
    if words and words in (*expected, " ".join(expected)):
        what = "These are the words of the expected answer, which the judge is shown."
        remedy = "Give what the person said or wrote in such a situation, in the form of an answer."
        yield Problem(file, item.id, what, said[item.id][:80], remedy)


def _words(text: str) -> str:
    return " ".join(text.casefold().split())


def _missing(
    said: Mapping[str, str], listed: Sequence[tuple[str, str]], wanted: int, own: Path | None
) -> Iterator[str]:
    """What the person's answers lack, and which of them are to no scenario."""
    if own is None:
        yield _SELF_MISSING
        return
    ids = [item for item, _ in listed]
    without = [item for item in ids if item not in said]
    there = len(ids) - len(without)
    if there < wanted:
        lacking = f"; without are {_named(without)}" if without else ""
        yield (
            f"{own.name} has the person's words on {there} of {len(ids)} scenarios, and the sound verdict needs "
            f"{wanted}: it stays provisional{lacking}"
        )
    known = set(ids)
    foreign = [item for item in said if item not in known]
    if foreign:
        near = nearest(foreign[0], without)
        hint = f"; did you mean {near}?" if near else ""
        yield f"{own.name} answers {len(foreign)} that are no scenarios of this run: {_named(foreign)}{hint}"


def _named(ids: Sequence[str]) -> str:
    more = len(ids) - _MOST_NAMED
    return ", ".join(ids[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
