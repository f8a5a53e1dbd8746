"""Blind then unblind is the identity; what belongs to no card or no scale is refused."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blind.tables import ALL, BLIND, protocol_named, raters, said, suite
from ringtrue.blind.card_drafts import Attention
from ringtrue.blind.dealing import deal
from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.blind.unblinding import opened, turned, unblind
from ringtrue.protocols.scales import plausible
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import open_keys, seal_keys
from ringtrue.store.store import Store
from ringtrue.terms.answer import Answer, Judgment, Rating
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput
from ringtrue.terms.protocol import Protocol, Scale

PAIRS = protocol_named("pairs")


def blinded(value: Answer, scale: Scale, placed: KeyEntry) -> Answer:
    """What a rater who means this rating says on the card: the inverse of unblinding, written down apart from it."""
    if scale.type == "pick":
        if value == 0.5:
            return "tie"
        wanted = value == 1.0
        return next(side for side, name in zip("AB", placed.speakers, strict=True) if (name == scale.toward) == wanted)
    if scale.type == "bipolar":
        target = "compressed" if "compressed" in placed.speakers else "control"
        return float(value) if placed.speakers.index(target) == 1 else -float(value)  # type: ignore[arg-type]
    return value


def ratings_of(protocol: Protocol, key: Any, draw: Any) -> list[tuple[str, Rating, Answer]]:
    """A rating for every card and question, and what is said on the card for it."""
    made = []
    for card, placed in cards_of(key).items():
        kind = next(kind for kind in protocol.kinds.values() if len(kind.show) == len(placed.speakers))
        for question in kind.questions:
            scale = protocol.scales[question.scale]
            options: dict[str, list[Answer]] = {
                "pick": [0.0, 0.5, 1.0],
                "flag": [True, False],
                "checklist": [(True, False), (False, False)],
                "text": ["words"],
            }
            value = draw(st.sampled_from(options.get(scale.type) or list(plausible(scale))))
            rating = Rating("r", placed.item, question.name, value, placed.about)
            made.append((card, rating, blinded(value, scale, placed)))
    return made


@given(st.sampled_from(["blind", "pairs"]), st.integers(1, 5), st.integers(0, 99), st.data())
def test_blind_then_unblind_is_the_identity(name: str, count: int, seed: int, data: st.DataObject) -> None:
    protocol = protocol_named(name)
    items = suite(count, decision=2)
    if name == "pairs":
        items = [Item(f"P{place}", "pair", "?", status="accepted") for place in range(count)]
    speakers = ALL if name == "blind" else ("full", "compressed", "control")
    made = deal(items, said(items, speakers), protocol, ["r"], seed, controls=2)
    meant = ratings_of(protocol, made.key, data.draw)
    judgments = [Judgment("r", card, rating.question, given_) for card, rating, given_ in meant]
    assert unblind(judgments, made.key, protocol) == [rating for _, rating, _ in meant]


OWN, TURNED = KeyEntry("i", ("full", "compressed"), "compressed"), KeyEntry("i", ("compressed", "full"), "compressed")
BOT = KeyEntry("i", ("control", "full"), "control", "control")
NEARER = PAIRS.scales["nearer"]
FOUND = BLIND.scales["real-one"]
TAKEN = BLIND.scales["taken"]
EDGE = KeyEntry("i", ("clone",), "clone", positions=("trap", "expected"))


@pytest.mark.parametrize(
    ("placed", "scale", "given_", "value"),
    [
        (OWN, NEARER, -2.0, -2.0),  # definitely A, which is the full one: as far from the compressed one as can be
        (TURNED, NEARER, -2.0, 2.0),
        (TURNED, NEARER, 0.0, 0.0),
        (BOT, NEARER, -1.0, 1.0),  # the control stands where the candidate would
        (KeyEntry("i", ("clone", "real"), "clone"), FOUND, "B", 1.0),
        (KeyEntry("i", ("clone", "real"), "clone"), FOUND, "a", 0.0),
        (KeyEntry("i", ("real", "self"), "self", "control"), FOUND, "A", 1.0),
        (KeyEntry("i", ("real", "self"), "self", "control"), FOUND, "Tie", 0.5),
        (EDGE, TAKEN, "1", True),
        (EDGE, TAKEN, "2", False),
        (EDGE, TAKEN, "neither", False),
        (KeyEntry("i", ("clone",), "clone", positions=("expected", "trap")), TAKEN, "2", True),
    ],
)
def test_sides_by_hand(placed: KeyEntry, scale: Scale, given_: Answer, value: Answer) -> None:
    assert turned(given_, scale, placed) == value
    assert str(turned(given_, scale, placed)) == str(value)  # no minus zero


def test_the_position_taken_is_an_answer_about_the_trap_once_the_key_is_open() -> None:
    key = {"t": {"c": EDGE.as_document()}}
    judgments = [Judgment("r", "c", "stance", "1"), Judgment("r", "c", "holds", (True,))]
    assert unblind(judgments, key, BLIND)[0] == Rating("r", "i", "trap", True, "clone")
    for question, value in (("trap", "1"), ("stance", "3"), ("stance", "trap")):
        with pytest.raises(BadInput):
            unblind([Judgment("r", "c", question, value)], key, BLIND)


def test_an_unscored_answer_stays_unscored_and_keeps_its_reason() -> None:
    key = {"t": {"c": OWN.as_document()}}
    record = JudgmentRecord("m", None, "voice", None, judge_kind="model", card="c", reason="the call failed")
    assert unblind([record], key, PAIRS) == [Rating("m", "i", "voice", None, "compressed", "model", "the call failed")]


def test_an_opened_judgment_tells_how_it_was_given_and_which_way_round() -> None:
    key = {"t": {"c": TURNED.as_document()}}
    (one,) = opened([Judgment("m", "c", "voice", -1.0)], cards_of(key), PAIRS, judge_kind="model")
    assert (one.given, one.order, one.card) == (-1.0, ("compressed", "full"), "c")
    assert one.rating == Rating("m", "i", "voice", 1.0, "compressed", "model")


def test_every_fault_is_listed() -> None:
    key = {"t": {"c": OWN.as_document(), "d": KeyEntry("i", ("clone",), "clone").as_document()}}
    judgments = [
        Judgment("r", "nowhere", "voice", 1.0),
        Judgment("r", "c", "tempo", 1.0),
        Judgment("r", "c", "voice", 3.0),
        Judgment("r", "c", "voice", 1.0),
    ]
    with pytest.raises(BadInput) as refusal:
        unblind(judgments, key, PAIRS)
    assert [problem.place for problem in refusal.value.problems] == ["judgment 1", "judgment 2", "judgment 3"]
    for side in ("C", "real"):
        with pytest.raises(BadInput, match="not a side"):
            unblind([Judgment("r", "d", "found", side)], key, BLIND)
    with pytest.raises(BadInput, match="not a side"):
        unblind([Judgment("r", "d", "found", "A")], key, BLIND)  # that card has one side


def test_attention_cards_make_no_rating() -> None:
    watch = Attention("look", "quote", "?", ("a", "b"), {"found": "B"})
    made = deal([], [], BLIND, raters(2), 1, attention=[watch])
    cards = [card.id for card in made.cards]
    judgments = [Judgment("rater 0", cards[0], "found", "B"), Judgment("rater 1", cards[1], "found", "A")]
    assert unblind(judgments, made.key, BLIND) == []


def test_sealed_stored_and_opened_the_key_still_fits(tmp_path: Path) -> None:
    items = suite(6, decision=3)
    made = deal(items, said(items, ALL), BLIND, raters(2), 5, controls=2)
    about = {"name": "blind", "version": "1.0.0", "hash": "0" * 64}
    with Store.open(tmp_path / "s.db", create=True) as store:
        study = store.create_study("s", protocol=about, who="t", settings={})
        seal_keys(study, made.key, who="t")
        study.issue_packets(made.packets, who="t")
        assert tuple(record.packet for record in study.packets()) == made.packets
        for packet in made.packets:
            answers = [
                Judgment(
                    packet.rater,
                    card.id,
                    "found" if len(card.texts) == 2 else "criteria",
                    "A" if len(card.texts) == 2 else (True, False),
                )
                for card in packet.cards
            ]
            study.record_judgments(answers, who="t", packet=packet.token)
        key = open_keys(study, who="t")
        found = unblind(study.judgments(), key, BLIND)
    assert len(found) == len(made.cards)
    sides = [rating.value for rating in found if rating.question == "found" and rating.speaker == "clone"]
    assert abs(sum(sides) - len(sides) / 2) <= 1  # type: ignore[arg-type]  # "A" throughout finds the person half of the time
