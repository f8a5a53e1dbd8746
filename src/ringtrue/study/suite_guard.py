"""The suite guard: validate a study's items before they are dealt, refuse or force the deal, remember the answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ringtrue.blind.card_drafts import Texts
from ringtrue.items.suite_checks import ItemFinding, SuiteMaterial, run_checks
from ringtrue.sources.citation_check import SourceIndex, references_of
from ringtrue.sources.clone import read_clone
from ringtrue.sources.person_sources import SNAPSHOT, OwnText, read_snapshot, stale
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.settings import subject_folder
from ringtrue.terms.item import Item, Response
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Check

# The person's sources: what citations may point to, and which of the primary ones there are.


@dataclass(frozen=True, slots=True)
class PrimarySources:
    """The sources of a study: an index for citations, and how much there is of each primary one; a fault if none.

    `snapshot` is what they were when items were last drafted.
    """

    index: SourceIndex | None = None
    there: Mapping[str, int] | None = None
    fault: str = ""
    snapshot: Mapping[str, OwnText] = field(default_factory=dict)

    def __str__(self) -> str:
        """In words: "texts 44, DNA 12, SOUL yes, MEMORY no"."""
        there = self.there or {}
        named = (f"{name} {there[name]}" for name in ("texts", "DNA") if name in there)
        documents = (f"{name} {'yes' if there[name] else 'no'}" for name in ("SOUL", "MEMORY") if name in there)
        return ", ".join((*named, *documents)) or self.fault


def sources_of(study: StudyFolder) -> PrimarySources:
    """The sources in the subject's folder, as far as they can be read."""
    folder = subject_folder(study.folder, study.settings)
    if folder is None:
        return PrimarySources(fault="none named: add folder: PATH to subject in study.yaml")
    if not folder.is_dir():
        return PrimarySources(fault=f"subject.folder of study.yaml is not there: {folder}")
    try:
        clone = read_clone(folder)
    except BadInput:  # several clones: their texts can be cited all the same
        return PrimarySources(SourceIndex(folder), {})
    there = {
        "texts": len(clone.texts.texts) if clone.texts else 0,
        "DNA": len(clone.dna.items),
        **{name: int(name in clone.documents) for name in ("SOUL", "MEMORY")},
    }
    return PrimarySources(clone.source_index(), there, snapshot=read_snapshot(study.folder / SNAPSHOT))


# What a check of the items finds.


@dataclass(frozen=True, slots=True)
class Suite:
    """What a check of the items found.

    `rules` are the suite rules that items can answer, `later` the names of those that only a panel can, `findings` what
    is wrong with single items. Items tagged `control` are not part of the suite.
    """

    items: int
    controls: int
    rules: tuple[Check, ...]
    later: tuple[str, ...]
    warnings: tuple[str, ...]  # names of rules that do not make a suite fail
    findings: tuple[ItemFinding, ...] = ()
    sources: str = ""

    @property
    def faults(self) -> tuple[ItemFinding, ...]:
        """What makes the suite fail."""
        return tuple(one for one in self.findings if not one.warning)

    @property
    def flags(self) -> tuple[ItemFinding, ...]:
        """What is worth a look."""
        return tuple(one for one in self.findings if one.warning)

    @property
    def failed(self) -> tuple[Check, ...]:
        """The rules that must hold and do not."""
        return tuple(rule for rule in self.rules if rule.met is False and rule.name not in self.warnings)

    @property
    def fails(self) -> bool:
        """Whether a rule that must hold does not, or an item is faulty."""
        return bool(self.faults or self.failed)

    def as_dict(self) -> dict[str, Any]:
        """The findings as one JSON document."""
        return {
            "items": self.items,
            "controls": self.controls,
            "holds": not self.fails,
            "rules": [_told(rule) for rule in self.rules],
            "later": list(self.later),
            "faults": [one.as_dict() for one in self.faults],
            "flags": [one.as_dict() for one in self.flags],
            "sources": self.sources,
        }


def _told(rule: Check) -> dict[str, Any]:
    return {"name": rule.name, "met": rule.met, "value": rule.value, "limit": rule.limit, "note": rule.note}


TEXTS = "texts on the cards"  # a rule of every protocol


