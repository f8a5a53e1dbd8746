"""Which text stands on a card, and what is missing."""

from blind.tables import BLIND, protocol_named
from ringtrue.blind.texts import Texts, lists_of, prompt_of, speakers_shown
from ringtrue.terms import Item, Response


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
