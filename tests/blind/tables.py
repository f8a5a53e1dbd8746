"""Small studies to deal: items of the blind and the pairs protocol with a text for every speaker."""

from collections.abc import Sequence
from functools import cache

from ringtrue.blind.dealing import Deal
from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.protocols.loader import load
from ringtrue.terms.item import Item, Response

protocol_named = cache(load)
BLIND = protocol_named("blind")
ALL = ("real", "clone", "generic", "self")


def quotes(count: int) -> list[Item]:
    return [Item(f"Q{place:03d}", "quote", "On rain", status="accepted") for place in range(count)]


def suite(quote: int, decision: int = 0, style: int = 0, edge: int = 0) -> list[Item]:
    """Items of four kinds, so many of each."""
    counts = {"decision": decision, "style": style, "edge": edge}
    return quotes(quote) + [
        Item(f"{kind[0].upper()}{place:03d}", kind, f"{kind}?", fields={"criteria": ["a", "b"]}, status="accepted")
        for kind, count in counts.items()
        for place in range(count)
    ]


def said(items: Sequence[Item], speakers: Sequence[str] = ("real", "clone")) -> list[Response]:
    """What each speaker said to each item; every text is another."""
    return [Response(item.id, speaker, f"{speaker} on {item.id}") for item in items for speaker in speakers]


def raters(count: int) -> list[str]:
    return [f"rater {place}" for place in range(count)]


def placed_by_rater(deal: Deal) -> dict[str, list[KeyEntry]]:
    """The opened cards of each rater in the order shown."""
    cards = cards_of(deal.key)
    found: dict[str, list[KeyEntry]] = {}
    for packet in deal.packets:
        found.setdefault(packet.rater, []).extend(cards[card.id] for card in packet.cards)
    return found
