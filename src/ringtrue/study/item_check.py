"""Does the list of items hold what the protocol asks of a suite, as far as items alone can tell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringtrue.terms import Check, Item, Protocol


@dataclass(frozen=True, slots=True)
class Suite:
    """What a check of the items found.

    `rules` are the suite rules that items can answer, `later` the names of those that only raters can, `faults` what
    is wrong with single items, each an id and a sentence. Items tagged `control` are not part of the suite.
    """

    items: int
    controls: int
    rules: tuple[Check, ...]
    later: tuple[str, ...]
    warnings: tuple[str, ...]  # names of rules that do not make a suite fail
    faults: tuple[tuple[str, str], ...]

    @property
    def fails(self) -> bool:
        """Whether a rule that must hold does not, or an item is faulty."""
        return bool(self.faults) or any(rule.met is False and rule.name not in self.warnings for rule in self.rules)

    def as_dict(self) -> dict[str, Any]:
        """The findings as one JSON document."""
        rules = [{"name": r.name, "met": r.met, "value": r.value, "limit": r.limit, "note": r.note} for r in self.rules]
        return {
            "items": self.items,
            "controls": self.controls,
            "holds": not self.fails,
            "rules": rules,
            "later": list(self.later),
            "faults": [{"id": identity, "what": what} for identity, what in self.faults],
        }


def check_suite(protocol: Protocol, items: Sequence[Item]) -> Suite:
    """Suite rules, shares of the kinds, and texts that were recorded beforehand."""
    from ringtrue.score.checks import suite_checks  # NumPy loads with these
    from ringtrue.score.formulas import formula, tags_used
    from ringtrue.score.items import ItemColumns
    from ringtrue.score.table import compiled

    study = compiled(protocol, items, (), tags_used(protocol))
    rules = suite_checks(protocol, study, ItemColumns(protocol, study))
    numbers = {name for kind in protocol.kinds.values() for name in kind.numbers}
    later = {rule.name for rule in protocol.suite if formula(rule.when).names - numbers}
    kept = [item for item in items if item.status not in ("rejected", "withdrawn")]
    controls = sum(bool(item.tags.get("control")) for item in kept)
    return Suite(
        items=len(kept) - controls,
        controls=controls,
        rules=tuple(rule for rule in rules if rule.name not in later),
        later=tuple(sorted(later)),
        warnings=tuple(rule.name for rule in protocol.suite if rule.warning),
        faults=tuple((item.id, what) for item in kept for what in _text_faults(protocol, item)),
    )


def _text_faults(protocol: Protocol, item: Item) -> Iterator[str]:
    """Texts that an item brings along: one for everybody shown, and not twice the same."""
    given = item.fields.get("responses")
    if given is None:
        return
    if not isinstance(given, Mapping) or not all(isinstance(text, str) for text in given.values()):
        yield "responses is a table of speakers and texts"
        return
    shown = protocol.kinds[item.kind].show
    for speaker in shown:
        if not str(given.get(speaker, "")).strip():
            yield f"there is no text of {speaker}"
    folded = [" ".join(str(given[speaker]).split()) for speaker in shown if str(given.get(speaker, "")).strip()]
    if len(set(folded)) < len(folded):
        yield f"{' and '.join(shown)} have the same text"
