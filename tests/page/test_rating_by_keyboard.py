from hashlib import sha256
from json import dumps
from typing import Any

from page.packets import blind_cards, document, pair_cards
from page.rater import ABOUT, BLIND, LITE, PRACTICE, Visit, given, through_lite


def checksum(result: dict[str, Any]) -> str:
    body = {key: value for key, value in result.items() if key != "checksum"}
    return sha256(dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()).hexdigest()


def test_a_lite_packet_by_keyboard_alone(visit: Visit) -> None:
    made = document()
    rater = through_lite(visit.open(made))
    for number, card in enumerate(made["cards"], 1):
        rater.rate(number, LITE[card["id"]])
    result = rater.sees("thanks.title").download()
    assert given(result) == {(card, name): value for card, values in LITE.items() for name, value in values.items()}
    assert (result["packet"], result["partial"], result["ringtrue"]) == ("TOKEN-1", False, 1)
    assert result["qualification"] == {"reading": 2, "closeness": 0}
    assert result["practice"] == PRACTICE
    assert result["comprehension"] == {"attempts": 1, "passed": True}
    assert result["checksum"] == checksum(result)


def test_the_file_says_what_was_shown_where_and_for_how_long(visit: Visit) -> None:
    made = document()
    rater = through_lite(visit.open(made))
    for number, card in enumerate(made["cards"], 1):
        rater.rate(number, LITE[card["id"]])
    result = rater.sees("thanks.title").download()
    texts = {card["id"]: card["texts"] for card in made["cards"]}
    for answer in result["answers"]:
        assert answer["shown"] == [sha256(text.encode()).hexdigest()[:12] for text in texts[answer["card"]]]
        assert answer["position"] == int(answer["card"][-1])
        assert 0 < answer["visible_seconds"] <= answer["seconds"] < 600
        assert answer["recognised"] is False
    assert result["started"] < result["finished"]


def test_consent_is_recorded_with_its_version_and_hash(visit: Visit) -> None:
    made = document(cards=pair_cards(1))
    result = through_lite(visit.open(made)).rate(1, LITE["card1"]).sees("thanks.title").download()
    assert result["consent"]["version"] == made["consent"]["version"]
    assert result["consent"]["hash"] == made["consent"]["hash"]
    assert result["consent"]["statements"] == {one["id"]: True for one in made["consent"]["statements"]}


def test_recognised_and_commented(visit: Visit) -> None:
    rater = through_lite(visit.open(document(cards=pair_cards(1)))).on_card(1).press("r", "Tab")
    rater.page.keyboard.press("Shift+Tab")
    rater.rate(1, LITE["card1"])
    result = rater.sees("thanks.title").download()
    assert {answer["recognised"] for answer in result["answers"]} == {True}


def test_a_blind_suite_with_picks_and_checklists(visit: Visit) -> None:
    made = document(blind_cards(), "blind")
    rater = visit.open(made).consent().qualify(ABOUT).practise({"found": "B"})
    for number, card in enumerate(made["cards"], 1):
        rater.rate(number, BLIND[card["id"]])
    result = rater.sees("thanks.title").download()
    assert given(result) == {(card, name): value for card, values in BLIND.items() for name, value in values.items()}
    assert result["qualification"] == ABOUT
    assert result["comprehension"] is None


def test_a_question_without_a_list_is_not_asked(visit: Visit) -> None:
    rater = visit.open(document([blind_cards()[2]], "blind", qualification=(), practice=None)).consent().on_card(1)
    asked = rater.page.locator("fieldset.question .wording").all_inner_texts()
    assert asked == ["Words: which of these do you find?", "Tone: which of these do you find?"]


def test_portuguese_from_the_welcome_to_the_file(visit: Visit) -> None:
    rater = through_lite(visit.open(document(pair_cards(1), language="pt")))
    assert rater.page.locator("html").get_attribute("lang") == "pt"
    asked = rater.on_card(1).page.locator("fieldset.question .wording").all_inner_texts()
    assert asked[0] == "Qual dos dois textos soa mais como a amostra que você leu?"
    result = rater.rate(1, LITE["card1"]).sees("thanks.title").download()
    assert result["language"] == "pt"
    assert given(result)["card1", "voice"] == -2
