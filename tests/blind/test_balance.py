"""Signs: as many of one as of the other, against what an item has too much of."""

import hmac
import json
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blind.tables import ALL, BLIND, quotes, raters, said
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
from ringtrue.blind.card_drafts import Attention, CardDraft
from ringtrue.blind.dealing import deal
from ringtrue.blind.key import KeyEntry

BALANCES = st.builds(Balance, st.integers(-3, 3), st.binary(min_size=4, max_size=4))


@given(st.lists(BALANCES, max_size=30), st.integers(-1, 1))
def test_signs_are_balanced_and_even_out_what_was_there(cards: list[Balance], total: int) -> None:
    signs = balanced_signs(cards, total)
    assert set(signs) <= {1, -1}
    assert abs(sum(signs)) == len(cards) % 2
    assert abs(total + sum(signs)) <= 1


def cards(*surpluses: int) -> list[Balance]:
    return [Balance(surplus, bytes([place])) for place, surplus in enumerate(surpluses)]


def test_each_item_gets_the_side_it_lacks() -> None:
    assert balanced_signs(cards(1, -1, 1, -1)) == [-1, 1, -1, 1]
    assert balanced_signs(cards(1, -1, 1)) == [-1, 1, -1]
    assert balanced_signs(cards(2, 0, 0, 0)) == [-1, 1, 1, -1]


def test_an_odd_card_looks_at_the_rater_then_at_its_item_then_at_its_digest() -> None:
    assert balanced_signs(cards(1), total=-1) == [1]
    assert balanced_signs(cards(1)) == [-1]
    assert balanced_signs([Balance(0, b"\x01")]) == [1]
    assert balanced_signs([Balance(0, b"\x02")]) == [-1]


def test_no_cards_no_signs() -> None:
    assert balanced_signs([]) == []


# The order of cards: queues kept, kinds mixed, runs as short as can be; and sessions of like size.


QUEUES = st.dictionaries(st.sampled_from("abcd"), st.lists(st.floats(0, 1, exclude_max=True), max_size=25), max_size=4)


