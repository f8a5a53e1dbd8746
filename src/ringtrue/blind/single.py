"""The cards of one item alone, where there is one text and so no side to draw: what `deal` gives, without its round."""

from functools import lru_cache

from ringtrue.blind.draw import Draw, letters
from ringtrue.blind.texts import prompt_of
from ringtrue.terms import Card, Item, Protocol, Response


def is_single(item: Item, response: Response, protocol: Protocol) -> bool:
    """Whether the response is all that a card of this item shows."""
    return (
        protocol.kinds[item.kind].show == (response.speaker,)
        and response.item == item.id
        and item.status == "accepted"
        and not item.tags.get("control")
        and bool(response.text and response.text.strip())
    )


def single(item: Item, response: Response, protocol: Protocol, rater: str, seed: int | str, takes: int) -> list[Card]:
    """The cards, in the order dealt: the same ids and order as `deal` draws for this item and rater."""
    draw = _drawing(seed)
    lots = [draw.lot("card", rater, "item", item.id, protocol.candidate, str(take)) for take in range(takes)]
    prompt, texts = prompt_of(item), (response.text or "",)
    return [Card(letters(lot[:10]), item.kind, prompt, texts) for lot in sorted(lots, key=lambda lot: lot[10:20])]


_drawing = lru_cache(maxsize=8)(Draw)
