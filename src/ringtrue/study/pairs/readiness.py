"""Is a pair study ready for its raters: sample of the voice, both texts, enough pairs, balanced cards, a pilot."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ringtrue.store.keys import sealed_keys
from ringtrue.store.packets import PacketRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.pairs.sections import is_pair_study
from ringtrue.study.settings import gold_text
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Check

PILOT = "pilot"  # how the name of a pilot rater begins
_BACK = ("returned", "partial")
_MOST_NAMED = 5


def pair_readiness(study: StudyFolder) -> tuple[Check, ...]:
    """The checks before the first rater, each met, not met or inconclusive; none for other protocols.

    Of the cards it says whether sides are balanced, nothing else about the key.
    """
    if not is_pair_study(study.settings.scored):
        return ()
    items = [item for item in study.items() if item.kind == "pair" and item.status == "accepted"]
    with study.records() as records:
        texts = {(one.response.item, one.response.speaker): one.response.text for one in records.responses(last=True)}
        packets = [one for one in records.packets() if one.state != "withdrawn"]
        checks = [
            _gold(study),
            _enough(study, items),
            _both_texts(study, items, texts),
            _balanced(records, packets),
            _pilot(packets, records),
        ]
    return tuple(checks)


def _gold(study: StudyFolder) -> Check:
    try:
        words = len(gold_text(study.folder, study.settings).split())
    except BadInput as refusal:
        return _answer("sample of the true voice", False, refusal.problems[0].what)
    note = "" if words else "add gold: FILE to study.yaml: raters read it first"
    return Check("sample of the true voice", words > 0, float(words), literal=words > 0, note=note)


def _enough(study: StudyFolder, items: Sequence[Item]) -> Check:
    wanted = study.settings.form.items
    name = f"{wanted or 'some'} pairs accepted"
    met = len(items) >= wanted if wanted else bool(items)
    note = "" if met else "ringtrue items select DIR chooses and accepts them"
    return Check(name, met, float(len(items)), None if wanted is None else float(wanted), met, note)


def _both_texts(study: StudyFolder, items: Sequence[Item], collected: Mapping[tuple[str, str], str | None]) -> Check:
    shown = study.settings.scored.kinds["pair"].show
    lacking = [item.id for item in items if not _has_both(item, shown, collected)]
    if not items:
        return Check("both texts of every pair", None, note="no pair is accepted yet")
    named = ", ".join(lacking[:_MOST_NAMED]) + (" ..." if len(lacking) > _MOST_NAMED else "")
    return _answer("both texts of every pair", not lacking, f"missing, or the same text twice: {named}")


def _has_both(item: Item, shown: Sequence[str], collected: Mapping[tuple[str, str], str | None]) -> bool:
    given = item.fields.get("responses")
    brought = given if isinstance(given, Mapping) else {}
    texts = [" ".join(str(collected.get((item.id, name)) or brought.get(name) or "").split()) for name in shown]
    return all(texts) and len(set(texts)) == len(texts)


def _balanced(records: StudyStore, packets: Sequence[PacketRecord]) -> Check:
    name = "sides balanced for raters and pairs"
    if not packets:
        return Check(name, None, note="not dealt yet: ringtrue deal DIR")
    raters: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    key = sealed_keys(records)
    for one in packets:
        for side, item in _sides(key.get(one.packet.token, {})):
            raters[one.packet.rater] += side
            pairs[item] += side
    worst = max((abs(surplus) for surplus in (*raters.values(), *pairs.values())), default=0)
    return _answer(name, worst <= 1, f"one side has {worst} cards more than the other somewhere")


def _sides(cards: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[int, str]]:
    """1 or -1 for each card of the suite, and its pair."""
    for placed in cards.values():
        speakers = placed["speakers"]
        if placed["role"] == "item" and isinstance(speakers, Sequence) and len(speakers) == 2:
            yield (1 if speakers[0] == placed["about"] else -1), str(placed["item"])


def _pilot(packets: Sequence[PacketRecord], records: StudyStore) -> Check:
    """A pilot is a rater dealt to as one, or named so, who came back; withdrawn afterwards, it still was one."""
    name = "pilot run recorded"
    before = [one for one in records.packets() if one not in packets]
    back = [one for one in (*packets, *before) if any(state in _BACK for state, _, _ in one.history)]
    pilots = records.pilots()
    if any(one.packet.rater in pilots or one.packet.rater.casefold().startswith(PILOT) for one in back):
        return _answer(name, True, "")
    return _answer(name, False, "let one person try it, who never counts: ringtrue deal DIR --pilot --rater ID")


def _answer(name: str, met: bool, otherwise: str) -> Check:
    return Check(name, met, literal=met, note="" if met else otherwise)
