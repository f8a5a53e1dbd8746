"""Dealing: sides balanced for everybody at every moment, kinds mixed, sessions kept, nothing told by a packet."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blind.tables import ALL, BLIND, placed_by_rater, protocol_named, quotes, raters, said, suite
from ringtrue.blind import Attention, Deal, Tally, deal
from ringtrue.blind.key import Placed, cards_of
from ringtrue.terms import BadInput, Item, Response

SEEDS = st.integers(0, 10**6)


def surplus(cards: Iterable[Placed], role: str | None = None) -> int:
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
    tally, deals = Tally(), []
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


@given(st.integers(1, 30), st.integers(1, 6), st.integers(0, 8), SEEDS)
def test_with_controls_the_suite_the_controls_and_the_whole_are_balanced(
    items: int, panel: int, controls: int, seed: int
) -> None:
    made = deal(quotes(items), said(quotes(items), ALL), BLIND, raters(panel), seed, controls=controls)
    for cards in placed_by_rater(made).values():
        assert abs(surplus(cards)) <= 1
        assert abs(surplus(cards, "item")) <= 1
        for control in ("self", "generic"):
            own = [placed for placed in cards if placed.about == control]
            assert len(own) == min(controls, items)
            assert abs(surplus(own)) <= 1
    assert all(abs(number) <= 1 for number in item_surpluses([made]).values())


@given(st.integers(2, 30), st.integers(2, 8), SEEDS, st.data())
def test_a_rater_s_own_sides_stay_balanced_whatever_was_withdrawn(
    items: int, panel: int, seed: int, data: st.DataObject
) -> None:
    first = deal(quotes(items), said(quotes(items)), BLIND, raters(panel), seed)
    gone = data.draw(st.sets(st.sampled_from([packet.token for packet in first.packets])))
    left = [item for item in quotes(items) if data.draw(st.booleans())] or quotes(1)
    later = deal(left, said(left), BLIND, ["late"], seed, earlier=Tally.of(first.key, without=gone))
    assert abs(surplus(placed_by_rater(later)["late"])) <= 1


def test_a_withdrawn_rater_s_sides_are_dealt_again_to_the_next() -> None:
    first = deal(quotes(10), said(quotes(10)), BLIND, raters(2), 4)
    tokens = [packet.token for packet in first.packets if packet.rater == "rater 1"]
    later = deal(quotes(10), said(quotes(10)), BLIND, ["late"], 4, earlier=Tally.of(first.key, without=tokens))
    sides = {one.item: one.sign for one in placed_by_rater(first)["rater 1"]}
    assert {one.item: one.sign for one in placed_by_rater(later)["late"]} == sides


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


def test_a_suite_of_the_least_size_fits_its_sessions_with_its_controls() -> None:
    items = suite(26, 21, 21, 17)
    made = deal(items, said(items, ALL), BLIND, raters(5), 7)
    for cards in placed_by_rater(made).values():
        assert Counter(placed.about for placed in cards) == {"clone": 85, "generic": 6, "self": 6}
    assert max(len(packet.cards) for packet in made.packets) <= 40
    for packet in made.packets:
        assert set(Counter(card.kind for card in packet.cards)) == {"quote", "decision", "style", "edge"}


def test_a_control_comes_after_the_item_s_own_card_and_on_items_of_its_own_first() -> None:
    items = quotes(20)
    made = deal(items, said(items, ALL), BLIND, raters(4), 3)
    for cards in placed_by_rater(made).values():
        place = {(placed.item, placed.role): number for number, placed in enumerate(cards)}
        controls = [placed.item for placed in cards if placed.role == "control"]
        assert len(set(controls)) == 12  # no item twice while there are others
        assert all(place[item, "item"] < place[item, "control"] for item in controls)
    assert "12 control cards" in made.notes[-1]
    reserved = [*items, *(Item(f"C{n}", "quote", "?", tags={"control": True}, status="accepted") for n in range(12))]
    spared = deal(reserved, said(reserved, ALL), BLIND, raters(4), 3)
    for cards in placed_by_rater(spared).values():
        assert sorted(placed.item for placed in cards if placed.role == "control") == sorted(f"C{n}" for n in range(12))
        assert not any(placed.item.startswith("C") for placed in cards if placed.role == "item")
    assert not any("control" in note for note in spared.notes)


def test_controls_rotate_over_the_items() -> None:
    made = deal(quotes(24), said(quotes(24), ALL), BLIND, raters(8), 3)
    used = Counter(placed.item for placed in cards_of(made.key).values() if placed.about == "generic")
    assert set(used.values()) == {2}  # 8 raters x 6 cards over 24 items


def test_a_protocol_without_pairs_has_its_controls_alone_on_their_cards() -> None:
    items = [Item(f"S{n}", "scenario", "?", status="accepted") for n in range(8)]
    made = deal(items, said(items, ("clone", "generic")), protocol_named("scenarios"), ["r"], 3)
    assert Counter(placed.speakers for placed in cards_of(made.key).values()) == {("clone",): 8, ("generic",): 6}
    assert not any("second time" in note for note in made.notes)


def test_a_missing_control_is_noted() -> None:
    assert deal(quotes(2), said(quotes(2)), BLIND, ["r"], 1).notes == (
        "there are no generic control cards: no item has a response of generic",
        "there are no self control cards: no item has a response of self",
    )


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
