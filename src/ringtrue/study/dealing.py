"""Cards dealt to a model judge, and the names its answers are recorded under."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ringtrue.blind import Deal, deal, is_single, single
from ringtrue.terms import Card, Item, Protocol, Response, Speaker

CONTROLS = 6  # cards of each control that a judge of a whole study gets besides
_MARK = "~"  # between a judge's name and the number of its take


class Placing(NamedTuple):
    """Where a card stands: its item, whom it is about, the speakers as shown, and which take of these it is."""

    card: Card
    item: str
    about: str
    speakers: tuple[str, ...]
    take: int


def deal_for(
    judge: Speaker,
    items: Sequence[Item],
    responses: Iterable[Response],
    protocol: Protocol,
    seed: int,
    *,
    controls: int = 0,
) -> Deal:
    """What is dealt to a model judge; the same for the same arguments, so that it can be dealt again at any time."""
    takes = repeats_of(judge)
    return deal(items, responses, protocol, [judge.name], seed, session=None, controls=controls, takes=takes)


def repeats_of(judge: Speaker) -> int:
    """How often a judge is asked about the same card; once, where study.yaml does not say it in a number."""
    try:
        return max(1, int(judge.settings.get("repeats") or 1))
    except (TypeError, ValueError, OverflowError):  # told when the judge is to be asked, and no hindrance to scoring
        return 1


def placings(cards: Deal) -> Iterator[Placing]:
    """Each card of a deal and where it stands, takes counted in the order dealt. Not for a judge's eyes."""
    entries = {card: entry for packet in cards.key.values() for card, entry in packet.items()}
    takes: dict[tuple[str, str], int] = {}
    for card in cards.cards:
        entry = entries[card.id]
        row = str(entry["item"]), str(entry["about"])
        takes[row] = takes.get(row, 0) + 1
        yield Placing(card, *row, tuple(entry["speakers"]), takes[row])


def placings_of_one(
    judge: Speaker, item: Item, response: Response, protocol: Protocol, seed: int
) -> tuple[Deal | None, Iterable[Placing]]:
    """What is dealt to a model judge about one response; a card with one side needs no key, and no whole deal."""
    if not is_single(item, response, protocol):
        cards = deal_for(judge, [item], [response], protocol, seed)
        return cards, placings(cards)
    dealt = single(item, response, protocol, judge.name, seed, repeats_of(judge))
    shown = protocol.kinds[item.kind].show
    return None, [Placing(card, item.id, protocol.candidate, shown, take) for take, card in enumerate(dealt, 1)]


def rater_name(judge: str, take: int) -> str:
    """The name of a judge's first, second ... answer to the same card."""
    return judge if take == 1 else f"{judge}{_MARK}{take}"


def judge_of(rater: str) -> str:
    """The judge behind a name that answers are recorded under."""
    name, mark, take = rater.rpartition(_MARK)
    return name if mark and name and take.isdecimal() else rater


def take_of(rater: str) -> int:
    """Which of a judge's answers to the same card the name stands for, from 1."""
    return 1 if judge_of(rater) == rater else int(rater.rpartition(_MARK)[2])