@given(QUEUES)
def test_every_card_comes_once_in_its_queue_s_order_and_runs_are_short(jitters: dict[str, list[float]]) -> None:
    queues = {kind: [((kind, place), jitter) for place, jitter in enumerate(row)] for kind, row in jitters.items()}
    sequence = intermixed(queues)
    for kind, queue in queues.items():
        assert [card for card in sequence if card[0] == kind] == [card for card, _ in queue]
    runs = [len(list(run)) for _, run in groupby(kind for kind, _ in sequence)]
    most = max(map(len, jitters.values()), default=0)
    assert max(runs, default=0) <= max(2, -(-most // (len(sequence) - most + 1)))


def test_a_kind_is_spread_over_the_whole_length() -> None:
    sequence = intermixed({"a": [("a", 0.5)] * 30, "b": [("b", 0.5)] * 10})
    assert [sequence[start : start + 8].count("b") for start in range(0, 40, 8)] == [2] * 5


@given(st.integers(0, 200), st.integers(1, 50))
def test_sessions_are_as_few_and_as_alike_as_can_be(cards: int, most: int) -> None:
    parts = sessions(range(cards), most)
    assert [card for part in parts for card in part] == list(range(cards))
    assert len(parts) == -(-cards // most)
    sizes = [len(part) for part in parts]
    assert max(sizes, default=0) <= most
    assert max(sizes, default=0) - min(sizes, default=0) <= 1


@pytest.mark.parametrize(("cards", "parts"), [(0, 0), (1, 1), (5000, 1)])
def test_without_a_limit_there_is_one_session(cards: int, parts: int) -> None:
    assert len(sessions(range(cards), None)) == parts


# The tally of sides dealt: counted from a key, kept and read again.


ITEMS = quotes(5)
WATCH = Attention("look", "quote", "?", ("a", "b"), {"found": "A"})
DEAL = deal(ITEMS, said(ITEMS, ALL), BLIND, raters(3), 2, controls=2, attention=[WATCH])


def test_a_deal_leaves_the_tally_of_its_key() -> None:
    assert SideTally.of(DEAL.key) == DEAL.tally
    assert DEAL.tally.dealt["Q000", "clone"] == 3
    assert abs(DEAL.tally.surplus["Q000", "clone"]) == 1
    assert not any(item == "look" for item, _ in DEAL.tally.dealt)


def test_it_survives_json() -> None:
    assert SideTally.from_document(json.loads(json.dumps(DEAL.tally.as_document()))) == DEAL.tally


def test_packets_left_out_do_not_count() -> None:
    tokens = {packet.token for packet in DEAL.packets}
    assert SideTally.of(DEAL.key, without=tokens) == SideTally()


def test_dealing_on_does_not_change_the_tally_given() -> None:
    before = DEAL.tally.copy()
    deal(ITEMS, said(ITEMS), BLIND, ["late"], 2, earlier=DEAL.tally)
    assert DEAL.tally == before


# Which controls a rater gets.


def control(place: int, text: str = "") -> CardDraft:
    texts = f"own {place}", text or f"bot {place}"
    return CardDraft("quote", "?", texts, KeyEntry(f"Q{place}", ("real", "generic"), "generic", "control"))


def own(place: int) -> CardDraft:
    texts = f"own {place}", f"clone {place}"
    return CardDraft("quote", "?", texts, KeyEntry(f"Q{place}", ("real", "clone"), "clone"))


def chosen(deck: ControlDeck, count: int, tally: SideTally | None = None, rater: str = "r") -> list[str]:
    seen = Seen()
    found: list[str] = []
    for _ in range(count):
        draft = deck.next("quote", "generic", seen=seen, tally=tally or SideTally(), draw=SeededDraw(1), rater=rater)
        if draft is not None:
            seen.add(draft)
            found.append(draft.entry.item)
    return found


OUTSIDE = ControlDeck.of({"generic": [control(place) for place in range(8)]}, [], 0)
COLUMNS = [(f"Q{place}", "generic") for place in range(8)]


def test_cards_begun_on_one_side_come_first_then_unused_ones() -> None:
    tally = SideTally({COLUMNS[0]: 1, COLUMNS[1]: 0, COLUMNS[5]: -1}, {COLUMNS[0]: 1, COLUMNS[1]: 2, COLUMNS[5]: 1})
    assert sorted(chosen(OUTSIDE, 2, tally)) == ["Q0", "Q5"]
    assert "Q1" not in chosen(OUTSIDE, 7, tally)


def test_no_item_and_no_text_comes_twice() -> None:
    assert sorted(chosen(OUTSIDE, 20)) == [f"Q{place}" for place in range(8)]
    alike = ControlDeck.of({"generic": [control(place, "the same") for place in range(8)]}, [], 0)
    assert len(chosen(alike, 8)) == 1


def test_items_of_the_suite_come_last_and_to_so_many_raters_only() -> None:
    drafts = [control(place) for place in range(8)]
    suite = [own(place) for place in range(6)]
    assert sorted(chosen(ControlDeck.of({"generic": drafts}, suite, 0), 8)) == ["Q6", "Q7"]
    deck = ControlDeck.of({"generic": drafts}, suite, 2)
    assert sorted(chosen(deck, 2)) == ["Q6", "Q7"]
    used = SideTally({}, {COLUMNS[0]: 2, COLUMNS[1]: 2, COLUMNS[2]: 1})
    assert set(chosen(deck, 5, used)) == {"Q3", "Q4", "Q5", "Q6", "Q7"}
    assert set(chosen(deck, 8, used)) == {"Q2", "Q3", "Q4", "Q5", "Q6", "Q7"}


def test_a_control_that_shows_a_text_of_another_item_is_left_out() -> None:
    drafts = [control(6, "clone 1"), control(7), control(0, "clone 0"), control(2, "clone 1")]
    deck = ControlDeck.of({"generic": drafts}, [own(place) for place in range(4)], 5)
    assert sorted(chosen(deck, 4)) == ["Q0", "Q7"]


# Seeded draws: the same for the same names, whatever the machine; another for every other name, seed or secret.


NAMES = st.lists(st.text(max_size=4), max_size=3)


def test_a_digest_is_the_same_for_ever() -> None:
    """HMAC-SHA256 with the key 0:7 of the message 4:card2:r1, from another program (openssl dgst -sha256 -hmac)."""
    assert (
        SeededDraw(7).digest("card", "r1").hex() == "d426ae173106d833384b961381187ab9881ecb7e769d3dfd678db59efa3b75fb"
    )


@given(NAMES, NAMES)
def test_names_are_told_apart_wherever_they_are_cut(one: list[str], other: list[str]) -> None:
    assert (SeededDraw(1).digest(*one) == SeededDraw(1).digest(*other)) == (one == other)


def test_seed_and_secret_are_told_apart() -> None:
    digests = {SeededDraw(seed, secret).digest("x") for seed, secret in product((1, 11, "1", "a"), ("", "1", "a"))}
    assert len(digests) == 9  # the seeds 1 and "1" are the same


def test_ids_are_letters_and_figures_and_tokens_are_longer() -> None:
    id_, token = letters(SeededDraw(1).digest("x")[:10]), SeededDraw(1).token("r")
    assert (len(id_), len(token)) == (16, 32)
    assert (id_ + token).isalnum()
    assert (id_ + token).islower()


def test_half_a_surrogate_pair_in_a_name_can_be_drawn_with() -> None:
    assert SeededDraw(1).digest("\ud800") != SeededDraw(1).digest("\ud801")


@given(st.text(max_size=80), st.text(max_size=100), st.lists(st.text(max_size=20), max_size=5))
def test_a_lot_is_an_hmac(seed: str, secret: str, names: list[str]) -> None:
    key = f"{len(secret)}:{secret}{seed}".encode()
    message = "".join(f"{len(name)}:{name}" for name in names).encode()
    assert SeededDraw(seed, secret).digest(*names) == hmac.digest(key, message, "sha256")
