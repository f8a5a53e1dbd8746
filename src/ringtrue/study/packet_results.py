"""Results of offline pages on their way into a study: held against their packet, and against what is there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files import Problems
from ringtrue.files.collector import excerpt
from ringtrue.judge.result_file import ResultFile
from ringtrue.store import PacketStanding, Source, StudyStore
from ringtrue.store.packets import fingerprint
from ringtrue.study.completeness import missing, required
from ringtrue.study.exporting import Documents
from ringtrue.study.given_reading import read_givens
from ringtrue.terms import BadInput, Given, Problem

_THIS_DEAL = "Ask the rater for the result of the page that was sent out last."
_OTHER_STUDY = "Take it in where the packet was dealt; ringtrue status DIR tells which packets are out."


@dataclass(frozen=True, slots=True)
class PacketResult:
    """A result that fits its packet, ready to be recorded."""

    path: Path
    source: Source
    token: str
    rater: str
    givens: tuple[Given, ...]
    notes: tuple[tuple[str, Mapping[str, Any]], ...]
    cards: int
    done: int

    @property
    def partial(self) -> bool:
        """Whether something that must be answered is not."""
        return self.done < self.cards


class PacketDesk:
    """Checks results against the packets of a study."""

    def __init__(self, records: StudyStore, documents: Documents) -> None:
        """Take the study's records and the documents of its packets."""
        self._records = records
        self._documents = documents
        self._standing = {packet.token: packet for packet in records.packet_standings()}
        self._first: dict[str, str] = {}  # packet -> the file of this call that brought it

    def check(self, path: Path, source: Source, result: ResultFile) -> PacketResult:
        """The result as it will be recorded; BadInput with every reason why not."""
        packet = self._packet(result)
        document = self._documents.of(packet.token, hosted=False)
        givens = _read(document, result)
        problems = Problems(_misfits(result, document, givens))
        there = {(one.given.card, one.given.question): one.given for one in self._records.answers(packet.token)}
        if packet.state == "partial" and not problems:
            problems.extend(_not_fuller(result, givens, there))
        problems.raise_if_any()
        stands = there | {(one.card, one.question): one for one in givens}
        answered = {place for place, one in stands.items() if one.value not in (None, "")}
        open_cards = {card for _, (card, _) in missing(document, answered)}
        cards = required(document)
        notes = tuple(_notes(result))
        done = len(cards) - len(open_cards)
        return PacketResult(path, source, packet.token, packet.rater, tuple(givens), notes, len(cards), done)

    def _packet(self, result: ResultFile) -> PacketStanding:
        """The packet a result is of, where it may still come back."""
        packet = self._standing.get(result.packet)
        if packet is None:
            what = "This study issued no such packet: the file is from another study."
            raise _refusal(result, what, _OTHER_STUDY)
        if result.packet in self._first:
            what = f"{self._first[result.packet]} is a result of the same packet."
            raise _refusal(result, what, "Give the fuller one, or one after the other.")
        self._first[result.packet] = Path(result.file).name
        if self._records.is_opened:
            raise _refusal(result, "The answer key was opened: a blind answer comes too late.", "Leave it out.")
        if packet.rater_state == "withdrawn" or packet.state == "withdrawn":
            raise _refusal(result, "The packet or its rater was withdrawn.", "Leave it out.")
        if packet.state == "returned":
            raise _refusal(result, "This packet came back already, complete.", "Leave it out; nothing of it is lost.")
        return packet


def record_result(records: StudyStore, result: PacketResult, *, who: str) -> None:
    """Save the answers, take the packet back, keep what the rater told besides."""
    records.save_answers(result.token, result.givens, who=who, completing=True)
    for kind, body in result.notes:
        records.note_about_rater(result.rater, kind, body, who=who)
    records.return_packet(result.token, who=who, partial=result.partial, source=result.source)


def shown_hash(text: str) -> str:
    """By what a page names a text that it showed."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _read(document: Mapping[str, Any], result: ResultFile) -> list[Given]:
    """The answers of a result; its checksum fits, so what is wrong with them comes from no page of this deal."""
    try:
        return read_givens(document, list(result.answers), file=result.file)
    except BadInput as refused:
        raise BadInput(replace(one, remedy=one.remedy or _THIS_DEAL) for one in refused.problems) from None


def _refusal(result: ResultFile, what: str, remedy: str) -> BadInput:
    return BadInput([Problem(result.file, "packet", what, fingerprint(result.packet), remedy)])


def _misfits(result: ResultFile, document: Mapping[str, Any], givens: Sequence[Given]) -> Iterator[Problem]:
    """Answers to other texts than those dealt, at other places, or given twice; and a consent that is missing."""
    places = {card["id"]: place for place, card in enumerate(document["cards"], start=1)}
    hashes = {card["id"]: tuple(map(shown_hash, card["texts"])) for card in document["cards"]}
    seen: set[tuple[str, str]] = set()
    for number, given in enumerate(givens, start=1):
        place = f"answer {number}"
        if given.shown != hashes[given.card]:
            what = "The texts it was given to are not those of the card, in their order."
            yield Problem(result.file, f"{place}, shown", what, ", ".join(given.shown), _THIS_DEAL)
        if given.position is not None and given.position != places[given.card]:
            what = f"The card stands at place {places[given.card]} of the packet."
            yield Problem(result.file, f"{place}, position", what, str(given.position), _THIS_DEAL)
        if (given.card, given.question) in seen:
            what = f"{given.question} of this card is answered twice."
            yield Problem(result.file, place, what, excerpt(str(given.value)), "Ask the rater to send it again.")
        seen.add((given.card, given.question))
    if document.get("consent") and "consent" not in result.told:
        what = "The rater's consent is missing."
        yield Problem(result.file, "consent", what, remedy="Ask the rater to go through the first page again.")


def _not_fuller(
    result: ResultFile, givens: Sequence[Given], there: Mapping[tuple[str, str], Given]
) -> Iterator[Problem]:
    """Why a second result of a packet that came back in part is none that completes it."""
    here = {(one.card, one.question): one for one in givens if one.value is not None}
    if there.keys() - here.keys():
        what = f"It has {len(here)} answers; the one taken in before has {len(there)}, and some of them are not here."
        yield Problem(result.file, "answers", what, remedy="Give a result that goes on from the earlier one.")
    elif all(place in there and there[place].value == one.value for place, one in here.items()):
        what = "It brings nothing new: all of its answers were taken in before."
        yield Problem(result.file, "answers", what, remedy="Leave it out; nothing of it is lost.")


def _notes(result: ResultFile) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for kind, body in result.told.items():
        if kind != "sitting":
            yield kind, body
    yield "sitting", {**result.told.get("sitting", {}), **result.about, "offline": True}
