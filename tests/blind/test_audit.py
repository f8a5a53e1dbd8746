"""The blindness audit: nothing that reaches a rater, and nothing outside the key, tells which side is whose.

200 packets are dealt by the program in studies on disk. From every field of the document a rater's machine gets
features are made; classifiers learn on some studies where the candidate stands and are tried on others. That the same
classifiers find a planted leak shows that they could have found a real one.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from blind.audit_studies import SPEAKERS, Shown, made, shown, twin
from result_files import answers_to, result_of
from ringtrue.blind.balance import SideTally
from ringtrue.blind.dealing import deal
from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.files.json_file import read_json
from ringtrue.items.items_file import read_items
from ringtrue.store.keys import deal_secret, sealed_keys
from ringtrue.study.study import Study

RATERS = {"blind": 40, "pairs": 35, "lite": 25}  # in each of two studies: 200 packets
CHANCE = 1e-6  # of a false alarm, for each classifier
Features = dict[str, float]


@dataclass(frozen=True)
class Cards:
    """All cards with two sides: a row of numbers for each, where the one it is about stands, which half it is in."""

    names: list[str]
    features: NDArray[np.float64]
    second: NDArray[np.int64]  # 1 where the one it is about stands second
    unseen: NDArray[np.bool_]  # of the studies the classifiers are tried on

    def planted(self, name: str, shift: float) -> "Cards":
        """The same with one field that depends on the side."""
        features = self.features.copy()
        features[:, self.names.index(name)] += shift * self.second
        return replace(self, features=features)


@pytest.fixture(scope="module")
def studies(tmp_path_factory: pytest.TempPathFactory) -> list[list[Shown]]:
    found = []
    for seed in (1, 2):
        for protocol, raters in RATERS.items():
            study = made(tmp_path_factory.mktemp("audit") / "s", protocol, seed=seed)
            study.deal(raters, controls=6, force=True, why="small")
            found.append(list(shown(study)))
    assert sum(map(len, found)) == 200
    return found


@pytest.fixture(scope="module")
def cards(studies: list[list[Shown]]) -> Cards:
    rows: list[Features] = []
    second, unseen = [], []
    for number, packets in enumerate(studies):
        for one in packets:
            signs = [KeyEntry.of(one.key[card["id"]]).sign for card in one.document["cards"]]
            found = [row for row, sign in zip(features_of(one), signs, strict=True) if sign]
            rows += found
            second += [int(sign > 0) for sign in signs if sign]
            unseen += [number >= len(RATERS)] * len(found)
    names = sorted({name for row in rows for name in row})
    values = np.array([[row.get(name, -1.0) for name in names] for row in rows])
    return Cards(names, values, np.array(second), np.array(unseen))


def numbers(name: str, value: Any) -> Iterator[tuple[str, float]]:
    """A field as numbers: its size, its characters, what lies in it."""
    if isinstance(value, bool | int | float) or value is None:
        yield name, float(value or 0)
    elif isinstance(value, str):
        yield f"{name}.length", len(value)
        yield from ((f"{name}.{place}", ord(char)) for place, char in enumerate(value[:40]))
    elif isinstance(value, dict):
        yield f"{name}.size", len(value)
        yield f"{name}.order", [*value] == sorted(value)
        for key, inner in value.items():
            yield from numbers(f"{name}.{key}", inner)
    elif isinstance(value, list | tuple):
        yield f"{name}.size", len(value)
        for place, inner in enumerate(value[:4]):
            yield from numbers(f"{name}.{place}", inner)


def features_of(one: Shown) -> Iterator[Features]:
    """For each card all there is besides its words: its fields, its place, its neighbours, its packet.

    A result file adds nothing of its own making: card, position and the hashes of the texts. Those are the words again,
    the same on every rater's card, and left out like them.
    """
    document = one.document
    cards, whole = document["cards"], json.dumps(document)
    packet = {name: document[name] for name in ("packet", "name", "minutes", "session", "breaks")}
    common = dict(numbers("packet", packet)) | {"cards": float(len(cards)), "bytes": float(len(whole))}
    for place, card in enumerate(cards):
        fields = {name: value for name, value in card.items() if name not in ("texts", "prompt")}
        yield {
            **common,
            **dict(numbers("card", fields)),
            **dict(numbers("before", cards[place - 1]["id"])),
            "position": float(place),
            "rank": float(sum(other["id"] < card["id"] for other in cards)),
            "offset": float(whole.index(card["id"])),
            "same kind before": float(sum(other["kind"] == card["kind"] for other in cards[:place])),
        }


def best_guess(cards: Cards) -> tuple[int, int]:
    """How often the best of several classifiers is right on studies it has not seen, and on how many cards."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    classifiers = (
        make_pipeline(StandardScaler(), LogisticRegression(max_iter=500, C=0.1)),
        make_pipeline(StandardScaler(), KNeighborsClassifier(15)),
        GaussianNB(var_smoothing=1e-6),
        DecisionTreeClassifier(max_depth=6, random_state=0),
        RandomForestClassifier(40, max_depth=8, random_state=0),
    )
    learnt, tried = ~cards.unseen, cards.unseen
    right = [
        int((one.fit(cards.features[learnt], cards.second[learnt]).predict(cards.features[tried])
             == cards.second[tried]).sum())
        for one in classifiers
    ]  # fmt: skip
    return max(right), int(tried.sum())


