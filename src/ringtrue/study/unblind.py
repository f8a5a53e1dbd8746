"""Unblind a study: open the answer key in one recorded transaction; blind answers are ratings from then on."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from hmac import digest
from pathlib import Path

from ringtrue.blind.key import cards_of
from ringtrue.blind.unblinding import unblind
from ringtrue.store.audit import OPENED
from ringtrue.store.canonical_json import canonical
from ringtrue.store.keys import deal_secret, open_keys, opened_keys, opened_seals
from ringtrue.store.packets import PacketRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.admission import OVERRULED
from ringtrue.study.backup import DATABASE
from ringtrue.study.folder import StudyFolder
from ringtrue.study.kept_protocol import is_protocol_of
from ringtrue.study.manifest import EARLY
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Result

_Identity = tuple[str, str, str, str]  # rater, item, question, and the speaker it is about


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
    refuse_altered(study)
    with study.records() as records:
        again = opened_keys(records) is not None
        if not again:
            packets = records.packets()
            _refuse(study, [one for one in packets if one.packet.rater not in records.pilots()], early, why)
            with records.together():
                left = _return_begun(records, packets, study.who)
                if left:
                    records.note(EARLY, {"packets": left, "why": why}, who=study.who)
                open_keys(records, who=study.who, why=why)
        first = next(records.audit_entries(OPENED))
        states: Counter[str] = Counter(one.state for one in records.packets())
        answers = sum(1 for _ in records.judgments_on_cards())
        changes = tuple(_changes(study, records))
    return Unblinded(dict(states), answers, first.at, first.who, first.detail.get("why", ""), again, changes)


def ratings_of(records: StudyStore, protocol: Protocol, items: Collection[str] | None = None) -> Iterator[Rating]:
    """Current answers as ratings: blind ones once the key is open, and none of a packet that was withdrawn.

    With `items` those on these items alone, and all blind ones: people do not give very many.
    """
    key = opened_keys(records)
    packets = records.packet_standings()
    dealt_to = {one.rater for one in packets}
    in_files: set[_Identity] = set()  # what raters of cards have also answered in a file
    asked = not _from_files(records)
    for rating in records.ratings(items):
        if rating.rater in dealt_to:
            in_files.add(_identity(rating, protocol))
        # A model that the program asked about a card is as blind as a rater with a packet; a file proves nothing.
        yield rating._replace(sealed=True) if asked and rating.judge_kind == "model" else rating
    if key is not None:
        gone = {card for one in packets if one.state == "withdrawn" for card in one.cards}
        blind = (row for row in records.judgments_on_cards() if row.card not in gone)
        found = unblind(blind, key, protocol)
        _refuse_twice(found, in_files, protocol)
        yield from (rating._replace(sealed=True) for rating in found)


def _from_files(records: StudyStore) -> bool:
    """Whether answers that name their items came from a file."""
    acts = records.audit_entries("judgments recorded", "judgments corrected")
    return any("source" in entry.detail for entry in acts)


def cards_dealt(records: StudyStore) -> dict[str, int]:
    """How many cards each rater was dealt, attention cards and withdrawn packets left out; empty before unblinding."""
    key = opened_keys(records) or {}
    placed = cards_of(key)
    dealt: Counter[str] = Counter()
    for packet in records.packet_standings():
        if packet.state != "withdrawn":
            dealt[packet.rater] += sum(card in placed and placed[card].role != "attention" for card in packet.cards)
    return {rater: number for rater, number in dealt.items() if number}


def _refuse_twice(ratings: list[Rating], in_files: set[_Identity], protocol: Protocol) -> None:
    twice = [rating for rating in ratings if _identity(rating, protocol) in in_files]
    if twice:
        what = "The rater answered this on a card and in a file: it is unclear which answer counts."
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
    note = f"{number} blind answers wait for the key to be opened and are not in this result."
    return replace(result, notes=(*result.notes, note)) if number else result


def nothing_to_score(folder: Path, records: StudyStore) -> BadInput:
    """Why there is nothing to score, and what to do about it."""
    number = waiting(records)
    what = f"{number} blind answers wait for the key to be opened." if number else "There are no judgments to score."
    remedy = f"ringtrue unblind {folder}" if number else "import some first: ringtrue import DIR FILE"
    return BadInput([Problem(str(folder), DATABASE, what, remedy=remedy)])


def _refuse(study: StudyFolder, packets: list[PacketRecord], early: bool, why: str) -> None:
    if not packets:
        remedy = f"ringtrue deal {study.folder} --raters N"
        raise BadInput([Problem(str(study.folder), "packets", "Nothing was dealt: there is no key.", remedy=remedy)])
    out = Counter(one.packet.rater for one in packets if one.state == "out")
    if early and not why.strip():
        remedy = 'add --why "..."; it is kept in the audit log'
        raise BadInput([Problem(str(study.folder), "--early", "Opening the key early needs a reason.", remedy=remedy)])
    if out and not early:
        number = out.total()
        whose = ", ".join(out)
        what = f"{number} packet{' is' if number == 1 else 's are'} out: answers given now would not be counted."
        remedy = "wait for them, withdraw the rater, or open early with a reason: --early --why TEXT"
        raise BadInput([Problem(str(study.folder), "packets", what, whose, remedy)])


def _return_begun(records: StudyStore, packets: list[PacketRecord], who: str) -> int:
    """What was answered in packets that are still out comes in, as partial where cards are left.

    Returns how many packets stay out: whoever opens the key without them may leave them out on purpose.
    """
    pilots, left = records.pilots(), 0
    answered: dict[str, set[str]] = {}
    for record in records.answers():
        if record.given.value is not None:
            answered.setdefault(record.token, set()).add(record.given.card)
    for one in packets:
        done = answered.get(one.packet.token)
        if one.state == "out" and done:
            records.return_packet(one.packet.token, who=who, partial=len(done) < len(one.packet.cards))
        elif one.state == "out" and one.packet.rater not in pilots:
            left += 1
    return left


def _changes(study: StudyFolder, records: StudyStore) -> Iterator[str]:
    """What is not as the plan had it when it was sealed."""
    secret = deal_secret(records, who=study.who)
    items = {item.id: item for item in study.items()}
    seen: set[str] = set()
    for seal in opened_seals(records):
        planned = seal.plan["protocol"]
        if not is_protocol_of(planned, study.settings.protocol):
            yield f"the protocol is not the one of the plan ({planned['name']} {planned['version']})"
        for name, sealed in seal.plan["items"].items():
            if name not in seen and (change := _change(items.get(name), sealed, secret)):
                seen.add(name)
                yield f"item {name} {change}"
    overruled = sum(1 for _ in records.audit_entries(f"noted: {OVERRULED}"))
    if overruled:
        yield f"the failed check on the sample was overruled for {overruled} rater{'' if overruled == 1 else 's'}"


def _change(item: Item | None, sealed: str, secret: str) -> str:
    if item is None:
        return "is gone from the list"
    if item.status in ("rejected", "withdrawn"):
        return f"was {item.status} after dealing and is left out"
    return "" if item_seal(item, secret) == sealed else "was changed after dealing"


def item_seal(item: Item, secret: str) -> str:
    """A keyed hash of an item: it proves later that the item is unchanged, and cannot be guessed before.

    A plain hash could be tried with the two texts of a card in both orders.
    """
    content = {"id": item.id, "kind": item.kind, "prompt": item.prompt, "tags": item.tags, "fields": item.fields}
    return digest(secret.encode(), canonical(content).encode("ascii"), "sha256").hex()
