"""Dealing: sides balanced for everybody at every moment, kinds mixed, sessions kept, nothing told by a packet."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blind.tables import ALL, BLIND, placed_by_rater, protocol_named, quotes, raters, said, suite
from ringtrue.blind.balance import ControlDeck, SeededDraw, SideTally
from ringtrue.blind.card_drafts import Attention, Texts, drafts_of
from ringtrue.blind.dealing import Deal, Options, RaterCards, deal, facing
from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.protocols.loader import load
from ringtrue.terms.item import Item, Response
from ringtrue.terms.problem import BadInput

SEEDS = st.integers(0, 10**6)


def surplus(cards: Iterable[KeyEntry], role: str | None = None) -> int:
    return sum(placed.sign for placed in cards if role is None or placed.role == role)


def item_surpluses(deals: Iterable[Deal]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = defaultdict(int)
    for one in deals:
        for placed in cards_of(one.key).values():
            found[placed.item, placed.about] += placed.sign
    return found


@given(st.integers(1, 40), st.integers(1, 9), SEEDS)
def test_sides_differ_by_one_at_most_for_every_rater_and_every_item(items: int, panel: int, seed: int) -> None:
    made = deal(quotes(items), said(quotes(items)), BLIND, raters(panel), seed)
    assert all(abs(surplus(cards)) <= 1 for cards in placed_by_rater(made).values())
    assert all(abs(number) <= 1 for number in item_surpluses([made]).values())
    assert all(len(cards) == items for cards in placed_by_rater(made).values())


@given(st.integers(1, 40), st.integers(1, 9), SEEDS)
def test_and_also_when_raters_come_one_by_one(items: int, panel: int, seed: int) -> None:
    tally, deals = SideTally(), []
    for rater in raters(panel):
        deals.append(deal(quotes(items), said(quotes(items)), BLIND, [rater], seed, earlier=tally))
        tally = deals[-1].tally
        assert all(abs(number) <= 1 for number in item_surpluses(deals).values())
        assert all(abs(surplus(cards)) <= 1 for cards in placed_by_rater(deals[-1]).values())
    assert [one.packets for one in deals] == [
        tuple(
            packet
            for packet in deal(quotes(items), said(quotes(items)), BLIND, raters(panel), seed).packets
            if packet.rater == rater
        )
        for rater in raters(panel)
    ]


@given(st.integers(1, 20), st.integers(0, 12), st.integers(1, 9), st.integers(0, 8), SEEDS)
def test_with_controls_the_suite_the_controls_and_the_whole_are_balanced(
    items: int, outside: int, panel: int, controls: int, seed: int
) -> None:
    there = [*quotes(items), *reserved(outside)]
    made = deal(there, said(there, ALL), BLIND, raters(panel), seed, controls=controls)
    for cards in placed_by_rater(made).values():
        assert abs(surplus(cards)) <= 1
        assert abs(surplus(cards, "item")) <= 1
        assert len({placed.item for placed in cards}) == len(cards)
        for control in ("self", "generic"):
            own = [placed for placed in cards if placed.about == control]
            assert len(own) <= controls
            assert abs(surplus(own)) <= 1
    rated = Counter(placed.item for placed in cards_of(made.key).values() if placed.role == "item")
    assert len(rated) == items
    assert min(rated.values()) >= min(panel, 3)
    assert made.pooled == any(number < panel for number in rated.values())


@given(st.integers(2, 30), st.integers(2, 8), SEEDS, st.data())
def test_a_rater_s_own_sides_stay_balanced_whatever_was_withdrawn(
    items: int, panel: int, seed: int, data: st.DataObject
) -> None:
    first = deal(quotes(items), said(quotes(items)), BLIND, raters(panel), seed)
    gone = data.draw(st.sets(st.sampled_from([packet.token for packet in first.packets])))
    left = [item for item in quotes(items) if data.draw(st.booleans())] or quotes(1)
    later = deal(left, said(left), BLIND, ["late"], seed, earlier=SideTally.of(first.key, without=gone))
    assert abs(surplus(placed_by_rater(later)["late"])) <= 1


def test_a_withdrawn_rater_s_sides_are_dealt_again_to_the_next() -> None:
    first = deal(quotes(10), said(quotes(10)), BLIND, raters(2), 4)
    tokens = [packet.token for packet in first.packets if packet.rater == "rater 1"]
    later = deal(quotes(10), said(quotes(10)), BLIND, ["late"], 4, earlier=SideTally.of(first.key, without=tokens))
    sides = {one.item: one.sign for one in placed_by_rater(first)["rater 1"]}
    assert {one.item: one.sign for one in placed_by_rater(later)["late"]} == sides


def edges(count: int) -> list[Item]:
    views = {"criteria": ["a"], "expected": "Both hold.", "trap": "One holds."}
    return [Item(f"E{place:03d}", "edge", "edge?", fields=views, status="accepted") for place in range(count)]


@given(st.integers(1, 20), st.integers(0, 6), st.integers(1, 9), SEEDS)
def test_the_order_of_two_positions_is_balanced_for_every_rater_and_every_item(
    items: int, pairs: int, panel: int, seed: int
) -> None:
    suite_ = edges(items) + quotes(pairs)
    made = deal(suite_, said(suite_), BLIND, raters(panel), seed)
    assert all(abs(number) <= 1 for number in item_surpluses([made]).values())
    for cards in placed_by_rater(made).values():
        for positions in (True, False):  # sides and positions each among themselves
            assert abs(surplus(one for one in cards if bool(one.positions) == positions)) <= 1
    placed = cards_of(made.key)
    for card in made.cards:
        if card.kind == "edge":
            shown = {"expected": "Both hold.", "trap": "One holds."}
            assert card.lists["positions"] == tuple(shown[name] for name in placed[card.id].positions)


def test_the_order_of_positions_goes_on_balanced_with_a_rater_who_comes_later_and_turns_in_a_second_take() -> None:
    items = edges(7)
    first = deal(items, said(items), BLIND, ["one"], 3)
    second = deal(items, said(items), BLIND, ["two"], 3, earlier=first.tally)
    assert set(item_surpluses([first, second]).values()) == {0}
    twice = deal(items, said(items), BLIND, ["model"], 3, takes=2, session=None)
    orders: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for one in cards_of(twice.key).values():
        orders[one.item].add(one.positions)
    assert all(found == {("expected", "trap"), ("trap", "expected")} for found in orders.values())


def test_an_item_that_lacks_one_of_the_positions_shows_none() -> None:
    item = Item("E1", "edge", "?", fields={"criteria": ["a"], "expected": "Both hold."}, status="accepted")
    made = deal([item], said([item]), BLIND, ["r"], 1)
    assert [dict(card.lists) for card in made.cards] == [{"criteria": ("a",)}]
    assert [one.positions for one in cards_of(made.key).values()] == [()]


@given(st.integers(1, 12), st.integers(1, 5), SEEDS)
def test_two_takes_of_a_pair_are_each_other_s_reverse(items: int, takes: int, seed: int) -> None:
    made = deal(quotes(items), said(quotes(items)), BLIND, ["model"], seed, session=None, takes=takes)
    (packet,) = made.packets
    assert len(packet.cards) == len({card.id for card in packet.cards}) == items * takes
    per_item = Counter(placed.item for placed in cards_of(made.key).values())
    assert set(per_item.values()) == {takes}
    assert all(abs(number) == takes % 2 for number in item_surpluses([made]).values())
    assert abs(surplus(cards_of(made.key).values())) <= 1


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12), st.integers(1, 12), SEEDS)
def test_kinds_are_intermixed_as_well_as_their_numbers_allow(a: int, b: int, c: int, d: int, seed: int) -> None:
    items = suite(a, b, c, d)
    made = deal(items, said(items), BLIND, ["r"], seed, session=None)
    kinds = [card.kind for card in made.cards]
    longest = run = 1
    for before, here in pairwise(kinds):
        run = run + 1 if here == before else 1
        longest = max(longest, run)
    most = max(Counter(kinds).values())
    assert longest <= max(2, -(-most // (len(kinds) - most + 1)))


@pytest.mark.parametrize(("cards", "session", "sizes"), [(85, 40, [29, 28, 28]), (40, 40, [40]), (41, 40, [21, 20])])
def test_a_session_holds_forty_cards_at_most_and_sessions_are_alike(cards: int, session: int, sizes: list[int]) -> None:
    made = deal(quotes(cards), said(quotes(cards)), BLIND, raters(3), 1, session=session)
    for rater in raters(3):
        assert [len(packet.cards) for packet in made.packets if packet.rater == rater] == sizes


def reserved(quote: int, decision: int = 0, style: int = 0, edge: int = 0) -> list[Item]:
    """Items for controls alone."""
    return [replace(item, id=f"C{item.id}", tags={"control": True}) for item in suite(quote, decision, style, edge)]


def test_a_suite_of_the_least_size_fits_its_sessions_with_its_controls() -> None:
    items = suite(26, 21, 21, 17) + reserved(12, 6, 6, 6)
    made = deal(items, said(items, ALL), BLIND, raters(7), 7)
    for cards in placed_by_rater(made).values():
        assert Counter(placed.about for placed in cards) == {"clone": 85, "generic": 15, "self": 15}
    assert max(len(packet.cards) for packet in made.packets) <= 40
    for packet in made.packets:
        assert set(Counter(card.kind for card in packet.cards)) == {"quote", "decision", "style", "edge"}
    assert dict(made.wanted) == {"quote": 6, "decision": 3, "style": 3, "edge": 3}
    assert made.controls == {(kind, name): made.wanted[kind] for kind in made.wanted for name in ("generic", "self")}
    assert not made.pooled


def test_a_small_panel_gets_more_controls_of_each_kind_and_as_many_as_there_are() -> None:
    items = suite(6, 6, 6, 6) + reserved(8, 8, 5, 0)
    made = deal(items, said(items, ALL), BLIND, raters(4), 7)
    assert dict(made.wanted) == {"quote": 6, "decision": 4, "style": 4, "edge": 4}
    assert made.controls["quote", "generic"] == 6  # the gate needs them
    assert made.controls["quote", "self"] == 2
    assert (made.controls["decision", "generic"], made.controls["decision", "self"]) == (4, 4)
    assert (made.controls["style", "generic"], made.controls["style", "self"]) == (3, 2)  # in turn
    assert (made.controls["edge", "generic"], made.controls["edge", "self"]) == (0, 0)
    assert not made.pooled


def test_five_raters_get_controls_from_the_suite_where_there_are_no_others_and_do_not_rate_these() -> None:
    made = deal(quotes(30), said(quotes(30), ALL), BLIND, raters(5), 3)
    for cards in placed_by_rater(made).values():
        assert Counter(placed.about for placed in cards) == {"clone": 18, "generic": 6, "self": 6}
        assert len({placed.item for placed in cards}) == 30
    rated = Counter(placed.item for placed in cards_of(made.key).values() if placed.role == "item")
    assert set(rated.values()) == {3}
    assert made.pooled
    four = deal(quotes(30), said(quotes(30), ALL), BLIND, raters(4), 3)
    assert {placed.role for placed in cards_of(four.key).values()} == {"item"}
    later = deal(quotes(30), said(quotes(30), ALL), BLIND, ["late"], 3, earlier=four.tally, panel=5)
    assert later.controls["quote", "generic"] == 6


def test_one_who_forgets_gets_items_of_the_suite_as_controls_besides() -> None:
    made = deal(quotes(8), said(quotes(8), ALL), BLIND, ["model"], 3, forgets=True)
    assert Counter(placed.about for placed in cards_of(made.key).values()) == {"clone": 8, "generic": 6, "self": 6}
    named = [(placed.about, placed.item) for placed in cards_of(made.key).values()]
    assert len(set(named)) == len(named)  # an item once with each control


def test_controls_rotate_over_the_items() -> None:
    items = quotes(5) + reserved(24)
    made = deal(items, said(items, ALL), BLIND, raters(8), 3)
    used = Counter((placed.about, placed.item) for placed in cards_of(made.key).values() if placed.role == "control")
    assert {number for (about, _), number in used.items() if about == "generic"} == {2}  # 8 raters x 6 cards, 24 items
    assert sum(about == "self" for about, _ in used) >= 18  # it takes what the generic one left


def test_a_protocol_without_pairs_has_its_controls_alone_on_their_cards() -> None:
    items = [Item(f"S{n}", "scenario", "?", status="accepted") for n in range(8)]
    items += [Item(f"C{n}", "scenario", "?", tags={"control": True}, status="accepted") for n in range(8)]
    made = deal(items, said(items, ("clone", "generic")), protocol_named("scenarios"), ["r"], 3, controls=6)
    assert Counter(placed.speakers for placed in cards_of(made.key).values()) == {("clone",): 8, ("generic",): 6}
    usual = deal(items, said(items, ("clone", "generic")), protocol_named("scenarios"), ["r"], 3)
    assert usual.wanted == {"scenario": 25}
    assert usual.controls == {("scenario", "generic"): 8, ("scenario", "self"): 0}


def test_lite_has_no_controls_unless_asked_and_pairs_more_in_a_large_suite() -> None:
    items = [Item(f"P{n}", "pair", "?", status="accepted") for n in range(30)]
    items += [Item(f"C{n}", "pair", "?", tags={"control": True}, status="accepted") for n in range(6)]
    texts = said(items, ("full", "compressed", "control"))
    assert deal(items, texts, protocol_named("pairs"), ["r"], 1).wanted == {"pair": 6}
    assert deal(items[20:], texts, protocol_named("pairs"), ["r"], 1).controls == {("pair", "generic"): 4}
    assert deal(items, texts, protocol_named("lite"), ["r"], 1).wanted == {}
    assert deal(items, texts, protocol_named("lite"), ["r"], 1, controls=4).controls == {("pair", "generic"): 4}


def test_only_accepted_items_with_all_their_texts_are_dealt_and_the_others_are_listed() -> None:
    items = [
        replace(item, status=status)
        for item, status in zip(quotes(6), ("accepted",) * 4 + ("pending", "withdrawn"), strict=True)
    ]
    responses = [
        *said(items[:1]),
        Response("Q001", "real", "only this"),
        Response("Q002", "real", "x"),
        Response("Q002", "clone", None, "time-out"),
        Response("Q003", "real", " "),
        Response("Q003", "clone", "y"),
        *said(items[4:]),
    ]
    made = deal(items, responses, BLIND, ["r"], 1)
    assert [placed.item for placed in cards_of(made.key).values()] == ["Q000"]
    assert [(one.item, one.speaker, one.why) for one in made.missing] == [
        ("Q001", "clone", "there is no response"),
        ("Q002", "clone", "time-out"),
        ("Q003", "real", "the response is empty"),
    ]
    assert made.notes[:2] == ("1 pending items were not dealt", "1 withdrawn items were not dealt")


def test_attention_cards_come_to_every_rater_and_count_in_the_session() -> None:
    watch = Attention("look", "quote", "Read this", ("Pick B.", "I am B."), {"found": "B"})
    made = deal(quotes(40), said(quotes(40)), BLIND, raters(2), 1, attention=[watch])
    for cards in placed_by_rater(made).values():
        assert [placed.item for placed in cards if placed.role == "attention"] == ["look"]
    assert [len(packet.cards) for packet in made.packets] == [21, 20, 21, 20]


# What a packet tells


def swapped(responses: Iterable[Response]) -> list[Response]:
    other = {"real": "clone", "clone": "real"}
    return [replace(response, speaker=other[response.speaker]) for response in responses]


@given(st.integers(1, 16), st.integers(1, 3), SEEDS, st.integers(1, 3))
def test_with_all_labels_exchanged_nothing_but_the_key_changes(items: int, panel: int, seed: int, takes: int) -> None:
    responses = said(quotes(items))
    one = deal(quotes(items), responses, BLIND, raters(panel), seed, takes=takes)
    other = deal(quotes(items), swapped(responses), BLIND, raters(panel), seed, takes=takes)
    assert one.packets == other.packets
    assert one.items == other.items
    assert one.key != other.key
    for card, placed in cards_of(one.key).items():
        assert cards_of(other.key)[card].speakers == placed.speakers[::-1]


def test_and_so_it_is_with_a_rater_who_comes_later() -> None:
    responses = said(quotes(9))
    one = deal(quotes(9), responses, BLIND, raters(3), 5)
    other = deal(quotes(9), swapped(responses), BLIND, raters(3), 5)
    later = [
        deal(quotes(9), given_, BLIND, ["late"], 5, earlier=made.tally).packets
        for given_, made in ((responses, one), (swapped(responses), other))
    ]
    assert later[0] == later[1]


def test_a_packet_holds_no_label_no_item_and_no_role() -> None:
    items = suite(10, 3, 3, 3)
    made = deal(items, [replace(one, text="Some words.") for one in said(items, ALL)], BLIND, raters(2), 1)
    shown = str([asdict(packet) for packet in made.packets])
    for secret in (*ALL, *(item.id for item in items), "control", "sign"):
        assert secret not in shown
    assert "speakers" not in repr(made)


def test_ids_say_nothing_about_sides_kinds_or_order() -> None:
    """Each of the first eight letters of an id, as a number, is no guide to the side: 6,000 cards, chance is .5."""
    items = quotes(30)
    made = deal(items, said(items), BLIND, raters(200), 11)
    cards = cards_of(made.key)
    assert len(cards) == 6000
    for place in range(8):
        by_letter: dict[str, list[int]] = defaultdict(list)
        for card, placed in cards.items():
            by_letter[card[place]].append(placed.sign)
        # a letter has about 190 cards: six standard errors are 6 / sqrt(190) = .44
        assert all(abs(sum(signs) / len(signs)) < 0.44 for signs in by_letter.values())
    order = [card.id for card in made.cards]
    assert sorted(order) != order


def test_the_same_seed_deals_the_same_and_another_seed_or_secret_does_not() -> None:
    def dealt(seed: int | str, secret: str = "") -> Deal:
        return deal(quotes(12), said(quotes(12)), BLIND, raters(2), seed, secret=secret)

    assert dealt(1).packets == dealt(1).packets
    assert dealt(1).key == dealt(1).key
    tokens = [{packet.token for packet in made.packets} for made in (dealt(1), dealt(2), dealt(1, "s"), dealt("1s"))]
    assert not set.intersection(*tokens)
    assert len(set.union(*tokens)) == 8


def test_the_order_of_items_and_responses_given_does_not_matter() -> None:
    items = suite(6, 4, 4, 4)
    one = deal(items, said(items, ALL), BLIND, raters(3), 1)
    other = deal(items[::-1], said(items, ALL)[::-1], BLIND, raters(3), 1)
    assert one.packets == other.packets
    assert one.key == other.key


def test_a_batch_deals_the_same_cards_as_the_whole() -> None:
    items = [Item(f"S{n}", "scenario", "?", status="accepted") for n in range(20)]
    protocol = protocol_named("scenarios")
    whole = deal(items, said(items, ("clone",)), protocol, ["j"], 1, session=None, takes=2)
    parts = [
        deal(items[n : n + 5], said(items, ("clone",)), protocol, ["j"], 1, session=None, takes=2)
        for n in (0, 5, 10, 15)
    ]
    assert {card.id for card in whole.cards} == {card.id for part in parts for card in part.cards}


def test_a_card_shows_the_situation_the_prompt_and_the_limits() -> None:
    fields = {"context": "It rains.", "constraints": ["no roof"], "criteria": ["a"], "real_decision": "ran"}
    item = Item("D1", "decision", "What now?", fields=fields, status="accepted")
    (card,) = deal([item], said([item]), BLIND, ["r"], 1).cards
    assert card.prompt == "It rains.\n\nWhat now?\n\n- no roof"


def test_texts_recorded_with_an_item_serve_where_there_is_no_response() -> None:
    pair = Item(
        "P",
        "pair",
        "?",
        fields={"responses": {"full": "the full one", "compressed": "the short one"}},
        status="accepted",
    )
    (card,) = deal([pair], [], protocol_named("pairs"), ["r"], 1).cards
    assert set(card.texts) == {"the full one", "the short one"}
    quote = Item("Q", "quote", "?", fields={"real": "her own words"}, status="accepted")
    (card,) = deal([quote], [Response("Q", "clone", "its words")], BLIND, ["r"], 1).cards
    assert set(card.texts) == {"her own words", "its words"}


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"raters": ["a", "b", "a"]}, "named twice"),
        ({"raters": ["a", " "]}, "no name"),
        ({"session": 0}, "1 or more"),
        ({"controls": -1}, "0 or more"),
        ({"takes": 0}, "1 or more"),
        ({"items": [*quotes(1), *quotes(1)]}, "Two items"),
        ({"items": [Item("x", "pair", "?", status="accepted")]}, "no such kind"),
    ],
)
def test_what_cannot_be_dealt_is_refused(change: dict[str, object], what: str) -> None:
    given_: dict[str, object] = {
        "items": quotes(2),
        "responses": said(quotes(2)),
        "protocol": BLIND,
        "raters": ["r"],
        "seed": 1,
    }
    with pytest.raises(BadInput) as refusal:
        deal(**(given_ | change))  # type: ignore[arg-type]
    assert any(what in problem.what for problem in refusal.value.problems)


def test_nobody_and_nothing_make_an_empty_deal() -> None:
    assert deal(quotes(3), said(quotes(3)), BLIND, [], 1).packets == ()
    assert deal([], [], BLIND, ["r"], 1).packets == ()


# One rater's cards: what makes an id.


OPTIONS = Options(session=40, controls={}, takes=1, facing=1)


def test_an_id_depends_on_the_rater_and_not_on_the_side() -> None:
    drafts = drafts_of(quotes(4), Texts(said(quotes(4))), BLIND)

    def ids(rater: str, tally: SideTally) -> set[str]:
        mine = RaterCards(rater, drafts, ControlDeck.of({}, drafts.suite, 0), tally, SeededDraw(1), OPTIONS)
        return {id_ for _, cards in mine.packets() for id_, _ in cards}

    tally = SideTally()
    first = ids("a", tally)
    assert ids("a", tally) == first  # the other sides this time, since the tally goes on
    assert not ids("b", tally) & first


# A card with one side, dealt alone: its ids are part of what a model judge is asked, so they never change.


def test_ids_and_order_of_a_card_dealt_alone_are_the_same_for_ever() -> None:
    fields = {"context": "Fog.", "constraints": ["one boat", "no radio"]}
    item = Item("STR-001", "scenario", "Do you sail?", fields=fields, status="accepted")
    said_to_it = [Response("STR-001", "clone", "We wait for the fog to lift.")]
    made = deal([item], said_to_it, load("scenarios"), ["judge"], 20261115, session=None, controls=0, takes=3)
    assert [card.id for card in made.cards] == ["fn63cjc3jr5xze5l", "oywcflortlfcx3en", "n7rcgul3oo7ursyw"]


# Which way round a whole deal faces.


def test_the_deal_faces_the_other_way_when_the_labels_are_exchanged() -> None:
    items = quotes(3)
    texts = [Response("Q000", "real", "same"), Response("Q000", "clone", "same"), *said(items[1:])]
    other = {"real": "clone", "clone": "real"}
    exchanged = [Response(one.item, other[one.speaker], one.text) for one in texts]
    ways = [facing(drafts_of(items, Texts(given), BLIND).suite, SeededDraw(3)) for given in (texts, exchanged)]
    assert sorted(ways) == [-1, 1]  # the first pair's texts are equal, so the second decides
    assert facing((), SeededDraw(3)) == 1
