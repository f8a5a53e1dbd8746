"""Validate the conditions of rating: consent, comprehension check, and the order of cards and sittings.

The page asks for all of this; here it is enforced, the same for hosted answers and for result files.
"""

from collections import ChainMap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ringtrue.page.packet_document import required
from ringtrue.store.overview import PacketStatus
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput, Problem

# Consent and comprehension check: what a rater has to have said before an answer is taken.


CONDITIONS = ("consent", "comprehension")  # the notes about a rater that decide
_AGREE = "Open the rating page and agree to the text on its first screen."


class NotReady(BadInput):
    """Answers refused because the rater has not agreed, or has not passed the check."""


def unmet_conditions(document: Mapping[str, Any], told: Mapping[str, Any], *, file: str) -> Iterator[Problem]:
    """Why no answers are taken yet: what the packet document asks for against what the rater said, by kind."""
    asked = document.get("consent")
    if asked and (fault := fault_of_consent(asked, told.get("consent"))):
        yield Problem(file, "consent", *fault)
    if has_check(document) and not _passed(told.get("comprehension")):
        what = "The check on the sample was not passed."
        yield Problem(file, "comprehension", what, remedy="Read the sample and answer the questions about it first.")


def fault_of_consent(asked: Mapping[str, Any], given: object) -> tuple[str, str, str] | None:
    """What is wrong with a consent: fault, value, remedy; None where all statements of this text were agreed to."""
    if not isinstance(given, Mapping) or not given:
        return "The consent is missing.", "", _AGREE
    if given.get("hash") != asked["hash"]:
        return "The consent was given to another text.", str(given.get("hash", ""))[:12], _AGREE
    ticked = given.get("statements")
    ticks = ticked if isinstance(ticked, Mapping) else {}
    refused = [one["id"] for one in asked["statements"] if ticks.get(one["id"]) is not True]
    if refused:
        return "The consent was refused: not every statement was agreed to.", ", ".join(refused), _AGREE
    return None


def has_check(document: Mapping[str, Any]) -> bool:
    """Whether the packet asks questions on its sample."""
    gold = document.get("gold")
    return bool(gold and gold["check"])


def failed_for_good(document: Mapping[str, Any], given: Mapping[str, Any] | None) -> bool:
    """Whether the check was failed as often as it may be tried."""
    if given is None or not has_check(document) or _passed(given):
        return False
    attempts = given.get("attempts")
    return isinstance(attempts, int | float) and attempts >= document["gold"]["attempts"]


def _passed(given: object) -> bool:
    return isinstance(given, Mapping) and given.get("passed") is True


# The order of cards: once a later card was answered, the answers to a card stand.


_STANDS = "Go on with the card you are at: the answers to finished cards stay as they are."


class CardFinished(BadInput):
    """Answers refused because their cards are finished; `late` are these."""

    def __init__(self, problems: Iterable[Problem], late: Iterable[Given] = ()) -> None:
        """Keep the problems and the answers."""
        super().__init__(problems)
        self.late = tuple(late)


class CardOrder:
    """Which cards of one packet are finished, from the answers saved so far.

    A required answer that is missing can still be given to a finished card, so that no packet gets stuck.
    """

    def __init__(self, document: Mapping[str, Any], saved: Iterable[Given] = (), *, file: str = "answers") -> None:
        """Take the packet's document, and all that was saved in the order it came, replaced answers included."""
        self._file = file
        self._required = required(document)
        self._places = {card: place for place, card in enumerate(self._required, start=1)}
        self._current = 0  # the place of the last card that was begun
        self._answered: dict[tuple[str, str], bool] = {}  # False: taken back
        self._saved: set[Given] = set()
        for given in saved:
            self._saved.add(given)
            self._answered[given.card, given.question] = _is_answer(given)
            self._current = max(self._current, self._places.get(given.card, 0))

    def take(self, givens: Sequence[Given]) -> list[Given]:
        """Note answers and return those to be saved; CardFinished, and nothing noted, if any comes too late.

        A device that lost the connection sends answers again. Those to finished cards are left out: they were saved,
        and must not replace a newer one.
        """
        answered, current = ChainMap({}, self._answered), self._current
        new: list[Given] = []
        known = set(givens) & self._saved
        late: list[Given] = []
        for given in givens:
            place = self._places.get(given.card, current)
            if place < current and self._stands(given, answered):
                late += [] if given in known else [given]
                continue
            new.append(given)
            known.add(given)
            answered[given.card, given.question] = _is_answer(given)
            current = max(current, place)
        if late:
            raise CardFinished(map(self._problem, late), late)
        self._answered |= answered.maps[0]
        self._saved.update(new)
        self._current = current
        return new

    def _stands(self, given: Given, answered: Mapping[tuple[str, str], bool]) -> bool:
        """Whether nothing is left to be said: it is answered, or need not be."""
        is_required = given.question in self._required.get(given.card, ())
        return not is_required or answered.get((given.card, given.question), False)

    def _problem(self, given: Given) -> Problem:
        what = "The card is finished: a later one was answered since."
        place = f"card {self._places[given.card]}, {given.question}"
        return Problem(self._file, place, what, str(given.value)[:80], _STANDS)


def changed_after_finish(
    document: Mapping[str, Any], there: Mapping[tuple[str, str], Given], givens: Iterable[Given], *, file: str
) -> Sequence[Problem]:
    """A problem for each answer that has another value than the one that stands, to a card that was finished then."""
    changed = [one for one in givens if (old := there.get((one.card, one.question))) and old.value != one.value]
    try:
        CardOrder(document, there.values(), file=file).take(changed)
    except CardFinished as refused:
        return refused.problems
    return ()


def _is_answer(given: Given) -> bool:
    return given.value not in (None, "")


# The order of sittings: a rater's packets are answered in the order they were dealt.


def earlier_out(packets: Sequence[PacketStatus], token: str, besides: Collection[str] = ()) -> list[str]:
    """The packets of the same rater that were dealt before this one and are still out, `besides` left out."""
    place = next(place for place, packet in enumerate(packets) if packet.token == token)
    earlier = (one for one in packets[:place] if one.rater == packets[place].rater and one.state == "out")
    return [one.token for one in earlier if one.token not in besides]
