"""Balance sides and order of cards over raters and items, by seeded draws; control cards."""

from base64 import b32encode
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hmac import digest as hmac_digest
from itertools import pairwise
from typing import Any, Self, TypeVar

from ringtrue.blind.card_drafts import CardDraft
from ringtrue.blind.key import Key, KeyEntry

# Which side: signs for the two-sided cards of one rater, balanced for the rater and for every item.


@dataclass(frozen=True, slots=True)
class Balance:
    """What a card's side depends on: the item's surplus so far, and a seeded digest among equals."""

    surplus: int
    digest: bytes


def balanced_signs(cards: Sequence[Balance], total: int = 0) -> list[int]:
    """A sign for each card: as many of one as of the other, or one more; where an item is one-sided, against it.

    Items whose surplus is lowest get 1, those whose surplus is highest -1. If every rater gets the same items, each
    item's surplus stays within one of zero however many raters come. `total` is the surplus the rater has from other
    cards; an odd card is used to even it out.
    """
    order = sorted(range(len(cards)), key=lambda place: (cards[place].surplus, cards[place].digest))
    half = len(order) // 2
    signs = [0] * len(order)
    for place in order[:half]:
        signs[place] = 1
    for place in order[len(order) - half :]:
        signs[place] = -1
    if len(order) % 2:
        odd = order[half]
        signs[odd] = _odd_sign(cards[odd], total)
    return signs


def _odd_sign(card: Balance, total: int) -> int:
    for surplus in (total, card.surplus):
        if surplus:
            return -1 if surplus > 0 else 1
    return 1 if card.digest[-1] & 1 else -1


# The order of a rater's cards: kinds intermixed, no long runs of one, and sessions of nearly the same size.


T = TypeVar("T")
_SHORT_RUN = 2