def test_no_classifier_finds_the_side_in_200_packets(cards: Cards) -> None:
    """Sides are as good as coins: of n of them no more are guessed than chance allows once in a million."""
    right, number = best_guess(cards)
    assert number > 1000
    assert right <= binom.isf(CHANCE, number, 0.5)


@pytest.mark.parametrize(
    ("name", "shift"),
    [
        ("card.id.15", 30.0),  # ids that depend on the side
        ("position", 5.0),  # an order that does
        ("card.size", 1.0),  # a field that only one side has
        ("bytes", 40.0),  # a packet that is longer for it
    ],
)
def test_the_same_classifiers_find_a_planted_leak(cards: Cards, name: str, shift: float) -> None:
    right, number = best_guess(cards.planted(name, shift))
    assert right > binom.isf(CHANCE, number, 0.5)


def test_every_packet_of_a_study_has_the_same_shape(studies: list[list[Shown]]) -> None:
    for packets in studies:
        documents = [one.document for one in packets]
        cards = [card for document in documents for card in document["cards"]]
        assert len({json.dumps(sorted(document)) for document in documents}) == 1
        assert len({tuple(card) for card in cards}) == 1  # the same fields in the same order
        assert {len(card["id"]) for card in cards} == {16}
        assert len({card["id"] for card in cards}) == len(cards)
        assert {len(one.packet.token) for one in packets} == {32}
        assert len({one.packet.token for one in packets}) == len({document["name"] for document in documents})


