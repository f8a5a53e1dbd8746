"""Dealing: packets of cards for raters, sides and order drawn from a seed and balanced, and the answer key."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from ringtrue.blind.balance import (
    Balance,
    ControlDeck,
    SeededDraw,
    Seen,
    SideTally,
    balanced_signs,
    intermixed,
    letters,
    sessions,
)
from ringtrue.blind.card_drafts import Attention, CardDraft, CardDrafts, MissingText, Texts, drafts_of
from ringtrue.blind.key import Key
from ringtrue.terms.item import Card, Item, Packet, Response
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

# The cards of one rater: which, on which side, in which order.


_ATTENTION = "\x00attention"  # no kind of a protocol is called that


@dataclass(frozen=True, slots=True)
class Options:
    """How large sessions are, how many cards of each control by kind, takes of each card; for `facing` see there.

    One who `forgets` card after card, as a model does, may get an item again as a control.
    """

    session: int | None
    controls: Mapping[str, int]
    takes: int
    facing: int
    forgets: bool = False


class _Dealt:
    """A draft on its way into a packet; of its digest, one part gives its id, one its place, one its side."""

    __slots__ = ("digest", "draft")

    def __init__(self, draft: CardDraft, take: int, rater: str, draw: SeededDraw) -> None:
        entry = draft.entry
        self.draft = draft
        self.digest = draw.digest("card", rater, entry.role, entry.item, entry.about, str(take))

    @property
    def id(self) -> str:
        return letters(self.digest[:10])

    @property
    def place(self) -> bytes:
        return self.digest[10:20]

    @property
    def side(self) -> bytes:
        return self.digest[20:30]

    @property
    def jitter(self) -> float:
        return int.from_bytes(self.digest[30:32], "big") / 65536


class RaterCards:
    """The cards of one rater. Making them counts their sides into the tally."""

    def __init__(
        self, rater: str, drafts: CardDrafts, deck: ControlDeck, tally: SideTally, draw: SeededDraw, options: Options
    ) -> None:
        """Choose controls, draw sides for the suite and then for them, then count all of them."""
        self._rater = rater
        self._draw = draw
        self._options = options
        self._tally = tally
        self._facing = options.facing
        self._totals = {True: 0, False: 0}  # surplus of sides, and of orders of positions
        controls = self._controls(drafts, deck)
        taken = set() if options.forgets else {draft.entry.item for draft in controls}
        suite = self._sided([draft for draft in drafts.suite if draft.entry.item not in taken])
        self.left_out = len(drafts.suite) - len({dealt.draft.entry.item for dealt in suite})
        self.controls = Counter((draft.kind, draft.entry.about) for draft in controls)
        abouts = dict.fromkeys(draft.entry.about for draft in controls)
        groups = [self._sided([draft for draft in controls if draft.entry.about == about]) for about in abouts]
        self._all = suite + list(chain(*groups)) + [_Dealt(draft, 0, rater, draw) for draft in drafts.attention]
        for dealt in self._all:
            tally.add(dealt.draft.entry)

    def packets(self) -> Iterator[tuple[str, list[tuple[str, CardDraft]]]]:
        """Token and cards of each session."""
        for part in sessions(self._ordered(), self._options.session):
            cards = [(dealt.id, dealt.draft) for dealt in part]
            yield self._draw.token(self._rater, *(id_ for id_, _ in cards)), cards

    def _controls(self, drafts: CardDrafts, deck: ControlDeck) -> list[CardDraft]:
        """The rater's control cards: on pairs the generic ones first, on single texts each control in turn.

        One who forgets may see an item once with each control.
        """
        sights: defaultdict[str, Seen] = defaultdict(Seen)
        chosen: list[CardDraft] = []
        for kind, count in self._options.controls.items():
            paired = any(draft.kind == kind and draft.two_sided for draft in drafts.suite)
            names = list(drafts.controls)
            turns = [name for name in names for _ in range(count)] if paired else names * count
            for name in turns:
                seen = sights[name if self._options.forgets else ""]
                draft = deck.next(kind, name, seen=seen, tally=self._tally, draw=self._draw, rater=self._rater)
                if draft is not None:
                    seen.add(draft)
                    chosen.append(draft)
        return chosen

    def _sided(self, drafts: Sequence[CardDraft]) -> list[_Dealt]:
        """Every take of every draft with its side or the order of its positions.

        Two takes are each other's reverse, an odd one is balanced: sides and positions each among themselves.
        """
        made: list[_Dealt] = []
        odd: dict[bool, list[_Dealt]] = {True: [], False: []}
        for draft in drafts:
            takes = [_Dealt(draft, take, self._rater, self._draw) for take in range(self._options.takes)]
            made += takes
            if not draft.turns:
                continue
            first = self._face(draft) if takes[0].side[-1] & 1 else -self._face(draft)
            for place in range(0, len(takes) - 1, 2):
                takes[place].draft = draft.turned(first)
                takes[place + 1].draft = draft.turned(-first)
            odd[draft.two_sided] += takes[len(takes) // 2 * 2 :]
        for two_sided, dealt in odd.items():
            balances = [self._balance(one) for one in dealt]
            for one, sign in zip(dealt, balanced_signs(balances, self._totals[two_sided]), strict=True):
                self._totals[two_sided] += sign
                one.draft = one.draft.turned(sign * self._face(one.draft))
        return made

    def _face(self, draft: CardDraft) -> int:
        """Positions have no label to be exchanged: the way the deal faces is about speakers alone."""
        return self._facing if draft.two_sided else 1

    def _balance(self, dealt: _Dealt) -> Balance:
        entry = dealt.draft.entry
        surplus = self._tally.surplus.get((entry.item, entry.about), 0)
        return Balance(surplus * self._face(dealt.draft), dealt.side)

    def _ordered(self) -> list[_Dealt]:
        """All cards in the order shown."""
        queues: dict[str, list[tuple[_Dealt, float]]] = {}
        for dealt in sorted(self._all, key=lambda one: one.place):
            kind = _ATTENTION if dealt.draft.entry.role == "attention" else dealt.draft.kind
            queues.setdefault(kind, []).append((dealt, dealt.jitter))
        return intermixed(dict(sorted(queues.items())))


# Which way round a whole deal faces, from its texts alone: so that exchanging all labels moves no text.


def facing(suite: Sequence[CardDraft], draw: SeededDraw) -> int:
    """1 or -1 from the texts of the first pair: with all labels exchanged it is the other, and every text stays put.

    So nothing but the key changes when the labels do, and no rater can see anything that depends on them.
    """
    for draft in sorted((draft for draft in suite if draft.two_sided), key=lambda draft: draft.entry.item):
        first, second = (draw.digest("facing", text) for text in draft.turned(1).texts)
        if first != second:
            return 1 if first < second else -1
    return 1


SESSION = 40
ENOUGH_RATERS = 5  # for controls from the suite itself: those who get an item as a control do not rate it
_LEAST_RATED = 3  # raters who rate an item of the suite, whatever is taken for controls


@dataclass(frozen=True)
class Deal:
    """What a deal comes to. `key` and `tally` tell the sides and are not printed; neither may reach a rater or a judge.

    `key` is as `store.keys.seal_keys` takes it. `items` names each card's item, which reveals no side: code that
    prepares a page or a prompt needs it. `tally` counts this deal and those before it. `controls` says by kind and
    control how many cards every rater got at least; `pooled` that they could find sides by pooling their cards.
    """

    packets: tuple[Packet, ...]
    key: Key = field(repr=False)
    items: Mapping[str, str] = field(repr=False)
    tally: SideTally = field(repr=False)
    missing: tuple[MissingText, ...] = ()
    notes: tuple[str, ...] = ()
    wanted: Mapping[str, int] = field(default_factory=dict)
    controls: Mapping[tuple[str, str], int] = field(default_factory=dict)
    pooled: bool = False

    @property
    def cards(self) -> list[Card]:
        """All cards in the order dealt."""
        return [card for packet in self.packets for card in packet.cards]


def deal(
    items: Sequence[Item],
    responses: Iterable[Response],
    protocol: Protocol,
    raters: Sequence[str],
    seed: int | str,
    *,
    session: int | None = SESSION,
    controls: int | Mapping[str, int] | None = None,
    takes: int = 1,
    attention: Sequence[Attention] = (),
    earlier: SideTally | None = None,
    panel: int | None = None,
    forgets: bool = False,
    secret: str = "",
) -> Deal:
    """Packets for the raters, one for each session, and their key. The same arguments give the same deal.

    Only accepted items are dealt, and of those only the ones whose texts are all there; the others are listed.
    `controls`: cards of each of the protocol's controls for a rater, by kind or of every kind; the protocol's numbers
    where it is None. They come from items tagged `control` and, in a `panel` of at least five raters, from the suite,
    which the rater then gets without these items (unless that were more than half of a kind); no item and no text
    comes to a rater twice. `takes`: how often a rater gets each card; two takes of a pair stand the two ways round
    (model judges; people get one). `earlier`: the tally of the raters dealt to so far, so that sides stay balanced when
    more come; `panel` counts them too.
    `forgets`: the raters remember no card, as models do. `secret`: without one, anyone with the seed, the items and
    the rater's name can repeat the draws; give people's studies one and keep it with the key.
    """
    number = len(raters) if panel is None else panel
    wanted = control_cards(protocol, items, number, controls)
    _check(raters, session, wanted, takes)
    drafts = drafts_of(items, Texts(responses), protocol, attention, kinds=wanted)
    most = len(raters) if forgets else number - _LEAST_RATED if number >= ENOUGH_RATERS else 0
    deck = ControlDeck.of(drafts.controls, drafts.suite, most, None if forgets else wanted)
    tally = earlier.copy() if earlier else SideTally()
    draw = SeededDraw(seed, secret)
    options = Options(session, wanted, takes, facing(drafts.suite, draw), forgets)
    dealt = _Packets()
    for rater in raters:
        dealt.add(rater, RaterCards(rater, drafts, deck, tally, draw, options))
    fewest = {
        (kind, name): min((one[kind, protocol.controls[name]] for one in dealt.counts), default=0)
        for kind in wanted
        for name in drafts.controls
    }
    packets, names = tuple(dealt.packets), dealt.names
    return Deal(packets, dealt.key, names, tally, drafts.missing, drafts.notes, wanted, fewest, dealt.pooled)


class _Packets:
    """The packets of all raters so far, their key, and how many control cards each rater got."""

    def __init__(self) -> None:
        self.packets: list[Packet] = []
        self.key: dict[str, dict[str, dict[str, object]]] = {}
        self.names: dict[str, str] = {}
        self.counts: list[Counter[tuple[str, str]]] = []
        self.pooled = False

    def add(self, rater: str, mine: RaterCards) -> None:
        self.counts.append(mine.controls)
        self.pooled = self.pooled or mine.left_out > 0
        for token, dealt in mine.packets():
            cards = (
                Card(id_, draft.kind, draft.prompt, draft.texts, draft.lists, draft.beside) for id_, draft in dealt
            )
            self.packets.append(Packet(token, rater, tuple(cards)))
            self.key[token] = {id_: draft.entry.as_document() for id_, draft in dealt}
            self.names |= {id_: draft.entry.item for id_, draft in dealt}


def control_cards(
    protocol: Protocol, items: Sequence[Item], raters: int, controls: int | Mapping[str, int] | None = None
) -> dict[str, int]:
    """How many cards of each control a rater gets, by kinds that are dealt; one number is used for every kind."""
    suite = [item for item in items if item.status == "accepted" and not item.tags.get("control")]
    if controls is None:
        wanted: Mapping[str, int] = protocol.cards.wanted(raters, len(suite))
    else:
        kinds = protocol.cards.usual or protocol.kinds
        wanted = controls if isinstance(controls, Mapping) else dict.fromkeys(kinds, controls)
    dealt = {item.kind for item in suite}
    return {kind: count for kind, count in wanted.items() if kind in dealt and count}


def _check(raters: Sequence[str], session: int | None, controls: Mapping[str, int], takes: int) -> None:
    problems = []
    for rater in sorted(name for name, times in Counter(raters).items() if not name.strip() or times > 1):
        what = "A rater is named twice." if rater.strip() else "A rater has no name."
        problems.append(Problem("deal", "raters", what, rater, "Give each rater one name of their own."))
    for name, number, least in (
        ("session", session, 1),
        ("controls", min(controls.values(), default=0), 0),
        ("takes", takes, 1),
    ):
        if number is not None and number < least:
            problems.append(Problem("deal", name, f"It must be {least} or more.", str(number)))
    if problems:
        raise BadInput(problems)
