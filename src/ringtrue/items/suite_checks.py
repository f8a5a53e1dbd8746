"""Named checks of a suite: validate items against a protocol's rules that need their texts, lists or sources. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ringtrue.protocols.suite_rules import items_counted, largest_remainder, share_check, share_checks
from ringtrue.sources.citation_check import SourceIndex, check_item, folded, references_of
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Protocol, SuiteRule
from ringtrue.terms.result import Check

TextOf = Callable[[Item, str], str | None]  # what a speaker said to an item, None where there is nothing


@dataclass(frozen=True, slots=True)
class ItemFinding:
    """What is wrong with one item by one rule, and what to do about it."""

    item: str
    rule: str
    what: str
    remedy: str = ""
    warning: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        found = {"id": self.item, "rule": self.rule, "what": self.what, "remedy": self.remedy}
        return found | {"warning": self.warning}


@dataclass(frozen=True, slots=True)
class SuiteMaterial:
    """What the checks look at: the items that count, their texts, and the sources, None where none are named."""

    protocol: Protocol
    items: Sequence[Item]
    text: TextOf
    sources: SourceIndex | None = None
    file: str = "items"

    @property
    def suite(self) -> list[Item]:
        """The items without those for controls."""
        return [item for item in self.items if not item.tags.get("control")]

    def of(self, rule: SuiteRule) -> list[Item]:
        """The items of the suite that a rule regards."""
        return [
            item
            for item in self.suite
            if rule.kind in ("", item.kind)
            and all(str(_value(item, tag)) == wanted for tag, wanted in rule.where.items())
        ]


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault of an item before its rule is known."""

    item: Item
    what: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """How many texts are not there yet; a rule without faults is then open."""

    texts: int


_Found = Iterator[_Fault | Check | _Waiting]


def run_checks(material: SuiteMaterial) -> tuple[list[Check], list[ItemFinding]]:
    """Run every named check of the protocol: an answer to each rule, and what is wrong with single items."""
    checks: list[Check] = []
    findings: list[ItemFinding] = []
    for rule in material.protocol.suite:
        if rule.check:
            found = list(_CHECKS[rule.check](rule, material))
            checks += _answers(rule, found)
            findings += [
                ItemFinding(one.item.id, rule.name, one.what, one.remedy or rule.remedy, rule.warning)
                for one in found
                if isinstance(one, _Fault)
            ]
    return checks, findings


def _answers(rule: SuiteRule, found: Sequence[_Fault | Check | _Waiting]) -> list[Check]:
    """The answers a check gave itself, or one by the number of its faulty items."""
    given = [one for one in found if isinstance(one, Check)]
    faulty = len({one.item.id for one in found if isinstance(one, _Fault)})
    waiting = sum(one.texts for one in found if isinstance(one, _Waiting))
    if given and not faulty:
        return given
    met = False if faulty else None if waiting else True
    remedy = f": {rule.remedy}" if rule.remedy else ""
    note = f"{_many(faulty, 'item')}{remedy}" if faulty else ""
    note = f"{_many(waiting, 'text')} not collected yet" if waiting and not faulty else note
    return [*given, Check(rule.name, met, literal=met, note=note)]


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _value(item: Item, name: str) -> Any:
    """A field of the item, or the tag of that name."""
    given = item.fields.get(name)
    return item.tags.get(name) if given is None else given


def _is_blank(value: Any) -> bool:
    return value in (None, "", (), [], {}) or (isinstance(value, str) and not value.strip())


# Sizes: the shares of the kinds, the parts of a kind, and how many items must have something.


