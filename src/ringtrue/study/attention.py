"""The attention cards of a study: those of the file that study.yaml names, else built-in ones."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from ringtrue.blind import Attention
from ringtrue.blind.built_in_attention import built_in_attention
from ringtrue.files import Document, Problems, read_yaml
from ringtrue.protocols import fault_of
from ringtrue.study.settings import Settings
from ringtrue.terms import Answer, BadInput, Kind, Problem, Protocol, Question

_OWN = ("name", "kind", "prompt", "texts", "expect")


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
    document = read_yaml(path)
    if not isinstance(document.data, list):
        remedy = "begin each card with a dash"
        raise BadInput([document.problem((), "attention cards are a list", type(document.data).__name__, remedy)])
    problems = Problems()
    cards = []
    names: set[str] = set()
    for number, given in enumerate(document.data):
        faults = list(_faults(document, number, given, protocol))
        name = str(given.get("name", f"attention {number + 1}")) if isinstance(given, Mapping) else ""
        if name in names:
            faults.append(document.problem((number, "name"), "two cards have this name", name, "name each otherwise"))
        names.add(name)
        problems.extend(faults)
        if not faults:
            cards.append(_card(name, given, protocol))
    problems.raise_if_any()
    return tuple(cards)


def _faults(document: Document, number: int, given: Any, protocol: Protocol) -> Iterator[Problem]:
    if not isinstance(given, Mapping):
        yield document.problem((number,), "a card is a table", given, "write kind, prompt, texts, expect")
        return
    kind = protocol.kinds.get(str(given.get("kind")))
    if kind is None:
        remedy = f"{protocol.name} has: {', '.join(protocol.kinds)}"
        yield document.problem((number, "kind"), "no such kind of card", given.get("kind", ""), remedy)
        return
    texts = given.get("texts")
    if not isinstance(texts, list) or len(texts) != len(kind.show) or not all(_is_text(text) for text in texts):
        remedy = f"a {kind.name} card shows {len(kind.show)}: write texts: [...]"
        yield document.problem((number, "texts"), "the texts do not fit the kind", texts or "", remedy)
    expect = given.get("expect")
    if not isinstance(expect, Mapping) or not expect:
        remedy = "write expect: {question: answer}"
        yield document.problem((number, "expect"), "it does not say which answer is right", expect or "", remedy)
        return
    for name, value in expect.items():
        fault = _fault_of_answer(kind, protocol, str(name), value, given)
        if fault:
            yield document.problem((number, "expect", name), fault, value, "expect what a rater can answer")


def _fault_of_answer(kind: Kind, protocol: Protocol, name: str, value: Any, given: Mapping[Any, Any]) -> str | None:
    question = _question(kind, name)
    if question is None:
        return f"a {kind.name} card asks no {name}"
    scale = protocol.scales[question.scale]
    if scale.type == "pick":
        return None if value in ("A", "B", "tie") else "not a side; give A, B or tie"
    listed = _listed(given, question)
    if question.lists is not None and not listed:
        return f"the card lists nothing to tick: add {question.lists}"
    return fault_of(scale, question, _plain(value), listed)


def _card(name: str, given: Mapping[Any, Any], protocol: Protocol) -> Attention:
    kind = protocol.kinds[str(given["kind"])]
    lists = {one.lists: _listed(given, one) for one in kind.questions if one.lists and _listed(given, one)}
    expect: dict[str, Answer] = {str(question): _plain(value) for question, value in given["expect"].items()}
    texts = tuple(str(text) for text in given["texts"])
    return Attention(name, kind.name, str(given.get("prompt", "")), texts, expect, lists)


def _question(kind: Kind, name: str) -> Question | None:
    return next((question for question in kind.questions if question.name == name), None)


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


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
