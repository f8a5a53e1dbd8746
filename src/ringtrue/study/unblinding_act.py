"""Unblind a study: the key is opened in one recorded act; blind answers are ratings from then on, late ones refused."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ringtrue.blind import opened
from ringtrue.store import PacketRecord, StudyStore
from ringtrue.store.keys import deal_secret, open_keys, opened_keys, opened_seals
from ringtrue.study.archive import DATABASE
from ringtrue.study.folder import StudyFolder
from ringtrue.terms import BadInput, Item, Problem, Protocol, Rating, Result

OPENED = "key opened"  # the act in the audit log
_Identity = tuple[str, str, str, str]  # rater, item, question, and whom it is about


@dataclass(frozen=True, slots=True)
class Unblinded:
    """What unblinding found: packets by state, answers opened, when and by whom, and what differs from the plan."""

    packets: dict[str, int]
    answers: int
    at: str
    who: str
    why: str
    again: bool  # the key was open before; nothing was done
    changes: tuple[str, ...]


def unblind_study(study: StudyFolder, *, early: bool = False, why: str = "") -> Unblinded:
    """Open the key; refused while packets are out, unless early and with a reason."""
    with study.records() as records:
        again = opened_keys(records) is not None
        if not again:
            packets = records.packets()
            _refuse(study, packets, early, why)
            with records.together():
                _return_begun(records, packets, study.who)
                open_keys(records, who=study.who, why=why)
        first = next(entry for entry in records.audit_entries() if entry.act == OPENED)
        states: Counter[str] = Counter(one.state for one in records.packets())
        answers = sum(1 for _ in records.judgments_on_cards())
        changes = tuple(_changes(study, records))
    return Unblinded(dict(states), answers, first.at, first.who, first.detail.get("why", ""), again, changes)


def ratings_of(records: StudyStore, protocol: Protocol, items: Collection[str] | None = None) -> Iterator[Rating]:
    """Standing answers as ratings: blind ones once the key is open, and none of a packet that was withdrawn.

    With `items` those on these items alone, and all blind ones: people do not give very many.
    """
    key = opened_keys(records)
    packets = records.packet_standings()
    dealt_to = {one.rater for one in packets}
    told: set[_Identity] = set()  # what raters of cards have said in a file, too
    if not dealt_to:
        yield from records.ratings(items)
    else:
        for rating in records.ratings(items):
            if rating.rater in dealt_to:
                told.add(_identity(rating, protocol))
            yield rating
    if key is not None:
        gone = {card for one in packets if one.state == "withdrawn" for card in one.cards}
        blind = (row for row in records.judgments_on_cards() if row.card not in gone)
        found = [one.rating for one in opened(blind, key, protocol)]
        _refuse_twice(found, told, protocol)
        yield from found


def _refuse_twice(ratings: list[Rating], told: set[_Identity], protocol: Protocol) -> None:
    twice = [rating for rating in ratings if _identity(rating, protocol) in told] if told else []
    if twice:
        what = "The rater answered this on a card and in a file: nobody can tell which answer is meant."
        remedy = "Withdraw the rater, or take the file's answers in under another name."
        raise BadInput(
            [Problem("judgments", f"{one.rater}, {one.item}", what, one.question, remedy) for one in twice[:25]]
        )


def _identity(rating: Rating, protocol: Protocol) -> _Identity:
    return rating.rater, rating.item, rating.question, rating.speaker or protocol.candidate


def waiting(records: StudyStore) -> int:
    """Blind answers that cannot be scored yet, because the key is sealed."""
    if opened_keys(records) is not None or not records.packet_standings():  # without packets nothing is blind
        return 0
    return sum(1 for _ in records.judgments_on_cards())


def with_waiting(result: Result, records: StudyStore) -> Result:
    """The result with a note on blind answers that it does not hold."""
    number = waiting(records)
    told = f"{number} blind answers wait for the key to be opened and are not in this result."
    return replace(result, notes=(*result.notes, told)) if number else result


def nothing_to_score(folder: Path, records: StudyStore) -> BadInput:
    """Why there is nothing to score, and what to do about it."""
    number = waiting(records)
    what = f"{number} blind answers wait for the key to be opened." if number else "There are no judgments to score."
    remedy = f"ringtrue unblind {folder}" if number else "take some in first: ringtrue take-in DIR FILE"
    return BadInput([Problem(str(folder), DATABASE, what, remedy=remedy)])


def _refuse(study: StudyFolder, packets: list[PacketRecord], early: bool, why: str) -> None:
    if not packets:
        remedy = f"ringtrue deal {study.folder} --raters N"
        raise BadInput([Problem(str(study.folder), "packets", "Nothing was dealt: there is no key.", remedy=remedy)])
    out = Counter(one.packet.rater for one in packets if one.state == "out")
    if early and not why.strip():
        remedy = 'add --why "..."; it stands in the audit log'
        raise BadInput([Problem(str(study.folder), "--early", "Opening the key early needs a reason.", remedy=remedy)])
    if out and not early:
        number = out.total()
        whose = ", ".join(out)
        what = f"{number} packet{' is' if number == 1 else 's are'} out: whoever answers now would not be counted."
        remedy = "wait for them, withdraw the rater, or open early with a reason: --early --why TEXT"
        raise BadInput([Problem(str(study.folder), "packets", what, whose, remedy)])


def _return_begun(records: StudyStore, packets: list[PacketRecord], who: str) -> None:
    """What was answered in packets that are still out comes in, as partial where cards are left."""
    answered: dict[str, set[str]] = {}
    for record in records.answers():
        if record.given.value is not None:
            answered.setdefault(record.token, set()).add(record.given.card)
    for one in packets:
        done = answered.get(one.packet.token)
        if one.state == "out" and done:
            records.return_packet(one.packet.token, who=who, partial=len(done) < len(one.packet.cards))


def _changes(study: StudyFolder, records: StudyStore) -> Iterator[str]:
    """What is not as the plan had it when it was sealed."""
    secret = deal_secret(records, who=study.who)
    items = {item.id: item for item in study.items()}
    seen: set[str] = set()
    for seal in opened_seals(records):
        planned = seal.plan["protocol"]
        if planned["hash"] != study.settings.protocol.hash:
            yield f"the protocol is not the one of the plan ({planned['name']} {planned['version']})"
        for name, sealed in seal.plan["items"].items():
            if name not in seen and (told := _change(items.get(name), sealed, secret)):
                seen.add(name)
                yield f"item {name} {told}"


def _change(item: Item | None, sealed: str, secret: str) -> str:
    if item is None:
        return "is gone from the list"
    if item.status in ("rejected", "withdrawn"):
        return f"was {item.status} after dealing and is left out"
    from ringtrue.study.analysis_plan import item_seal  # it knows of all that is planned, and scoring of nothing

    return "" if item_seal(item, secret) == sealed else "was changed after dealing"
