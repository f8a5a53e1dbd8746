"""Draft a whole suite: items of each kind in its share, items for controls, and what the sources do not give."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ringtrue.items.drafts.decisions import draft_decisions
from ringtrue.items.drafts.edges import draft_edges
from ringtrue.items.drafts.material import Entry, Gap, Material, Watch
from ringtrue.items.drafts.quotes import draft_quotes
from ringtrue.items.drafts.style import draft_styles
from ringtrue.protocols.suite_rules import largest_remainder
from ringtrue.sources.citation_check import references_of
from ringtrue.sources.person_sources import PersonSources
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Protocol

USUAL = 100  # items: 85 are the least, 100 to 120 are recommended
_PREFIXES = {"quote": "DQ", "decision": "DS", "style": "ST", "edge": "EC", "scenario": "SC", "pair": "PR"}
_CONTROL_PREFIXES = {"quote": "CQ", "decision": "CD", "style": "CS", "edge": "CE"}
_COUNTED = ("pending", "accepted")
_TEXTLESS = "add texts by the person: letters, talks, interviews, posts; some 15,000 words make a suite"


@dataclass(frozen=True, slots=True)
class SuiteDraft:
    """Pending items ready to be listed, and what is missing."""

    entries: tuple[Entry, ...]
    gaps: tuple[Gap, ...]

    def counts(self, *, control: bool = False) -> dict[str, int]:
        """How many items there are of each kind."""
        found: dict[str, int] = {}
        for entry in self.entries:
            if bool(entry["tags"].get("control")) == control:
                found[str(entry["kind"])] = found.get(str(entry["kind"]), 0) + 1
        return found


def draft_suite(
    sources: PersonSources,
    protocol: Protocol,
    *,
    count: int = USUAL,
    seed: int = 0,
    there: Iterable[Item] = (),
    watch: Watch = lambda _: None,
) -> SuiteDraft:
    """A suite of so many items in the protocol's shares, and items for its controls beside them.

    Items that are `there` already count, and nothing they cite is used again. Nothing is drafted that cannot cite its
    place.
    """
    if not sources.words:
        return SuiteDraft(
            (), tuple(Gap(kind, 0, "there is no text of the person", _TEXTLESS) for kind in protocol.kinds)
        )
    watch(f"weighing {sources.words:,} words")
    material = Material.of(sources, seed)
    evidence = _evidence(material)
    shares = {kind.name: kind.share for kind in protocol.kinds.values() if kind.share is not None}
    kept = list(there)
    known = Counter((item.kind, bool(item.tags.get("control"))) for item in kept if item.status in _COUNTED)
    wanted = {kind: max(0, n - known[kind, False]) for kind, n in largest_remainder(shares, count).items()}
    controls = {kind: max(0, 2 * n - known[kind, True]) for kind, n in protocol.cards.usual.items()}
    _use_up(material, kept)
    makers: Mapping[str, Callable[[int, int], tuple[list[Entry], list[Entry], list[Gap]]]] = {
        "edge": lambda items, beside: draft_edges(material, items, control=beside),
        "decision": lambda items, beside: draft_decisions(material, items, evidence, control=beside),
        "style": lambda items, beside: draft_styles(material, items, control=beside),
        "quote": lambda items, beside: draft_quotes(material, items, evidence, watch, control=beside),
    }
    drafted: dict[str, tuple[list[Entry], list[Entry], list[Gap]]] = {}
    for kind, make in makers.items():
        if kind in wanted:
            watch(f"drafting {kind} items")
            drafted[kind] = make(wanted[kind], controls.get(kind, 0))
    kinds = [kind for kind in shares if kind in drafted]
    entries = [entry for kind in kinds for entry in drafted[kind][0]]
    entries += [entry for kind in kinds for entry in drafted[kind][1]]
    gaps = [gap for kind in kinds for gap in drafted[kind][2]]
    for kind in kinds:
        made, asked = len(drafted[kind][1]), controls.get(kind, 0)
        if made < asked:
            add = "add texts, or let raters see items of the suite as controls"
            gaps.append(Gap(kind, asked - made, f"{made} of {asked} control items could be drafted", add))
    return SuiteDraft(tuple(_named(entries, {item.id for item in kept})), tuple(gaps))


def _use_up(material: Material, there: Iterable[Item]) -> None:
    """Take what items cite already; rejected ones too, or they would come back."""
    for reference in (one for item in there for one in references_of(item)):
        passage = material.cited(reference)
        if passage:
            material.take(passage)


def _evidence(material: Material) -> dict[str, str]:
    """The domain and the layer that the DNA gives a line of the texts."""
    found: dict[str, str] = {}
    for place in material.dna("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"):
        for sentence in place.passage.sentences:
            at = f"{place.passage.source.path}:{sentence.first}"
            found[f"layer:{at}"] = place.item.layer
            if place.item.domains:
                found[at] = place.item.domains[0]
    return found


def _named(entries: Iterable[Entry], taken: set[str]) -> list[Entry]:
    """The entries with ids of their own, pending."""
    numbers: dict[str, int] = {}
    found = []
    for entry in entries:
        prefixes = _CONTROL_PREFIXES if entry["tags"].get("control") else _PREFIXES
        prefix = prefixes[str(entry["kind"])]
        while True:
            numbers[prefix] = numbers.get(prefix, 0) + 1
            name = f"{prefix}-{numbers[prefix]:03d}"
            if name not in taken:
                break
        found.append({"id": name, "kind": entry["kind"], "status": "pending", **entry})
    return found
