"""The packet document: everything a rater's machine gets, as JSON; and which answers are still missing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from ringtrue.page.briefing import Ask, Briefing, Checked, Practice, said, unwrapped
from ringtrue.protocols.scales import MECHANISMS
from ringtrue.terms.answer import Given
from ringtrue.terms.item import Card, Packet
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol, Question

# The questions of a kind of card as the page puts them, read from the protocol's scales.


def questions_of(
    protocol: Protocol,
    kind: Kind,
    language: str,
    wording: Mapping[str, str],
    labels: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
) -> tuple[Ask, ...]:
    """All questions of the kind in the protocol's order, questions and steps worded as the study wants them."""
    asked = ((question, labels.get(question.name) or labels.get(question.answers)) for question in kind.questions)
    return tuple(_ask(protocol, question, language, wording, own) for question, own in asked)


def _ask(
    protocol: Protocol, question: Question, language: str, wording: Mapping[str, str], own: Mapping[str, str] | None
) -> Ask:
    scale = protocol.scales[question.scale]
    # The labels of a scale between two speakers are worded toward one of them: the page has its own, A and B.
    labels = {} if MECHANISMS[scale.type].compares else scale.labels
    return Ask(
        question.on_card,
        _worded(question, wording) or _said(question, language),
        scale.type,
        (question.required or question.lists is not None) and not question.counts_on,
        scale.low,
        scale.high,
        scale.step,
        {f"{point:g}": said(language, label) for point, label in sorted(labels.items())} | dict(own or {}),
        question.lists,
        scale.ties,
        "" if _worded(question, wording) else said(language, question.even),
    )


def _said(question: Question, language: str) -> str:
    """The protocol's wording in this language; of a question about one text of a pair, with the text's letter."""
    if question.both and question.side is not None:
        return said(language, question.both).replace("{side}", "AB"[question.side])
    return said(language, question.text)


def _worded(question: Question, wording: Mapping[str, str]) -> str:
    """The study's own words; where a question is asked of each text of a pair, with the text's letter."""
    if question.name in wording or question.side is None:
        return wording.get(question.name, "")
    side = "AB"[question.side]
    words = wording.get(question.answers, "")
    return words.replace("{side}", side) if "{side}" in words or not words else f"{side}: {words}"


# The packet document: all that reaches a rater's machine, and nothing in it shows whose text is whose.


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
    earlier: Sequence[str] = (),
) -> dict[str, Any]:
    """What the page needs to know of one packet; `session` is the packet's number among the rater's and their count.

    `earlier` are the tokens of the rater's packets before it: an offline page looks whether they are finished, and
    takes over what was said there once.

    It is made from the cards as dealt, never from items: nothing else of an item can reach a rater. The token, by
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
        "study": _study(briefing),
        "guide": briefing.guide,
        "traits": list(briefing.traits),
        "minutes": briefing.minutes,
        "breaks": briefing.breaks,
        "session": {
            "number": session[0],
            "of": session[1],
            **({"earlier": list(map(packet_name, earlier))} if earlier else {}),
        },
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


def without_check(document: dict[str, Any]) -> dict[str, Any]:
    """The document without the questions on its sample."""
    gold = document["gold"]
    return {**document, "gold": {**gold, "check": []}} if gold else document


def _study(briefing: Briefing) -> dict[str, Any]:
    name, about = briefing.person
    person = {"name": name, "about": about} if name else None
    return {"title": briefing.title, "contact": briefing.contact, "host": briefing.host, "person": person}


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
    asked = questions_of(protocol, kind, briefing.language, briefing.questions, briefing.labels)
    return {
        "gold": kind.gold and bool(briefing.gold),
        "sides": len(kind.show),
        "questions": [ask.as_document() for ask in asked],
    }


def _card(card: Card) -> dict[str, Any]:
    lists = {path: list(things) for path, things in card.lists.items() if things}
    shown = {"id": card.id, "kind": card.kind, "prompt": card.prompt, "texts": list(card.texts), "lists": lists}
    return shown | ({"beside": dict(card.beside)} if card.beside else {})


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
    """How many decisions a question needs: each item of a checklist is one."""
    if question["list"]:
        listed = card["lists"].get(question["list"], ())
        return len(listed) if question["type"] == "checklist" else bool(listed)
    return int(question["required"])


# What must be answered, and what is still missing, by the packet document the rater has.


def required(document: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Card -> the questions that must be answered, in the order of the cards."""
    kinds = {
        kind: [question for question in about["questions"] if question["required"]]
        for kind, about in document["kinds"].items()
    }
    return {
        card["id"]: frozenset(question["name"] for question in kinds[card["kind"]] if _is_asked(question, card))
        for card in document["cards"]
    }


def missing(document: Mapping[str, Any], answers: Iterable[Given]) -> Iterator[tuple[int, tuple[str, str]]]:
    """What is still missing in these answers: the place of the card, counted from 1, and card and question.

    An answer that was cleared, or a text that is empty, counts as missing.
    """
    there = {(one.card, one.question) for one in answers if one.value not in (None, "")}
    for place, (card, questions) in enumerate(required(document).items(), start=1):
        for question in sorted(questions):
            if (card, question) not in there:
                yield place, (card, question)


def _is_asked(question: Mapping[str, Any], card: Mapping[str, Any]) -> bool:
    """A question about a list is left out on a card that has no such list."""
    listed = question.get("list")
    return listed is None or bool(card.get("lists", {}).get(listed))