def _shares(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    yield from share_checks(material.protocol, Counter(item.kind for item in material.suite), rule.settings["least"])


def _parts(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    tag, wanted = rule.settings["tag"], rule.settings["of"]
    items = material.of(rule)
    there = Counter(str(_value(item, tag)) for item in items)
    total = sum(wanted.values())
    for part, count in largest_remainder({name: one / total for name, one in wanted.items()}, len(items)).items():
        name = f"{rule.name}: {part}, {count} of {len(items)}"
        yield share_check(name, there[part], count, f"{rule.kind} items with {tag}: {part}")
    for item in items:
        if str(_value(item, tag)) not in wanted:
            given = _value(item, tag)
            what = f"there is no {tag}" if given is None else f"unknown {tag} {given!r}"
            yield _Fault(item, what, f"write {tag}: {' or '.join(wanted)}")


def _some(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    field = rule.settings["field"]
    having = sum(not _is_blank(given := _value(item, field)) and given is not False for item in material.of(rule))
    yield _enough(rule, having, f"{rule.kind} items with {field}")


def _some_entries(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    path, entries = rule.settings["list"], rule.settings["entries"]
    having = sum(len(_listed(item, path)) >= entries for item in material.of(rule))
    yield _enough(rule, having, f"{rule.kind} items with {entries} or more {path}")


def _each_list(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    items = material.of(rule)
    for part in rule.settings["of"]:
        having = sum(bool(item.listed(f"{rule.settings['list']}.{part}")) for item in items)
        yield _enough(rule, having, f"{rule.kind} items with {rule.settings['list']}.{part}", f": {part}")


def _enough(rule: SuiteRule, having: int, what: str, of: str = "") -> Check:
    least = rule.settings["least"]
    note = "" if having >= least else f"add {items_counted(least - having, what)}"
    return Check(f"{rule.name}{of}", having >= least, float(having), float(least), having >= least, note)


# Fields, lists and dates of single items.


def _listed(item: Item, path: str) -> tuple[str, ...]:
    """What a field or a tag lists, each entry once and none of them blank."""
    tagged = item.tags.get(path)
    found = item.listed(path) or (tuple(map(str, tagged)) if isinstance(tagged, list | tuple) else ())
    return tuple(dict.fromkeys(entry for one in found if (entry := folded(one).casefold())))


def _fields(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    for item in material.of(rule):
        for name in rule.settings["of"]:
            if _is_blank(item.prompt if name == "prompt" else _value(item, name)):
                yield _Fault(item, f"there is no {name}", f"add {name}")


def _entries(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    path, least = rule.settings["list"], rule.settings["least"]
    for item in material.of(rule):
        there = len(_listed(item, path))
        if there < least:
            yield _Fault(item, f"{there} different {path}, {least} are required", f"add {least - there} {path}")


def _in_list(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    field, path = rule.settings["field"], rule.settings["list"]
    for item in material.of(rule):
        given = _value(item, field)
        if not _is_blank(given) and folded(str(given)).casefold() not in _listed(item, path):
            yield _Fault(item, f"{field} is not one of its {path}", f"write one of the {path}, word for word")


def _references(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    least = rule.settings["least"]
    for item in material.of(rule):
        given = item.fields.get("references")
        paths = {str(one["path"]) for one in given or () if isinstance(one, Mapping) and one.get("path")}
        if len(paths) < least:
            what = f"reference texts from {len(paths)} sources, {least} are required"
            yield _Fault(item, what, f"add references from {least - len(paths)} other sources: {{path, excerpt}}")


_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


def _dates(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    field, least = rule.settings["field"], rule.settings["least"]
    for item in material.of(rule):
        given = _value(item, field)
        dates = {str(one) for one in given} if isinstance(given, list | tuple) else set()
        if len({date for date in dates if _DATE.fullmatch(date)}) < least:
            remedy = f"write {field}: [2011-03-17, 2015-04-23], one for each view"
            yield _Fault(item, f"{field} are not {least} different dates", remedy)


_DECLINING = re.compile(
    r"\b(declin|refus|abst(ain|e|é)|recus|no (opinion|answer|side|detail|comment)|not (say|answer|give|speak|comment)|"
    r"says nothing|silen|n[ãa]o (opina|responde|diz|d[áa]|fala|comenta)|sem opini)",
    re.IGNORECASE,
)


def _declines(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    field = rule.settings["field"]
    for item in material.of(rule):
        if not _DECLINING.search(str(_value(item, field) or "")):
            yield _Fault(item, f"{field} does not say that an opinion is declined", f"{field}: declines to ...")


_SENTENCE = re.compile(r"[^.!?]+[.!?]*")
_ASKING = re.compile(
    r"\b(what|how|why|which|who|whom|whose|where|when|"
    r"que|quê|como|qual|quais|quem|onde|quando|quanto|quantos)\b",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"\W*(do|does|did|is|are|am|was|were|can|could|will|would|shall|should|may|might|must|have|has|had|"
    r"isn't|aren't|don't|doesn't|didn't|won't|wouldn't|can't|couldn't|shouldn't)\b",
    re.IGNORECASE,
)


def _open_prompt(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    for item in material.of(rule):
        sentences = [one.strip() for one in _SENTENCE.findall(item.prompt) if one.strip()]
        last = sentences[-1] if sentences else ""
        if last.endswith("?") and (_AUXILIARY.match(last) or not _ASKING.search(last)):
            remedy = "ask what, how or why, or ask for a text: Describe ..."
            yield _Fault(item, "the prompt ends in a question that yes or no answers", remedy)


def _unseen(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    field = rule.settings["field"]
    for item in material.of(rule):
        hidden = folded(str(_value(item, field) or "")).casefold()
        shown = " ".join(_texts_in((item.prompt, item.fields.get("context"), item.fields.get("constraints"))))
        if hidden and hidden in folded(shown).casefold():
            yield _Fault(item, f"the card shows {field}", f"take {field} out of prompt, context and constraints")


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts_in(one)


# Texts: lengths, and whether two of them are about the same thing.


def _length_beside(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    speaker, beside, within = (rule.settings[key] for key in ("speaker", "beside", "within"))
    for item in material.of(rule):
        texts = [material.text(item, name) for name in (speaker, beside)]
        if None in texts:
            yield _Waiting(1)
            continue
        words, wanted = (len((text or "").split()) for text in texts)
        if abs(words - wanted) > within * wanted + 1e-9:
            what = f"{speaker} has {words} words, {beside} {wanted}: more than {within:.0%} apart"
            yield _Fault(item, what, f"collect another answer of {speaker}, or quote another passage")


def _words(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    speaker, least, most = (rule.settings[key] for key in ("speaker", "least", "most"))
    for item in material.of(rule):
        text = material.text(item, speaker)
        if text is None:
            yield _Waiting(1)
        elif not least <= (words := len(text.split())) <= most:
            what = f"{speaker} has {words} words, {least} to {most} are required"
            yield _Fault(item, what, f"write words: [{least}, {most}] and collect another answer")


def _shared_words(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    for item in material.of(rule):
        texts = [material.text(item, name) for name in rule.settings["of"]]
        if None in texts:
            yield _Waiting(1)
        elif not frozenset.intersection(*(content_words(text or "") for text in texts)):
            yield _Fault(item, f"{' and '.join(rule.settings['of'])} share no content word")


@lru_cache(maxsize=1024)
def content_words(text: str) -> frozenset[str]:
    """The stems of a text's words without the small ones, in English and Portuguese."""
    from ringtrue.voice.content.sentences import SMALL_WORDS, stem, words  # lazy import: SciPy comes with it

    return frozenset(stem(word) for word in words(text) if word[:1].isalnum() and word not in SMALL_WORDS)


# Citations: every item cites something, and what it cites is there.


def _citations(_: SuiteRule, material: SuiteMaterial) -> _Found:
    """Of all items, those for controls too: their texts are shown as the person's own."""
    for item in material.items:
        if not references_of(item):
            yield _Fault(item, "it cites nothing", "add citation: ^[RAIZ:path:L12-14]")
        elif material.sources is not None:
            for problem in check_item(item, material.sources, material.file):
                value = f" ({problem.value})" if problem.value else ""
                yield _Fault(item, f"{problem.what}{value}", problem.remedy)
    if material.sources is None and material.items:
        note = "no sources to look in: add folder: PATH to subject in study.yaml"
        yield Check("sources of the citations", False, literal=False, note=note)


def _cites(rule: SuiteRule, material: SuiteMaterial) -> _Found:
    least = rule.settings["least"]
    for item in material.of(rule):
        places = {(one.path, one.first_line, one.last_line, one.chunks) for one in references_of(item)}
        if len(places) < least:
            what = f"it cites {len(places)} place{'' if len(places) == 1 else 's'}, {least} are required"
            yield _Fault(item, what, f"add {least - len(places)} more, one for each side")


_CHECKS: Mapping[str, Callable[[SuiteRule, SuiteMaterial], _Found]] = {
    "citations": _citations,
    "shares": _shares,
    "parts": _parts,
    "length_beside": _length_beside,
    "words": _words,
    "shared_words": _shared_words,
    "fields": _fields,
    "entries": _entries,
    "in_list": _in_list,
    "some": _some,
    "some_entries": _some_entries,
    "each_list": _each_list,
    "references": _references,
    "cites": _cites,
    "dates": _dates,
    "declines": _declines,
    "open_prompt": _open_prompt,
    "unseen": _unseen,
}
