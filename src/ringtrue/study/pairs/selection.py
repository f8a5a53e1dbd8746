"""Choose the pairs of a study: those chosen are accepted, the others set aside, and one command takes it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ringtrue.files.document import Document
from ringtrue.files.problems import Problems
from ringtrue.files.yaml_file import read_yaml
from ringtrue.items.selection import STRATA, Slot, SlotChoice, Stratum, index_of, select, slots_for
from ringtrue.study.folder import StudyFolder
from ringtrue.study.items import change_items
from ringtrue.terms.item import Item, ItemStatus
from ringtrue.terms.problem import BadInput, Problem

_CHOSEN, _ASIDE, _STRATUM = "selected", "set_aside", "stratum"  # tags; the first two hold the status before


@dataclass(frozen=True, slots=True)
class Selection:
    """What was chosen for each slot, and whether it was written; nothing is while a slot stays open."""

    choices: tuple[SlotChoice, ...]
    written: bool
    set_aside: int = 0

    @property
    def open(self) -> int:
        """How many slots have no pair that fits."""
        return sum(choice.item is None for choice in self.choices)


def select_pairs(
    study: StudyFolder,
    *,
    preset: str | None = None,
    strata: Path | str | None = None,
    persona: str | None = None,
    nearest: bool = False,
) -> Selection:
    """Choose one pair for each slot of the preset, and write it into the list of items as one recorded act.

    A slot without a pair that fits leaves everything as it was, unless `nearest` takes the nearest one.
    """
    _refuse_dealt(study)
    items = _candidates(study, persona)
    slots = read_slots(strata) if strata is not None else slots_for(items, _size(study, preset))
    choices = tuple(select(items, slots, study.settings.seed))
    taken = {choice.item or choice.nearest: choice for choice in choices if choice.item or (nearest and choice.nearest)}
    if len(taken) < len(choices):
        return Selection(choices, written=False)
    everyone = [item for item in _pairs(study) if item.status in ("pending", "accepted")]
    change_items(study, {item.id: _changes(item, taken.get(item.id)) for item in everyone}, "pairs selected")
    return Selection(choices, written=True, set_aside=len(everyone) - len(taken))


def undo_selection(study: StudyFolder) -> int:
    """Give every pair the status it had before the last selection; returns how many there were."""
    _refuse_dealt(study)
    changes: dict[str, Any] = {}
    for item in study.items():
        if _CHOSEN in item.tags or _ASIDE in item.tags:
            changes[item.id] = {"status": _before(item), "tags": dict.fromkeys((_CHOSEN, _ASIDE, _STRATUM))}
    change_items(study, changes, "selection of pairs undone")
    return len(changes)


def _changes(item: Item, choice: SlotChoice | None) -> dict[str, Any]:
    before = _before(item)
    if choice is None:
        return {"status": "rejected", "tags": {_ASIDE: before, _CHOSEN: None, _STRATUM: None}}
    stratum = choice.slot.stratum.name if choice.slot.stratum and choice.item else None
    return {"status": "accepted", "tags": {_CHOSEN: before, _ASIDE: None, _STRATUM: stratum}}


def _refuse_dealt(study: StudyFolder) -> None:
    with study.records() as records:
        dealt = len(records.packets())
    if dealt:
        what, remedy = "The cards are dealt: choosing now would choose among answers.", "begin a new study"
        raise BadInput([Problem(str(study.folder), "packets", what, str(dealt), remedy)])


def _pairs(study: StudyFolder) -> list[Item]:
    """All pairs with the status they had before any selection, so that a second one chooses among all of them."""
    return [replace(item, status=_before(item)) for item in study.items() if item.kind == "pair"]


def _before(item: Item) -> ItemStatus:
    before: ItemStatus = item.tags.get(_CHOSEN, item.tags.get(_ASIDE, item.status))
    return before


def _candidates(study: StudyFolder, persona: str | None) -> list[Item]:
    items = _pairs(study)
    if persona is not None:
        items = [item for item in items if item.tags.get("persona") == persona]
    what, remedy = "", ""
    if not items:
        what, remedy = "There are no pairs to choose from.", "ringtrue items import DIR FILE..."
    elif not any(index_of(item) is not None for item in items):
        what, remedy = "No pair has a model index.", "ringtrue items index DIR, or import a model-index file"
    if what:
        raise BadInput([Problem(str(study.items_file), "pairs", what, persona or "", remedy)])
    return items


def _size(study: StudyFolder, preset: str | None) -> int:
    presets = study.settings.scored.presets
    name = preset or study.settings.form.preset
    if name not in presets:
        what = "There is no such preset." if presets else "This protocol has no presets."
        raise BadInput([Problem("command line", "--preset", what, name, f"one of {', '.join(presets) or 'none'}")])
    return presets[name].items


def read_slots(path: Path | str) -> tuple[Slot, ...]:
    """Slots from a file: strata: {NAME: {at_least, at_most}}, pairs: [{domain: NAME or list, stratum: NAME}]."""
    document = read_yaml(path)
    problems = Problems()
    data = document.data if isinstance(document.data, Mapping) else {}
    strata = {one.name: one for one in STRATA} | _strata(document, data.get("strata") or {}, problems)
    listed = data.get("pairs")
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not listed:
        remedy = "write pairs: [{domain: TECH, stratum: high}]"
        problems.add(document.problem(("pairs",), "there is no list of pairs", "", remedy))
        listed = []
    slots = [_slot(document, place, entry, strata, problems) for place, entry in enumerate(listed)]
    problems.raise_if_any()
    return tuple(slots)


def _strata(document: Document, given: Any, problems: Problems) -> dict[str, Stratum]:
    found: dict[str, Stratum] = {}
    for name, ends in given.items() if isinstance(given, Mapping) else ():
        table = ends if isinstance(ends, Mapping) else {}
        bounds = [table.get(key, usual) for key, usual in (("at_least", -1.0), ("at_most", 1.0))] if table else []
        if len(bounds) != 2 or not all(isinstance(end, int | float) for end in bounds) or bounds[0] > bounds[1]:
            what, remedy = "a stratum is a range of the model index", "write {at_least: 0.85, at_most: 0.87}"
            problems.add(document.problem(("strata", name), what, ends, remedy))
        else:
            found[str(name)] = Stratum(str(name), *map(float, bounds))
    return found


def _slot(document: Document, place: int, entry: Any, strata: Mapping[str, Stratum], problems: Problems) -> Slot:
    domain = entry.get("domain") if isinstance(entry, Mapping) else None
    domains = tuple(map(str, domain)) if isinstance(domain, list) else (str(domain),) if domain else ()
    if not domains:
        problems.add(document.problem(("pairs", place), "a pair needs a domain", entry, "write {domain: TECH}"))
        return Slot(())
    name = entry.get("stratum")
    if name is not None and str(name) not in strata:
        what, remedy = "there is no such stratum", f"one of {', '.join(strata)}"
        problems.add(document.problem(("pairs", place, "stratum"), what, name, remedy))
    return Slot(domains, strata.get(str(name)))