def intermixed(queues: Mapping[str, Sequence[tuple[T, float]]]) -> list[T]:
    """One sequence from a queue for each kind, each queue kept in its own order.

    A queue's j-th of n cards wants to stand at (j + its jitter in 0..1) / n of the way. At most two cards of a kind
    come one after the other, or as few as their numbers allow where one kind outnumbers all the others.
    """
    wanted = {
        kind: [((place + jitter) / len(queue), card) for place, (card, jitter) in enumerate(queue)]
        for kind, queue in queues.items()
        if queue
    }
    left = {kind: len(queue) for kind, queue in wanted.items()}
    total = sum(left.values())
    most = max(left.values(), default=0)
    limit = max(_SHORT_RUN, -(-most // (total - most + 1)))
    sequence: list[T] = []
    last, run = "", 0
    while total:
        kind = _next_kind(wanted, left, total, limit, last if run >= limit else None)
        sequence.append(wanted[kind][-left[kind]][1])
        run = run + 1 if kind == last else 1
        last = kind
        left[kind] -= 1
        total -= 1
    return sequence


def sessions(sequence: Sequence[T], most: int | None) -> list[Sequence[T]]:
    """The sequence in as few parts of at most `most` cards as possible, their sizes differing by one at most."""
    if not sequence:
        return []
    number = 1 if most is None else -(-len(sequence) // most)
    size, larger = divmod(len(sequence), number)
    starts = [place * size + min(place, larger) for place in range(number + 1)]
    return [sequence[first:stop] for first, stop in pairwise(starts)]


def _next_kind(
    wanted: Mapping[str, Sequence[tuple[float, T]]], left: Mapping[str, int], total: int, limit: int, barred: str | None
) -> str:
    """The kind whose next card wants to come first; but one that would not fit in later any more comes now."""
    for kind, number in left.items():
        if number > limit * (total - number):
            return kind
    return min(
        (kind for kind, number in left.items() if number and kind != barred),
        key=lambda kind: wanted[kind][-left[kind]][0],
    )


# How often each side was dealt so far, so that raters who come later keep the balance. As secret as the key itself.


Column = tuple[str, str]  # the item, and the speaker its card is about


@dataclass
class SideTally:
    """For each item and the one its card is about: surplus of one side over the other, and number of cards."""

    surplus: dict[Column, int] = field(default_factory=dict)
    dealt: dict[Column, int] = field(default_factory=dict)

    @classmethod
    def of(cls, key: Key, *, without: Collection[str] = ()) -> Self:
        """Count the packets of a key, those of withdrawn raters (by token) left out."""
        tally = cls()
        for token, cards in key.items():
            if token not in without:
                for entry in cards.values():
                    tally.add(KeyEntry.of(entry))
        return tally

    def add(self, entry: KeyEntry) -> None:
        """One more card."""
        if entry.role != "attention":
            column = entry.item, entry.about
            self.surplus[column] = self.surplus.get(column, 0) + entry.sign
            self.dealt[column] = self.dealt.get(column, 0) + 1

    def copy(self) -> "SideTally":
        """A tally of its own with the same counts."""
        return SideTally(dict(self.surplus), dict(self.dealt))

    def as_document(self) -> list[list[Any]]:
        """The counts in JSON's types."""
        return [[*column, self.surplus[column], number] for column, number in sorted(self.dealt.items())]

    @classmethod
    def from_document(cls, rows: Collection[Collection[Any]]) -> Self:
        """The tally of a document made by `as_document`."""
        counts: Mapping[Column, tuple[int, int]] = {
            (item, about): (surplus, number) for item, about, surplus, number in rows
        }
        return cls(
            {column: pair[0] for column, pair in counts.items()}, {column: pair[1] for column, pair in counts.items()}
        )


# Seeded draws: the same names give the same bytes, on every machine and in every version.


_TOKEN_BYTES = 20


class SeededDraw:
    """The random draws of one study, from its seed. Without the secret nobody can repeat them, even with the seed."""

    def __init__(self, seed: int | str, secret: str = "") -> None:
        """Take the seed that is recorded and the secret that stays with the answer key."""
        self._key = f"{len(secret)}:{secret}{seed}".encode()

    def digest(self, *names: str) -> bytes:
        """An HMAC of these names with SHA-256; sorting by digests shuffles."""
        message = "".join([f"{len(name)}:{name}" for name in names])
        return hmac_digest(self._key, message.encode("utf-8", "surrogatepass"), "sha256")

    def token(self, *names: str) -> str:
        """A token that nobody can guess, where the secret is one."""
        return letters(self.digest("token", *names)[:_TOKEN_BYTES])


def letters(digest: bytes) -> str:
    """A digest of five bytes, ten, fifteen ... as a neutral id in base 32, in small letters."""
    return b32encode(digest).decode("ascii").lower()


# Which control cards a rater gets: no item and no text that stands on another card of theirs.


@dataclass
class Seen:
    """The items and texts on the cards of one rater so far: none of them may come a second time."""

    items: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    def fits(self, draft: CardDraft) -> bool:
        """Whether nothing of the card was seen."""
        return draft.entry.item not in self.items and self.texts.isdisjoint(draft.texts)

    def add(self, draft: CardDraft) -> None:
        """The card was dealt."""
        self.items.add(draft.entry.item)
        self.texts.update(draft.texts)


@dataclass(frozen=True)
class ControlDeck:
    """The control cards of all kinds, those of items outside the suite apart from those of the suite itself."""

    outside: Mapping[tuple[str, str], Sequence[CardDraft]]  # by kind and control
    inside: Mapping[tuple[str, str], Sequence[CardDraft]]
    most: int  # raters who may get an item of the suite as a control, and not in the suite

    @classmethod
    def of(
        cls,
        controls: Mapping[str, Sequence[CardDraft]],
        suite: Sequence[CardDraft],
        most: int,
        wanted: Mapping[str, int] | None = None,
    ) -> Self:
        """Sort the drafts; a card that shows a text of another item of the suite is left out.

        Where a rater is to rate the suite too, `wanted` says how many cards of each control they need by kind: a kind
        that would lose more than half of its items keeps them all.
        """
        own = {draft.entry.item for draft in suite}
        owners: dict[str, set[str]] = defaultdict(set)
        for draft in suite:
            for text in draft.texts:
                owners[text].add(draft.entry.item)
        outside: dict[tuple[str, str], list[CardDraft]] = defaultdict(list)
        inside: dict[tuple[str, str], list[CardDraft]] = defaultdict(list)
        for name, drafts in controls.items():
            for draft in drafts:
                item = draft.entry.item
                if all(owners.get(text, set()) <= {item} for text in draft.texts):
                    (inside if item in own else outside)[draft.kind, name].append(draft)
        for kind, count in (wanted or {}).items():
            there = {draft.entry.item for (of, _), drafts in outside.items() if of == kind for draft in drafts}
            if 2 * (count * len(controls) - len(there)) > sum(draft.kind == kind for draft in suite):
                inside = defaultdict(list, {key: drafts for key, drafts in inside.items() if key[0] != kind})
        return cls(outside, inside, most)

    def next(
        self, kind: str, control: str, *, seen: Seen, tally: SideTally, draw: SeededDraw, rater: str
    ) -> CardDraft | None:
        """The next control card of a rater, None where the material is used up; outside the suite first.

        A card that stood on one side only so far comes first, so that the next rater sees its other side; then the
        least used. Of the suite those come first that fewest raters miss.
        """
        outside = [draft for draft in self.outside.get((kind, control), ()) if seen.fits(draft)]
        if outside:
            return min(outside, key=lambda draft: self._rank(draft, tally, draw, rater))
        used = {draft.entry.item: self._missed(draft, kind, tally) for draft in self.inside.get((kind, control), ())}
        inside = [
            draft
            for draft in self.inside.get((kind, control), ())
            if used[draft.entry.item] < self.most and seen.fits(draft)
        ]
        return min(
            inside, key=lambda draft: (used[draft.entry.item], self._rank(draft, tally, draw, rater)), default=None
        )

    @staticmethod
    def _rank(draft: CardDraft, tally: SideTally, draw: SeededDraw, rater: str) -> tuple[int, bool, int, bytes]:
        """Cards are used in pairs of raters: the least used pair, the begun one first."""
        column = draft.entry.item, draft.entry.about
        used, begun = tally.dealt.get(column, 0), tally.surplus.get(column, 0) != 0
        return used // 2, not begun, used, draw.digest("control", rater, *column)

    def _missed(self, draft: CardDraft, kind: str, tally: SideTally) -> int:
        """How many raters got the item as a control."""
        abouts = {one.entry.about for (of, _), drafts in self.inside.items() if of == kind for one in drafts[:1]}
        return sum(tally.dealt.get((draft.entry.item, about), 0) for about in abouts)
