"""The methods of a pair study as text, filled in from the study: English and Portuguese."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files

from ringtrue.files.yaml_file import read_yaml
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.text import escaped

_NAME = re.compile(r"[A-Za-z]\w*")
_WORDS = files("ringtrue.report") / "methods_words"


@dataclass(frozen=True, slots=True)
class Methods:
    """What a methods text states; empty or None where the study does not know it, and then it says so."""

    subject: str
    protocol: Protocol
    pairs: int
    domains: tuple[str, ...]
    ratings: int
    raters: int
    dealt: int = 0
    partial: int = 0
    withdrawn: int = 0
    items_withdrawn: int = 0
    design: str = ""
    grade: str = ""
    preset: str = ""
    speakers: tuple[str, str] = ("full", "compressed")
    control: str = ""
    control_ratings: int = 0
    gold_words: int = 0
    seed: int = 0
    replicates: int = 0
    seals: tuple[str, ...] = ()
    sealed_at: str = ""
    opened_at: str = ""
    early: str = ""
    minutes: float | None = None
    index: str = ""
    model_definitions: tuple[str, ...] = ()
    anchored: bool = False
    order: tuple[str, ...] = ()
    program: str = ""
    exclusions: tuple[str, ...] = field(default=())


def languages(protocol: Protocol) -> tuple[str, ...]:
    """The languages a protocol words its methods in."""
    return tuple(protocol.methods.words) if protocol.methods else ()


def methods_text(facts: Methods, language: str = "en") -> str:
    """The text in one language, as Markdown; every number in it comes from the study, the wording from its protocol."""
    own = facts.protocol.methods
    words = {**_sentences(language), **(own.words[language] if own else {})}
    parts = [
        f"# {words['title']}",
        _participants(facts, words),
        _material(facts, words),
        _procedure(facts, words),
        _blinding(facts, words),
        _analysis(facts, words),
        _formulas(facts.protocol, words),
        _exclusions(facts, words),
        _software(facts, words),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


@cache
def _sentences(language: str) -> dict[str, str]:
    with as_file(_WORDS / f"{language}.yaml") as path:
        return {str(name): str(sentence) for name, sentence in read_yaml(path).data.items()}


def _section(words: dict[str, str], name: str, sentences: list[str]) -> str:
    return f"## {words[name]}\n\n" + " ".join(sentence for sentence in sentences if sentence)


def _participants(facts: Methods, words: dict[str, str]) -> str:
    sentences = [words["raters"].format(raters=facts.raters, ratings=facts.ratings)]
    if facts.dealt:
        sentences.append(words["dealt"].format(dealt=facts.dealt, partial=facts.partial, withdrawn=facts.withdrawn))
    if facts.minutes is not None:
        sentences.append(words["minutes"].format(minutes=f"{facts.minutes:.1f}"))
    return _section(words, "participants", sentences)


def _material(facts: Methods, words: dict[str, str]) -> str:
    first, second = (words.get(name, name) for name in facts.speakers)
    domains = ", ".join(escaped(domain) for domain in facts.domains)
    sentences = [
        words["pairs"].format(pairs=facts.pairs, subject=escaped(facts.subject), domains=domains or "-"),
        words["shown"].format(first=first, second=second),
        words["gold"].format(words=facts.gold_words) if facts.gold_words else words["no_gold"],
    ]
    if facts.control_ratings:
        sentences.append(words["control_cards"].format(control=escaped(facts.control), ratings=facts.control_ratings))
    return _section(words, "material", sentences)


def _procedure(facts: Methods, words: dict[str, str]) -> str:
    sentences = [words["questions"], words.get(f"grade_{facts.grade}", ""), words.get(f"design_{facts.design}", "")]
    return _section(words, "procedure", sentences)


def _blinding(facts: Methods, words: dict[str, str]) -> str:
    if not facts.seals:
        return _section(words, "blinding", [words["not_dealt"]])
    sentences = [
        words["sides"].format(seed=facts.seed),
        words["seal"].format(seals=", ".join(f"`{seal}`" for seal in facts.seals), at=facts.sealed_at),
        words["opened"].format(at=facts.opened_at) if facts.opened_at else words["still_sealed"],
        words["early"].format(why=escaped(facts.early)) if facts.early else "",
    ]
    return _section(words, "blinding", sentences)


def _analysis(facts: Methods, words: dict[str, str]) -> str:
    definitions = "; ".join(escaped(one) for one in facts.model_definitions)
    sentences = [
        words["index"].format(index=facts.index),
        words["intervals"].format(replicates=facts.replicates),
        words["reliability"],
        words["correlation"].format(pairs=facts.pairs) if definitions else words["no_model"],
        words["model"].format(definitions=definitions) if definitions else "",
        words["anchored"] if facts.anchored else (words["not_anchored"] if definitions else ""),
        words["order"].format(order=" < ".join(escaped(one) for one in facts.order)) if facts.order else "",
        words["answers"],
    ]
    return _section(words, "analysis", sentences)


def _formulas(protocol: Protocol, words: dict[str, str]) -> str:
    names = protocol.methods.formulas if protocol.methods else ()
    listed = "\n".join(f"- {'; '.join(_spelled_out(protocol, name))}" for name in names)
    return f"## {words['formulas']}\n\n{listed}\n\n{words['formulas_note']}" if names else ""


def _spelled_out(protocol: Protocol, name: str) -> Iterator[str]:
    """A measure as the protocol computes it, then every measure it is made of."""
    measure = protocol.measures[name]
    formula = measure.formula or f"mean({measure.crossed})"
    yield f"`{name}` = {formula}"
    for used in dict.fromkeys(_NAME.findall(formula)):
        if used in protocol.measures and used != name:
            yield from _spelled_out(protocol, used)


def _exclusions(facts: Methods, words: dict[str, str]) -> str:
    sentences = [words["excluded"].format(withdrawn=facts.withdrawn, items=facts.items_withdrawn)]
    sentences += [f"{escaped(one)}." for one in facts.exclusions]
    return _section(words, "exclusions", sentences)


def _software(facts: Methods, words: dict[str, str]) -> str:
    text = words["program"].format(
        program=facts.program or "?",
        protocol=facts.protocol.name,
        version=facts.protocol.version,
        hash=facts.protocol.hash,
        seed=facts.seed,
    )
    return _section(words, "software", [text])
