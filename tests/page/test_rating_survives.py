"""A reload, a closed window, a second packet: what was given is there afterwards."""

import pytest

from page.packets import document, pair_cards
from page.rater import LITE, Visit, given, through_lite

EXPECTED = {(card, name): value for card, values in LITE.items() for name, value in values.items()}


def test_a_reload_in_the_middle_loses_nothing(visit: Visit) -> None:
    rater = through_lite(visit.open(document())).rate(1, LITE["card1"]).on_card(2)
    rater.press("3", "1").saved()  # voice 0, vibe 1
    rater.page.reload()
    rater.on_card(2)
    rater.rate(2, {name: LITE["card2"][name] for name in ("logic", "continuity", "comment")})
    result = rater.rate(3, LITE["card3"]).sees("thanks.title").download()
    assert given(result) == EXPECTED
    assert result["sitting"]["reloads"] == 1
    assert result["partial"] is False


def test_a_reload_after_every_answer_loses_nothing(visit: Visit) -> None:
    rater = through_lite(visit.open(document(pair_cards(1)))).on_card(1)
    for question in rater.document["kinds"]["pair"]["questions"][:4]:
        rater.answer(question, LITE["card1"][question["name"]]).saved()
        rater.page.reload()
        rater.on_card(1)
    result = rater.press("Enter").sees("thanks.title").download()
    assert given(result) == {("card1", name): value for name, value in LITE["card1"].items()}


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_a_reload_before_the_cards_comes_back_to_the_same_screen(visit: Visit, steps: int) -> None:
    rater = visit.open(document())
    walk = [
        lambda: rater.consent(),
        lambda: rater.qualify({"reading": 2, "closeness": 0}),
        lambda: rater.read_gold(),
        lambda: None,
    ]
    screens = ["welcome.title", "qualification.title", "gold.title", "practice.title"]
    for step in walk[:steps]:
        step()
    rater.sees(screens[steps]).page.reload()
    rater.sees(screens[steps])


def test_a_partial_file_and_then_the_whole_one(visit: Visit) -> None:
    rater = through_lite(visit.open(document())).rate(1, LITE["card1"]).on_card(2)
    rater.page.get_by_role("button", name=rater.words["card.stop"]).focus()
    rater.press("Enter")
    rater.page.locator("dialog").get_by_role("button", name=rater.words["stop.go"]).focus()
    rater.press("Enter").sees("partial.title")
    part = rater.download()
    assert part["partial"] is True
    assert given(part) == {("card1", name): value for name, value in LITE["card1"].items()}
    rater.page.get_by_role("button", name=rater.words["partial.back"]).focus()
    rater.press("Enter")
    result = rater.rate(2, LITE["card2"]).rate(3, LITE["card3"]).sees("thanks.title").download()
    assert (given(result), result["partial"]) == (EXPECTED, False)
