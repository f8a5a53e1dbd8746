"""Choose pairs by domain and by stratum of their model index; what cannot be filled is said, with the nearest pair."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ringtrue.terms.item import Item

_USABLE = ("pending", "accepted")


@dataclass(frozen=True, slots=True)
class Stratum:
    """A range of the model index, both ends included, compared unrounded."""

    name: str
    at_least: float
    at_most: float = 1.0

    def distance(self, value: float) -> float:
        """How far a value lies outside, 0 inside."""
        return max(self.at_least - value, value - self.at_most, 0.0)


HIGH = Stratum("high", 0.90)
MIDDLE = Stratum("middle", 0.85, 0.87)
LOW = Stratum("low", 0.80, 0.84)
STRATA = (HIGH, MIDDLE, LOW)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one pair: of one of these domains, its index in this stratum (None: anywhere)."""

    domains: tuple[str, ...]
    stratum: Stratum | None = None


BY_SIZE: Mapping[int, tuple[Slot, ...]] = {
    5: (
        Slot(("TECH",), HIGH),
        Slot(("ANAL",), HIGH),
        Slot(("PHIL",), MIDDLE),
        Slot(("SELF",), MIDDLE),
        Slot(("NARR",), LOW),
    ),
    3: (Slot(("TECH", "ANAL"), HIGH), Slot(("PHIL", "SELF"), MIDDLE), Slot(("NARR",), LOW)),
}


@dataclass(frozen=True, slots=True)
class SlotChoice:
    """What became of a slot: the pair that fits it or, where none does, why and which one is nearest."""

    slot: Slot
    item: str | None
    index: float | None = None
    why: str = ""
    nearest: str | None = None


def index_of(item: Item) -> float | None:
    """The model index of a pair, None where it has none."""
    value = item.fields.get("pfi_model")
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def domain_of(item: Item) -> str:
    """The domain of a pair."""
    return str(item.fields.get("domain", item.tags.get("domain", "")))


def stratum_of(value: float | None, strata: Iterable[Stratum] = STRATA) -> str:
    """The name of the stratum a value lies in, "" where it lies in none."""
    return next((one.name for one in strata if value is not None and one.distance(value) == 0.0), "")


def slots_for(items: Sequence[Item], size: int) -> tuple[Slot, ...]:
    """The slots of a preset of this size; a study of other domains has one slot for each of them, of any stratum."""
    known = BY_SIZE.get(size, BY_SIZE[5])
    domains = dict.fromkeys(domain_of(item) for item in items if domain_of(item))
    if any(domain in domains for slot in known for domain in slot.domains):
        return known
    return tuple(Slot((domain,)) for domain in domains)


def select(items: Sequence[Item], slots: Sequence[Slot], seed: int) -> list[SlotChoice]:
    """One pair for each slot. Among pairs that fit, the seed draws, so that nobody picks a favourite.

    Only pending and accepted pairs are looked at. The order of the items makes no difference.
    """
    left = [item for item in items if item.status in _USABLE]
    choices = []
    for slot in slots:
        choice = _chosen(slot, left, seed)
        taken = choice.item or choice.nearest
        left = [item for item in left if item.id != taken]
        choices.append(choice)
    return choices


def _chosen(slot: Slot, items: Sequence[Item], seed: int) -> SlotChoice:
    own = [item for item in items if domain_of(item) in slot.domains]
    fitting = [item for item in own if _distance(slot, item) == 0.0]
    if fitting:
        drawn = min(fitting, key=lambda item: _lot(seed, item.id))
        return SlotChoice(slot, drawn.id, index_of(drawn))
    named = " or ".join(slot.domains)
    known = [item for item in own if _distance(slot, item) is not None]
    if not known:
        why = f"no pair of {named} has a model index" if own else f"there is no pair of {named}"
        return SlotChoice(slot, None, why=why)
    near = min(known, key=lambda item: (round(_distance(slot, item) or 0.0, 12), _lot(seed, item.id)))
    stratum = slot.stratum
    span = f"{stratum.at_least:g} to {stratum.at_most:g}" if stratum else "any"
    why = f"no pair of {named} has an index of {span}"
    return SlotChoice(slot, None, index_of(near), why, near.id)


def _distance(slot: Slot, item: Item) -> float | None:
    value = index_of(item)
    if slot.stratum is None:
        return 0.0
    return None if value is None else slot.stratum.distance(value)


def _lot(seed: int, name: str) -> bytes:
    return sha256(f"{seed}:select:{name}".encode()).digest()
