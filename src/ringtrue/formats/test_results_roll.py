"""Calls the roll: which scenario has no result, which result no scenario, and which has two or another type."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ringtrue.formats.scenarios_fields import group_of
from ringtrue.formats.test_results_audit import Place, identity_of
from ringtrue.terms import Item, Problem


def roll_faults(
    file: str, rows: Iterable[tuple[Any, Place]], scenarios: Iterable[Item] | None, doubled: Collection[int]
) -> Iterator[Problem]:
    """Everything wrong with who is there; rows and scenarios go by once, side by side.

    `doubled` are hashes of the ids that come twice; without scenarios only these are looked for.
    """
    first: dict[str, str] = {}  # of the doubled ones: where they came first
    coming = None if scenarios is None else _Coming(scenarios)
    for row, place in rows:
        identity = identity_of(row) if isinstance(row, Mapping) else ""
        if not identity:
            continue  # told already
        if hash(identity) in doubled:
            here = place(("scenario_id",), "", identity, "keep one result for each scenario").place
            if identity in first:
                what = f"{identity} has two results, the first on {first[identity].partition(',')[0]}"
                yield place(("scenario_id",), what, identity, "keep one result for each scenario")
                continue
            first[identity] = here
        if coming is not None:
            yield from _compared(identity, row, coming.type_of(identity), place)
    for identity in () if coming is None else coming.left():
        yield Problem(file, "results", f"{identity} has no result", identity, "add its result")


def _compared(identity: str, row: Mapping[str, Any], kind: str | None, place: Place) -> Iterator[Problem]:
    if kind is None:
        remedy = "leave it out, or name the file of scenarios it belongs to"
        yield place(("scenario_id",), f"{identity} is none of the scenarios", identity, remedy)
    elif group_of(row.get("scenario_type")) != kind:
        what = f"{identity} is of another type among the scenarios"
        yield place(("scenario_type",), what, row.get("scenario_type", ""), f"expected {kind}")


class _Coming:
    """Scenarios as they come, and those passed over: none are held where results have the order of the scenarios."""

    def __init__(self, scenarios: Iterable[Item]) -> None:
        self._coming = iter(scenarios)
        self._passed: dict[str, str] = {}

    def type_of(self, identity: str) -> str | None:
        """The type of a scenario, None where there is none of this id; each is found once."""
        found = self._passed.pop(identity, None)
        if found is not None:
            return found
        for item in self._coming:
            if item.id == identity:
                return str(item.tags["type"])
            self._passed[item.id] = str(item.tags["type"])
        return None

    def left(self) -> Iterator[str]:
        """The ids nobody asked for."""
        yield from self._passed
        yield from (item.id for item in self._coming)
