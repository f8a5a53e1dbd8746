"""The packet document: all that reaches a rater's machine, and nothing in it tells whose text is whose."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ringtrue.page.briefing import Briefing, Checked, Practice
from ringtrue.page.questions import questions_of
from ringtrue.page.wrapping import unwrapped
from ringtrue.terms import BadInput, Card, Kind, Packet, Problem, Protocol

_ATTEMPTS = 2  # at the comprehension check
_WORDS_A_SECOND = 4.3  # a usual pace of silent reading, about 260 words a minute
_SECONDS_AN_ANSWER = 5


def packet_document(
    packet: Packet,
    protocol: Protocol,
    briefing: Briefing,
    *,
    hosted: bool,
    session: tuple[int, int] = (1, 1),
) -> dict[str, Any]:
    """What the page needs to know of one packet; `session` is the packet's number among the rater's and their count.

    It is made from the cards as dealt, never from items: what an item holds besides cannot reach a rater. The token, by
    which an offline file is known when it comes back, stays out of the hosted page, whose session says whose it is.
    """
    name = packet_name(packet.token)
    kinds = _kinds_of(packet, protocol, briefing)
    document = {
        "ringtrue": 1,
        "packet": None if hosted else packet.token,
        "name": name,
        "hosted": hosted,
        "language": briefing.language,
        "study": {"title": briefing.title, "contact": briefing.contact},
        "minutes": briefing.minutes,
        "breaks": briefing.breaks,
        "session": {"number": session[0], "of": session[1]},
        "consent": briefing.consent.as_document() if briefing.consent else None,
        "qualification": [ask.as_document() for ask in briefing.qualification],
        "gold": _gold(briefing, name),
        "practice": _practice(briefing.practice),
        "kinds": {kind.name: _kind(protocol, kind, briefing) for kind in kinds},
        "cards": [_card(card) for card in packet.cards],
    }
    if briefing.minutes is None:
        document["minutes"] = _reckoned(document)
    return document


def packet_name(token: str) -> str:
    """A packet's name in a browser and in its posts: it cannot be turned back into the token."""
    return sha256(f"ringtrue page {token}".encode()).hexdigest()[:16]


def _kinds_of(packet: Packet, protocol: Protocol, briefing: Briefing) -> list[Kind]:
    """The kinds of the cards and of the practice card, in the protocol's order."""
    wanted = {card.kind for card in packet.cards} | ({briefing.practice.kind} if briefing.practice else set())
    unknown = sorted(wanted - set(protocol.kinds))
    if unknown:
        what = f"{protocol.name} has no cards of this kind."
        remedy = "Name the protocol the packets were dealt by in study.yaml."
        raise BadInput([Problem("packet", "kind", what, kind, remedy) for kind in unknown])
    return [kind for name, kind in protocol.kinds.items() if name in wanted]


def _kind(protocol: Protocol, kind: Kind, briefing: Briefing) -> dict[str, Any]:
    asked = questions_of(protocol, kind, briefing.language, briefing.questions)
    return {
        "gold": kind.gold and bool(briefing.gold),
        "sides": len(kind.show),
        "questions": [ask.as_document() for ask in asked],
    }


def _card(card: Card) -> dict[str, Any]:
    lists = {path: list(things) for path, things in card.lists.items() if things}
    return {"id": card.id, "kind": card.kind, "prompt": card.prompt, "texts": list(card.texts), "lists": lists}


def _gold(briefing: Briefing, name: str) -> dict[str, Any] | None:
    if not briefing.gold:
        return None
    check = [_checked(checked, f"g{number}", name) for number, checked in enumerate(briefing.check, 1)]
    return {"text": unwrapped(briefing.gold), "check": check, "attempts": _ATTEMPTS}


def _checked(checked: Checked, id_: str, name: str) -> dict[str, Any]:
    """The question with its answer hashed: enough that it is not read off the page by chance."""
    answer = sha256(f"{name}{id_}{checked.answer}".encode()).hexdigest()
    return {"id": id_, "text": checked.text, "options": list(checked.options), "answer": answer}


def _practice(practice: Practice | None) -> dict[str, Any] | None:
    if practice is None:
        return None
    card = {
        "id": "practice",
        "kind": practice.kind,
        "prompt": practice.prompt,
        "texts": list(practice.texts),
        "lists": {path: list(things) for path, things in practice.lists.items()},
    }
    feedback = {question: dict(said) for question, said in practice.feedback.items()}
    return {"card": card, "feedback": feedback | {"*": practice.otherwise}}


def _reckoned(document: Mapping[str, Any]) -> int:
    """Minutes for reading everything once at a usual pace and answering what is required."""
    cards = document["cards"]
    texts = [text for card in cards for text in (card["prompt"], *card["texts"])]
    texts += document["consent"]["paragraphs"] if document["consent"] else []
    texts += [document["gold"]["text"]] if document["gold"] else []
    words = sum(len(text.split()) for text in texts)
    answers = sum(
        _answers(card, question) for card in cards for question in document["kinds"][card["kind"]]["questions"]
    )
    return max(1, round((words / _WORDS_A_SECOND + answers * _SECONDS_AN_ANSWER) / 60))


def _answers(card: Mapping[str, Any], question: Mapping[str, Any]) -> int:
    """How many things a rater has to decide for a question: each thing of a checklist is one."""
    if question["list"]:
        return len(card["lists"].get(question["list"], ()))
    return int(question["required"])
