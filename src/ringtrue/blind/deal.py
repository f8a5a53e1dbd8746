"""Deal: packets of cards for raters, with order and sides drawn from a seed and balanced, and the key to them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ringtrue.blind.draw import Draw
from ringtrue.blind.faces import Attention, faces_of
from ringtrue.blind.facing import facing
from ringtrue.blind.hand import Hand, Options
from ringtrue.blind.key import Key
from ringtrue.blind.tally import Tally
from ringtrue.blind.texts import Missing, Texts
from ringtrue.terms import BadInput, Card, Item, Packet, Problem, Protocol, Response

SESSION = 40
CONTROLS = 6


@dataclass(frozen=True)
class Deal:
    """What a deal comes to. `key` and `tally` tell the sides and are not printed; neither may reach a rater or a judge.

    `key` is as `store.keys.seal_keys` takes it. `items` names each card's item, which says nothing about sides: whoever
    prepares a page or a prompt needs it. `tally` counts this deal and those before it.
    """

    packets: tuple[Packet, ...]
    key: Key = field(repr=False)
    items: Mapping[str, str] = field(repr=False)
    tally: Tally = field(repr=False)
    missing: tuple[Missing, ...] = ()
    notes: tuple[str, ...] = ()

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
    controls: int = CONTROLS,
    takes: int = 1,
    attention: Sequence[Attention] = (),
    earlier: Tally | None = None,
    secret: str = "",
) -> Deal:
    """Packets for the raters, one for each session, and their key. The same arguments give the same deal.

    Only accepted items are dealt, and of those only the ones whose texts are all there; the others are listed.
    `controls`: at most so many cards of each of the protocol's controls, besides the suite. `takes`: how often a rater
    gets each card; two takes of a pair stand the two ways round (model judges; people get one). `earlier`: the tally of
    the raters dealt to so far, so that sides stay balanced when more come. `secret`: without one, whoever knows the
    seed, the items and the rater's name can draw the same lots; give people's studies one and keep it with the key.
    """
    _check(raters, session, controls, takes)
    faces = faces_of(items, Texts(responses), protocol, attention, controlled=controls > 0)
    tally = earlier.copy() if earlier else Tally()
    draw = Draw(seed, secret)
    options = Options(session, controls, takes, facing(faces.suite, draw))
    packets: list[Packet] = []
    key: dict[str, dict[str, dict[str, object]]] = {}
    names: dict[str, str] = {}
    repeated = 0
    for rater in raters:
        hand = Hand(rater, faces, tally, draw, options)
        repeated = max(repeated, hand.repeated)
        for token, dealt in hand.packets():
            cards = (Card(id_, face.kind, face.prompt, face.texts, face.lists) for id_, face in dealt)
            packets.append(Packet(token, rater, tuple(cards)))
            key[token] = {id_: face.placed.as_document() for id_, face in dealt}
            names |= {id_: face.placed.item for id_, face in dealt}
    notes = faces.notes + ((_repetition(repeated),) if repeated else ())
    return Deal(tuple(packets), key, names, tally, faces.missing, notes)


def _repetition(number: int) -> str:
    return (
        f"{number} control cards of a rater show a text for the second time, always after the item's own card; "
        "items with the tag control: true would spare that"
    )


def _check(raters: Sequence[str], session: int | None, controls: int, takes: int) -> None:
    problems = []
    for rater in sorted(name for name, times in Counter(raters).items() if not name.strip() or times > 1):
        what = "A rater is named twice." if rater.strip() else "A rater has no name."
        problems.append(Problem("deal", "raters", what, rater, "Give each rater one name of his own."))
    for name, number, least in (("session", session, 1), ("controls", controls, 0), ("takes", takes, 1)):
        if number is not None and number < least:
            problems.append(Problem("deal", name, f"It must be {least} or more.", str(number)))
    if problems:
        raise BadInput(problems)
