"""What can be dealt: drafts of the suite and of controls."""

from blind.tables import ALL, BLIND, protocol_named, quotes, said, suite
from ringtrue.blind.card_drafts import Texts, drafts_of, lists_of, prompt_of, speakers_shown
from ringtrue.terms.item import Item, Response


def test_a_face_is_turned_by_its_sign() -> None:
    (draft,) = drafts_of(quotes(1), Texts(said(quotes(1))), BLIND).suite
    turned = draft.turned(-1)
    assert draft.turned(1) is draft
    assert turned.entry.speakers == ("clone", "real")
    assert turned.texts == ("clone on Q000", "real on Q000")
    assert turned.turned(1) == draft


def test_a_face_with_one_text_cannot_be_turned() -> None:
    items = suite(0, decision=1)
    (draft,) = drafts_of(items, Texts(said(items)), BLIND).suite
    assert draft.turned(-1) is draft


def test_controls_stand_beside_the_person_on_pairs_and_alone_on_other_cards() -> None:
    items = suite(2, 3, 3, 3)
    drafts = drafts_of(items, Texts(said(items, ALL)), BLIND)
    assert {name: len(found) for name, found in drafts.controls.items()} == {"generic": 11, "self": 11}
    assert drafts.controls["self"][0].entry.speakers == ("real", "self")
    assert drafts.controls["self"][-1].entry.speakers == ("self",)
    few = drafts_of(items, Texts(said(items, ALL)), BLIND, kinds=("edge",))
    assert {draft.kind for found in few.controls.values() for draft in found} == {"edge"}


def test_an_item_kept_for_one_control_serves_no_other() -> None:
    items = [Item("C", "quote", "?", tags={"control": "self"}, status="accepted")]
    drafts = drafts_of(items, Texts(said(items, ALL)), BLIND)
    assert (len(drafts.suite), len(drafts.controls["self"]), len(drafts.controls["generic"])) == (0, 1, 0)


# Which text stands on a card, and what is missing.


def test_the_last_response_counts_and_a_later_failure_does_not_undo_it() -> None:
    item = Item("Q", "quote", "?")
    texts = Texts(
        [Response("Q", "clone", "first"), Response("Q", "clone", "second"), Response("Q", "clone", None, "x")]
    )
    assert texts.find(item, "clone") == "second"
    assert texts.missing(item, ("real", "clone"))[0].why == "there is no response"


def test_a_response_comes_before_what_the_item_holds() -> None:
    item = Item("Q", "quote", "?", fields={"real": "from the item", "responses": {"clone": "recorded"}})
    assert Texts([]).find(item, "real") == "from the item"
    assert Texts([]).find(item, "clone") == "recorded"
    assert Texts([Response("Q", "real", "collected")]).find(item, "real") == "collected"
    assert Texts([]).find(Item("Q", "quote", "?", fields={"real": ["no", "text"]}), "real") is None


def test_a_control_takes_the_candidate_s_place() -> None:
    assert speakers_shown(BLIND, "quote") == ("real", "clone")
    assert speakers_shown(BLIND, "quote", "generic") == ("real", "generic")
    assert speakers_shown(protocol_named("pairs"), "pair", "control") == ("full", "control")


def test_a_prompt_without_more_is_the_prompt() -> None:
    assert prompt_of(Item("Q", "quote", "  On rain ")) == "On rain"
    assert prompt_of(Item("Q", "quote", "", fields={"context": 3})) == ""


def test_what_can_be_ticked_by_the_path_of_each_question() -> None:
    style = Item("S", "style", "?", fields={"checklist": {"tone": ["dry", 7], "cadence": [], "analogy": "none"}})
    assert lists_of(style, BLIND.kinds["style"]) == {"checklist.tone": ("dry", "7")}
    edge = Item("E", "edge", "?", fields={"criteria": ["a", "b"]})
    assert lists_of(edge, BLIND.kinds["edge"]) == {"criteria": ("a", "b")}
    assert lists_of(Item("Q", "quote", "?"), BLIND.kinds["quote"]) == {}