def check_suite(
    protocol: Protocol,
    items: Sequence[Item],
    responses: Sequence[Response] = (),
    sources: PrimarySources | None = None,
    file: str = "items",
) -> Suite:
    """Formulas, shares, named checks, and the texts cards will show; `responses` are those collected so far."""
    known = sources or PrimarySources()
    kept = [item for item in items if item.status not in ("rejected", "withdrawn")]
    texts = Texts(responses)
    named, found = run_checks(SuiteMaterial(protocol, kept, texts.find, known.index, file))
    shown, faults = _text_checks(protocol, kept, texts)
    controls = sum(bool(item.tags.get("control")) for item in kept)
    old = _stale_citations(kept, known)
    return Suite(
        items=len(kept) - controls,
        controls=controls,
        rules=(*_formula_checks(protocol, items), *named, *shown, *([_stale_check(old)] if known.snapshot else ())),
        later=tuple(sorted(rule.name for rule in protocol.suite if rule.of == "panel")),
        warnings=tuple(rule.name for rule in protocol.suite if rule.warning),
        findings=(*found, *faults, *old),
        sources=str(known),
    )


def _formula_checks(protocol: Protocol, items: Sequence[Item]) -> list[Check]:
    """The rules that are formulas; shares too, unless a rule of the protocol asks for them."""
    from ringtrue.score.measures import ItemColumns, tags_used
    from ringtrue.score.rules import suite_checks  # lazy import: NumPy loads with these
    from ringtrue.score.study_table import compiled

    asked = replace(protocol, suite=tuple(rule for rule in protocol.suite if rule.when and rule.of == "items"))
    study = compiled(asked, items, (), tags_used(asked))
    checks = suite_checks(asked, study, ItemColumns(asked, study))
    shares = any(rule.check == "shares" for rule in protocol.suite)
    return checks[: len(asked.suite)] if shares else checks


def _text_checks(protocol: Protocol, items: Sequence[Item], texts: Texts) -> tuple[list[Check], list[ItemFinding]]:
    """Texts that items bring along: one for everybody shown, not twice the same; others may still be collected."""
    findings = []
    waiting = 0
    for item in items:
        given = item.fields.get("responses")
        if given is not None and not _is_table(given):
            findings.append(ItemFinding(item.id, TEXTS, "responses is a table of speakers and texts"))
        elif not item.tags.get("control"):
            missing = [one.speaker for one in texts.missing(item, protocol.kinds[item.kind].show)]
            waiting += 0 if given else len(missing)
            findings += [
                ItemFinding(item.id, TEXTS, f"there is no text of {name}", f"add responses: {{{name}: ...}}")
                for name in missing
                if given
            ]
            findings += _twice(protocol, item, texts)
    met = False if findings else None if waiting else True
    note = f"{waiting} texts are not there yet: ringtrue collect DIR" if waiting else ""
    return ([Check(TEXTS, met, literal=met, note=note)] if items else []), findings


STALE = "citations say what they said when drafted"  # a rule of every study with a snapshot of its sources


def _stale_citations(items: Sequence[Item], sources: PrimarySources) -> list[ItemFinding]:
    """Citations whose words have moved or gone since the draft, with the place where they stand now."""
    index = sources.index
    if index is None or not sources.snapshot:
        return []
    return [
        ItemFinding(item.id, STALE, f"{found.what} ({found.value})", found.remedy)
        for item in items
        for reference in references_of(item)
        if (found := stale(reference, sources.snapshot, index))
    ]


def _stale_check(found: Sequence[ItemFinding]) -> Check:
    number = len({one.item for one in found})
    return Check(STALE, not found, literal=not found, note=f"{number} items: correct their citations" if found else "")


def _is_table(given: Any) -> bool:
    return isinstance(given, Mapping) and all(isinstance(text, str) for text in given.values())


def _twice(protocol: Protocol, item: Item, texts: Texts) -> Iterator[ItemFinding]:
    shown = protocol.kinds[item.kind].show
    folded = [" ".join(text.split()) for name in shown if (text := texts.find(item, name)) is not None]
    if len(set(folded)) < len(folded):
        yield ItemFinding(item.id, TEXTS, f"{' and '.join(shown)} have the same text", "collect another answer")


def suite_of(study: StudyFolder, items: Sequence[Item], responses: Sequence[Response]) -> Suite:
    """Check the items of a study against all that its protocol asks of a suite."""
    sources = sources_of(study)
    return check_suite(study.settings.scored, items, responses, sources, study.items_file.name)


# The guard of a deal: failed rules and a small panel refuse it, unless it is forced with a reason that stays on record.