def test_no_packet_names_a_speaker_an_item_or_the_study_s_seed(studies: list[list[Shown]]) -> None:
    for packets in studies:
        for one in packets:
            told = json.dumps({key: value for key, value in one.document.items() if key in ("cards", "packet", "name")})
            names = {name for entry in one.key.values() for name in (*entry["speakers"], entry["about"], entry["item"])}
            # As words: one random id in a hundred thousand holds the letters of a short name.
            assert not [name for name in names if name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", told)]
            assert "20261115" not in told


@pytest.mark.parametrize("protocol", list(SPEAKERS))
def test_exchanging_all_labels_moves_nothing_but_the_key(tmp_path: Path, protocol: str) -> None:
    """What must be equal: every field of every packet; every text of a card that shows both compared speakers.

    On a card of a control one text is the control's in both studies and the other is that of the speaker it is set
    beside, who has the other text now. On a card with one text it is the candidate's, so it is the other text.
    """
    study = made(tmp_path / "study", protocol, seed=7)
    other = twin(study, tmp_path / "twin", protocol, seed=7)
    for one in (study, other):
        one.deal(5, controls=6, force=True, why="small")
        one.deal(["late"], controls=6, force=True, why="small")
    for hosted in (False, True):
        for mine, theirs in zip(shown(study, hosted=hosted), shown(other, hosted=hosted), strict=True):
            assert mine.packet.token == theirs.packet.token
            assert _without_texts(mine.document) == _without_texts(theirs.document)
            assert list(_without_texts(mine.document)) == list(_without_texts(theirs.document))
    both = 0
    for mine, theirs in zip(shown(study), shown(other), strict=True):
        for here, there in zip(mine.document["cards"], theirs.document["cards"], strict=True):
            entry, twin_entry = mine.key[here["id"]], theirs.key[here["id"]]
            if entry["role"] == "item" and len(entry["speakers"]) == 2:
                both += 1
                assert here["texts"] == there["texts"]
                assert entry["speakers"] == twin_entry["speakers"][::-1]
            elif entry["role"] == "control":
                control = [text for text in here["texts"] if text in there["texts"]]
                assert len(control) == 1
                assert here["texts"][entry["speakers"].index(entry["about"])] == control[0]
            elif entry["role"] == "attention":
                assert here == there
    assert both


@pytest.mark.parametrize("protocol", ["pairs", "lite"])
def test_pages_and_results_of_both_studies_are_the_same_byte_for_byte(tmp_path: Path, protocol: str) -> None:
    """Pairs without controls show both compared speakers on every card: nothing at all is left to differ."""
    study = made(tmp_path / "study", protocol, seed=5)
    other = twin(study, tmp_path / "twin", protocol, seed=5)
    for one in (study, other):
        one.deal(4, controls=0, force=True, why="small")
    pages = [sorted(one.export(tmp_path / f"pages of {one.folder.name}")) for one in (study, other)]
    assert [path.name for path in pages[0]] == [path.name for path in pages[1]]
    assert [path.read_bytes() for path in pages[0]] == [path.read_bytes() for path in pages[1]]
    sent = [[result_of(one.document, answers_to(one.document)) for one in shown(which)] for which in (study, other)]
    assert sent[0] == sent[1]  # so are the files that come back from a rater who gives the same answers
    keys = [[one.key for one in shown(which)] for which in (study, other)]
    assert keys[0] != keys[1]


def _without_texts(document: Any) -> Any:
    cards = [{name: value for name, value in card.items() if name != "texts"} for card in document["cards"]]
    return {**document, "cards": cards}


def test_without_the_secret_the_lots_cannot_be_drawn_again(tmp_path: Path) -> None:
    """Whoever knows items, texts, protocol, raters and the recorded seed draws other cards."""
    study = made(tmp_path / "s", "pairs", seed=3)
    dealt = study.deal(40, controls=6, force=True, why="small")
    items, protocol = read_items(study.items_file, study.settings.protocol), study.settings.protocol
    with study.records() as records:
        key, secret = sealed_keys(records), deal_secret(records, who="tester")

    def drawn(known: str) -> Any:
        return deal(items, (), protocol, list(dealt.raters), dealt.seed, secret=known, earlier=SideTally()).key

    mine = {(_rater(dealt, token), one.item, one.about): one.sign for token, one in _entries(key)}
    again = cards_of(drawn(secret))
    assert set(again) < set(cards_of(key))  # with the secret the very same cards come, attention cards apart
    shares = []
    for guess in ("", "0" * 64, study.settings.subject, *(f"{number:064x}" for number in range(1, 38))):
        other = drawn(guess)
        assert not set(cards_of(other)) & set(cards_of(key))
        names = dict(zip(other, dealt.raters, strict=True))
        signs = {(names[token], one.item, one.about): one.sign for token, one in _entries(other)}
        known = [cell for cell in mine if cell in signs and mine[cell]]
        assert len(known) > 300
        shares.append(sum(mine[cell] == signs[cell] for cell in known) / len(known))
    # Sides are balanced by rater and by item, so those of one deal depend on each other and one guess may be right more
    # often than coins would be. Guesses are independent: their mean is a half, 6 standard errors (once in a million).
    assert abs(np.mean(shares) - 0.5) < 6 * np.std(shares, ddof=1) / np.sqrt(len(shares))
    assert max(shares) < 0.8


def _rater(dealt: Any, token: str) -> str:
    return next(packet.rater for packet in dealt.packets if packet.token == token)


def _entries(key: Any) -> Iterator[tuple[str, KeyEntry]]:
    for token, cards in key.items():
        for entry in cards.values():
            if entry["role"] != "attention":
                yield token, KeyEntry.of(entry)


def test_no_other_table_of_the_database_holds_a_side(tmp_path: Path) -> None:
    """Read the file with SQLite itself: where a card is named, no speaker is; the secret is with the key."""
    study = made(tmp_path / "s", "pairs", seed=1)
    study.deal(4, controls=6, force=True, why="small")
    with study.records() as records:
        key, secret = sealed_keys(records), deal_secret(records, who="tester")
    cards = set(cards_of(key))
    speakers = {name for one in cards_of(key).values() for name in one.speakers}
    assert speakers == {"full", "compressed", "control"}
    holders = set()
    named = 0
    for name, row in _rows(study):
        told = json.dumps(row)
        if secret in told:
            holders.add(name)
        if name == "keys":
            continue
        hit = [card for card in cards if card in told]
        named += len(hit)
        assert not hit or not [one for one in speakers if one in told], name
        assert '"speakers": [' not in told
        assert '\\"speakers\\": [' not in told
    assert named  # the packets name their cards
    assert holders == {"deal_secrets"}


def test_the_audit_log_names_no_card_and_no_rater(tmp_path: Path) -> None:
    study = made(tmp_path / "s", "blind", seed=1)
    study.deal(["Ada Example", "Bo Example"], force=True, why="small")
    with study.records() as records:
        cards = set(cards_of(sealed_keys(records)))
        told = json.dumps([[entry.act, entry.detail] for entry in records.audit_entries()])
        issued = {one.history[0][1] for one in records.packets()}
    assert not [card for card in cards if card in told]
    assert "Example" not in told
    assert len(issued) == 1  # all packets of a deal are issued at one moment: the time tells nothing


def _rows(study: Study) -> Iterator[tuple[str, list[Any]]]:
    with sqlite3.connect(study.folder / "study.db") as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert "keys" in tables
        for name in tables:
            for row in connection.execute(f'SELECT * FROM "{name}"'):  # noqa: S608
                yield name, [str(cell) for cell in row]
    connection.close()


def test_the_items_of_the_audit_are_dealt_whole(studies: list[list[Shown]], tmp_path: Path) -> None:
    """The audit is worth as much as what it looks at: cards of the suite, of both controls and of attention."""
    study = made(tmp_path / "s", "blind", seed=0)
    assert len(read_json(study.folder / "items.json").data) == 25
    roles = {entry["role"] for one in studies[0] for entry in one.key.values()}
    about = {entry["about"] for one in studies[0] for entry in one.key.values()}
    assert roles == {"item", "control", "attention"}
    assert {"clone", "self", "generic"} <= about
