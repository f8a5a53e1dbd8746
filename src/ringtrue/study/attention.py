"""The attention cards of a study: those of the file that study.yaml names, else built-in ones."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from ringtrue.blind.attention import built_in_attention
from ringtrue.blind.card_drafts import Attention
from ringtrue.files.section import Field, Section, is_text, read_list
from ringtrue.files.yaml_file import read_yaml
from ringtrue.protocols.scales import Unfit, accepted_place, accepted_side, fault_of
from ringtrue.study.settings import Settings
from ringtrue.terms.answer import Answer
from ringtrue.terms.protocol import Kind, Protocol, Question, Scale

_EXPECT = Field(
    "a table of questions and right answers",
    lambda given: isinstance(given, dict) and bool(given),
    "write expect: {question: answer}",
)


def attention_cards(folder: Path, settings: Settings, kinds: Collection[str] | None = None) -> tuple[Attention, ...]:
    """All attention cards; `rating: {attention: none}` wants none at all.

    Of the built-in ones those of the kinds that are dealt; a study that is planned in minutes, by a preset, has one.
    """
    rating: Any = settings.data.get("rating") or {}
    named = rating.get("attention") if isinstance(rating, Mapping) else None
    if named is None:
        language = str(rating.get("language", "en")) if isinstance(rating, Mapping) else "en"
        cards = [one for one in built_in_attention(settings.protocol, language) if kinds is None or one.kind in kinds]
        return (cards[settings.seed % len(cards)],) if cards and settings.protocol.presets else tuple(cards)
    if named is False or str(named).strip().casefold() == "none":
        return ()
    return read_attention(folder / str(named), settings.protocol)


def read_attention(path: Path, protocol: Protocol) -> tuple[Attention, ...]:
    """The cards of a YAML file: a list of {name, kind, prompt, texts, expect, what is listed}; all faults at once."""
    names: set[str] = set()
    remedy = "begin each card with a dash, then kind, prompt, texts, expect"
    cards = read_list(read_yaml(path), remedy, lambda given: _card(given, protocol, names))
    return tuple(card for card in cards if card is not None)


def _card(given: Section, protocol: Protocol, names: set[str]) -> Attention | None:
    """One card; None, and its faults noted, where it is of no kind the protocol has."""
    name = str(given.data.get("name", f"attention {given.trail[0] + 1}"))
    if name in names:
        given.fault("two cards have this name", "name", value=name, remedy="give each a name of its own")
    names.add(name)
    kind = protocol.kinds.get(given.one_of("kind", protocol.kinds) or "")
    if kind is None:
        return None
    texts = given.value("texts", _texts_of(kind), (), required=True)
    expect: dict[str, Answer] = {}
    for question, value in given.value("expect", _EXPECT, {}, required=True).items():
        if fault := _fault_of_answer(kind, protocol, str(question), value, given.data):
            given.fault(fault, "expect", question, value=value, remedy="expect what a rater can answer")
        else:
            expect[str(question)] = _plain(value)
    lists = {one.lists: found for one in kind.questions if one.lists and (found := _listed(given.data, one))}
    return Attention(name, kind.name, str(given.data.get("prompt", "")), tuple(map(str, texts)), expect, lists)


def _texts_of(kind: Kind) -> Field:
    """As many texts as a card of the kind shows."""
    many = len(kind.show)
    remedy = f"a {kind.name} card shows {many}: write texts: [...]"
    form = f"a list of {many} text{'' if many == 1 else 's'}"
    return Field(
        form, lambda given: isinstance(given, list) and len(given) == many and all(map(is_text, given)), remedy
    )


def _fault_of_answer(kind: Kind, protocol: Protocol, name: str, value: Any, given: Mapping[Any, Any]) -> str | None:
    question = _question(kind, name)
    if question is None:
        return f"a {kind.name} card asks no {name}"
    scale = protocol.scales[question.scale]
    if scale.type == "pick":
        return _fault_of_side(scale, value)
    listed = _listed(given, question)
    if question.lists is not None and not listed:
        return f"the card lists nothing to {'choose from' if question.positions else 'tick'}: add {question.lists}"
    if scale.type == "position":
        return _fault_of_place(value, listed)
    return fault_of(scale, question, _plain(value), listed)


def _fault_of_side(scale: Scale, value: object) -> str | None:
    try:
        accepted_side(scale, value)
    except Unfit as unfit:
        return str(unfit)
    return None


def _fault_of_place(value: object, listed: tuple[str, ...]) -> str | None:
    try:
        accepted_place(value, listed)
    except Unfit as unfit:
        return str(unfit)
    return None


def _question(kind: Kind, name: str) -> Question | None:
    return next((question for question in kind.questions if question.on_card == name), None)


def _listed(given: Mapping[Any, Any], question: Question) -> tuple[str, ...]:
    """What the card lists for the question: under the whole path as a key, or step by step."""
    found: Any = given.get(question.lists)
    if found is None and question.lists:
        found = given
        for step in question.lists.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
    return tuple(map(str, found)) if isinstance(found, list | tuple) else ()


def _plain(value: Any) -> Answer:
    """The value as an answer comes from a rater, without what a YAML reader hangs on to it."""
    if isinstance(value, list | tuple):
        return tuple(bool(tick) for tick in value)
    if isinstance(value, bool | str):
        return value if isinstance(value, bool) else str(value)
    return float(value)
