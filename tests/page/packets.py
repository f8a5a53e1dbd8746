"""Packets and documents for the tests of the page: three pairs, a blind suite of all kinds, hostile texts."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from ringtrue.page.briefing import Briefing, standard_check, standard_consent, standard_practice, standard_qualification
from ringtrue.page.packet_document import packet_document
from ringtrue.protocols.loader import load
from ringtrue.terms.item import Card, Packet

protocol_named = cache(load)
GOLD = """\
I never met a fence that stayed straight out of respect. You set the post, you tamp the earth, and then you look at it
again in March.

People ask me for advice and I tell them about mud. Mud is honest. It keeps the print of whoever walked there last.

When a neighbour says he is nearly done, I bring him a sandwich. Nearly done is the longest part of the day.
"""
TRUE_SENTENCES = (
    "People ask me for advice and I tell them about mud.",
    "Nearly done is the longest part of the day.",
)


def pair_cards(count: int = 3) -> tuple[Card, ...]:
    """So many pairs, each text another."""
    return tuple(
        Card(f"card{place}", "pair", f"Question {place}: what do you do with a leaking roof?",
             (f"First text of pair {place}. Fetch a bucket.", f"Second text of pair {place}. Call a roofer."))
        for place in range(1, count + 1)
    )  # fmt: skip


def blind_cards() -> tuple[Card, ...]:
    """One card of each kind of the blind protocol; the style card lists two dimensions of five."""
    criteria = ("It names a price", "It waits a week", "It asks the family", "It gives a reason", "It declines")
    return (
        Card("q1", "quote", "On rain", ("Rain is a clerk.", "Rain is a blessing.")),
        Card("d1", "decision", "Sell the boat?", ("Not before June.",), {"criteria": criteria}),
        Card("s1", "style", "Describe a harbour.", ("Ropes, gulls, arithmetic.",),
             {"checklist.vocabulary": ("tar", "ledger"), "checklist.tone": ("dry", "warm")}),
        Card("e1", "edge", "Is thrift a virtue?", ("It is and it is not.",),
             {"criteria": criteria, "positions": ("Thrift serves those who can stop.", "Saving is always wise.")}),
    )  # fmt: skip


def briefing(protocol: str = "lite", language: str = "en", **more: Any) -> Briefing:
    """The built-in briefing with a gold text where the protocol wants one."""
    loaded = protocol_named(protocol)
    gold = GOLD if any(kind.gold for kind in loaded.kinds.values()) else ""
    usual: dict[str, Any] = {
        "consent": standard_consent(language, loaded, "Voices", "ask@example.org"),
        "qualification": standard_qualification(language, loaded),
        "gold": gold,
        "check": standard_check(language, gold),
        "practice": standard_practice(language, loaded),
    }
    return Briefing(language, "Voices", "ask@example.org", **(usual | more))


def document(
    cards: Sequence[Card] | None = None,
    protocol: str = "lite",
    language: str = "en",
    *,
    token: str = "TOKEN-1",  # noqa: S107 - a packet's, made up
    hosted: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """The document of a packet with these cards."""
    packet = Packet(token, "r1", tuple(pair_cards() if cards is None else cards))
    return packet_document(packet, protocol_named(protocol), briefing(protocol, language, **more), hosted=hosted)


def right_option(check: dict[str, Any], name: str) -> int:
    """The place of the right option of a comprehension question, found by its hash as the page finds it."""
    hashes = [sha256(f"{name}{check['id']}{option}".encode()).hexdigest() for option in check["options"]]
    return hashes.index(check["answer"])