GUARDED = "suite checked"  # the act in the audit log
_NOTED = f"noted: {GUARDED}"
_MOST_NAMED = 40  # faults of a refusal


@dataclass(frozen=True, slots=True)
class DealGuard:
    """What one deal is checked against: the accepted items, the panel with the new raters, whether as a pilot."""

    suite: Suite
    panel: int
    people: int | None
    pilot: bool = False

    @property
    def broken(self) -> tuple[str, ...]:
        """The names of the rules that do not hold; a pilot is exempt."""
        if self.pilot:
            return ()
        rules = dict.fromkeys((*(rule.name for rule in self.suite.failed), *(one.rule for one in self.suite.faults)))
        return (*rules, *([self.panel_rule] if self.people and self.panel < self.people else []))

    @property
    def panel_rule(self) -> str:
        """What the protocol's `people` asks for, as a rule."""
        return f"dealt to at least {self.people} people"

    def as_note(self, forced: str) -> dict[str, Any]:
        """For the audit log: every answer, what was broken, and the reason it was dealt anyway."""
        return {
            "rules": [_told(rule) for rule in self.suite.rules],
            "faults": len(self.suite.faults),
            "panel": self.panel,
            "people": self.people,
            "pilot": self.pilot,
            "broken": list(self.broken),
            "forced": forced,
        }

    def problems(self, study: StudyFolder) -> Iterator[Problem]:
        """Each broken rule with what to do about it."""
        file = str(study.items_file)
        for rule in self.suite.failed:
            there = "" if rule.value is None else f"{rule.value:g}"
            yield Problem(file, rule.name, "The suite breaks this rule.", there, rule.note)
        for one in self.suite.faults[:_MOST_NAMED]:
            yield Problem(file, f"item {one.item}", f"{one.rule}: {one.what}", remedy=one.remedy)
        if self.people and self.panel < self.people:
            what = f"{study.settings.protocol.name} is dealt to at least {self.people} people."
            remedy = "deal to more, or to one who never counts: --pilot --rater ID"
            yield Problem(str(study.folder), "raters", what, str(self.panel), remedy)
        what = "The deal is refused."
        remedy = "fix what is listed, or --force --why TEXT; the sound verdict is then provisional"
        broken = f"{len(self.broken)} rule{'s' if len(self.broken) > 1 else ''} broken"
        yield Problem(str(study.folder), "deal", what, broken, remedy)


def guard_deal(study: StudyFolder, records: StudyStore, guard: DealGuard, why: str) -> dict[str, Any]:
    """The note for the audit log; BadInput where rules are broken and neither `why` nor an earlier reason covers it."""
    if not guard.broken:
        return guard.as_note("")
    earlier = [note for note in _guarded(records) if note["forced"] and set(guard.broken) <= set(note["broken"])]
    reason = why.strip() or (str(earlier[-1]["forced"]) if earlier else "")
    if not reason:
        raise BadInput(guard.problems(study))
    return guard.as_note(reason)


def accepted_suite(study: StudyFolder, items: Sequence[Item], responses: Sequence[Response]) -> Suite:
    """The check of what would be dealt: accepted items alone."""
    return suite_of(study, [item for item in items if item.status == "accepted"], responses)


def recorded_suite(records: StudyStore) -> list[Check] | None:
    """The answers of the items at all deals, for each rule the worst; None where nothing was dealt or checked."""
    notes = _guarded(records)
    worst: dict[str, Check] = {}
    for note in notes:
        for told in note["rules"]:
            check = Check(told["name"], told["met"], told["value"], told["limit"], told["met"], told["note"])
            before = worst.setdefault(check.name, check)
            if (check.met is not True and before.met is True) or check.met is False:
                worst[check.name] = check
    return list(worst.values()) if notes else None


def forced_deals(records: StudyStore) -> list[str]:
    """What was broken when the study was dealt, and the reason it was dealt anyway, each once."""
    told = [
        f"Dealt by force ({note['forced']}) although rules were not met: {'; '.join(note['broken'])}."
        for note in _guarded(records)
        if note["forced"]
    ]
    return list(dict.fromkeys(told))


def _guarded(records: StudyStore) -> list[Mapping[str, Any]]:
    """The notes of all deals but those to pilots."""
    notes = (entry.detail["note"] for entry in records.audit_entries() if entry.act == _NOTED)
    return [note for note in notes if not note["pilot"]]
