"""One rater's hand: which cards, which side, in which order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ringtrue.blind.controls import chosen_controls
from ringtrue.blind.draw import Draw, letters
from ringtrue.blind.faces import Face, Faces
from ringtrue.blind.order import intermixed, sessions
from ringtrue.blind.sides import Balance, balanced_signs
from ringtrue.blind.tally import Tally

_ATTENTION = "\x00attention"  # no kind of a protocol is called that


@dataclass(frozen=True, slots=True)
class Options:
    """How large sessions are, how many cards of each control, how many takes of each card; for `facing` see there."""

    session: int | None
    controls: int
    takes: int
    facing: int


class _Dealt:
    """A face on its way into a packet; of its lot, one part gives its id, one its place, one its side."""

    __slots__ = ("face", "lot")

    def __init__(self, face: Face, take: int, rater: str, draw: Draw) -> None:
        placed = face.placed
        self.face = face
        self.lot = draw.lot("card", rater, placed.role, placed.item, placed.about, str(take))

    @property
    def id(self) -> str:
        return letters(self.lot[:10])

    @property
    def place(self) -> bytes:
        return self.lot[10:20]

    @property
    def side(self) -> bytes:
        return self.lot[20:30]

    @property
    def jitter(self) -> float:
        return int.from_bytes(self.lot[30:32], "big") / 65536


class Hand:
    """The cards of one rater. Making a hand counts its sides into the tally."""

    def __init__(self, rater: str, faces: Faces, tally: Tally, draw: Draw, options: Options) -> None:
        """Draw sides for the suite, then choose controls and draw theirs, then count all of them."""
        self._rater = rater
        self._draw = draw
        self._options = options
        self._tally = tally
        self._facing = options.facing
        self._total = 0
        suite = self._sided(faces.suite, {})
        signs = {dealt.face.placed.item: dealt.face.placed.sign for dealt in suite} if options.controls else {}
        controls = self._controls(faces, signs)
        self._again = {dealt.face.placed.item for dealt in controls} & faces.repeating
        self.repeated = sum(dealt.face.placed.item in self._again and dealt.face.two_sided for dealt in controls)
        self._all = suite + controls + [_Dealt(face, 0, rater, draw) for face in faces.attention]
        for dealt in self._all:
            tally.add(dealt.face.placed)

    def packets(self) -> Iterator[tuple[str, list[tuple[str, Face]]]]:
        """Token and cards of each session."""
        for part in sessions(self._ordered(), self._options.session):
            cards = [(dealt.id, dealt.face) for dealt in part]
            yield self._draw.token(self._rater, *(id_ for id_, _ in cards)), cards

    def _controls(self, faces: Faces, signs: dict[str, int]) -> list[_Dealt]:
        dealt: list[_Dealt] = []
        for control in faces.controls.values() if self._options.controls else ():
            taken = {one.face.placed.item for one in dealt}
            chosen = chosen_controls(
                control,
                self._options.controls,
                tally=self._tally,
                signs=signs,
                taken=taken,
                repeating=faces.repeating,
                draw=self._draw,
                rater=self._rater,
            )
            dealt += self._sided(chosen, signs)
        return dealt

    def _sided(self, faces: Sequence[Face], signs: dict[str, int]) -> list[_Dealt]:
        """Every take of every face with its side; two takes are each other's reverse, an odd one is balanced."""
        made: list[_Dealt] = []
        odd: list[_Dealt] = []
        for face in faces:
            takes = [_Dealt(face, take, self._rater, self._draw) for take in range(self._options.takes)]
            made += takes
            if not face.two_sided:
                continue
            first = 1 if takes[0].side[-1] & 1 else -1
            for place in range(0, len(takes) - 1, 2):
                takes[place].face = face.turned(first * self._facing)
                takes[place + 1].face = face.turned(-first * self._facing)
            odd += takes[len(takes) // 2 * 2 :]
        balances = [self._balance(dealt, signs) for dealt in odd]
        for dealt, sign in zip(odd, balanced_signs(balances, self._total), strict=True):
            self._total += sign
            dealt.face = dealt.face.turned(sign * self._facing)
        return made

    def _balance(self, dealt: _Dealt, signs: dict[str, int]) -> Balance:
        placed = dealt.face.placed
        surplus = self._tally.surplus.get((placed.item, placed.about), 0)
        return Balance(surplus * self._facing, signs.get(placed.item, 0) * self._facing, dealt.side)

    def _ordered(self) -> list[_Dealt]:
        """All cards in the order shown; an item that comes again as a control comes with its own card first."""
        queues: dict[str, list[tuple[_Dealt, float]]] = {}
        for dealt in sorted(self._all, key=lambda one: one.place):
            kind = _ATTENTION if dealt.face.placed.role == "attention" else dealt.face.kind
            queues.setdefault(kind, []).append((dealt, dealt.jitter))
        return intermixed({kind: self._late_repeats(queue) for kind, queue in sorted(queues.items())})

    def _late_repeats(self, queue: list[tuple[_Dealt, float]]) -> list[tuple[_Dealt, float]]:
        """Own cards of repeated items go to the first half of the queue, their controls to the second."""
        if not self._again:
            return queue
        own = [entry for entry in queue if self._half(entry[0]) < 0]
        later = [entry for entry in queue if self._half(entry[0]) > 0]
        others = [entry for entry in queue if self._half(entry[0]) == 0]
        room = max(0, -(-len(queue) // 2) - len(own))
        return _shuffled(own + others[:room]) + _shuffled(others[room:] + later)

    def _half(self, dealt: _Dealt) -> int:
        placed = dealt.face.placed
        if placed.item not in self._again:
            return 0
        return 1 if placed.role == "control" else -1


def _shuffled(queue: list[tuple[_Dealt, float]]) -> list[tuple[_Dealt, float]]:
    return sorted(queue, key=lambda entry: entry[0].place)
