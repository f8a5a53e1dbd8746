from dataclasses import replace
from typing import Any

import pytest

from page.packets import briefing, document, pair_cards, protocol_named
from page.rater import LITE, PRACTICE, Rater, Visit, given, through_lite
from ringtrue.page.offline import offline_page
from ringtrue.page.packet_document import packet_document
from ringtrue.terms.item import Packet


def test_nobody_goes_on_without_consent(visit: Visit) -> None:
    rater = visit.open(document()).sees("welcome.title")
    rater.press("1", "3", "Enter")
    assert rater.page.get_by_text(rater.words["welcome.missing"]).first.is_visible()
    rater.press("2", "4", "5", "Enter").sees("qualification.title")


def test_nobody_goes_past_a_required_question(visit: Visit) -> None:
    rater = through_lite(visit.open(document())).on_card(1)
    rater.press("1", "2", "Enter")  # voice and vibe; logic and continuity are open
    assert rater.page.get_by_text(rater.words["question.missing"]).is_visible()
    rater.on_card(1).press("3", "3", "Escape", "Enter").on_card(2)


def test_back_leads_to_the_question_before_and_never_to_the_card_before(visit: Visit) -> None:
    rater = through_lite(visit.open(document())).rate(1, LITE["card1"]).on_card(2)
    rater.press("1", "1", "b", "3")  # vibe was 1, is 3 now
    rater.press("b", "b", "b", "b", "b").on_card(2)
    rater.press("5")  # voice, the first question, becomes +2
    rater.saved().press("Tab", "Tab")
    rater.rate(2, {"logic": 2, "continuity": 1}).rate(3, LITE["card3"])
    found = given(rater.sees("thanks.title").download())
    assert [found["card2", name] for name in ("voice", "vibe", "logic", "continuity")] == [2, 3, 2, 1]


def test_failing_the_check_twice_ends_kindly_with_a_file(visit: Visit) -> None:
    rater = visit.open(document()).consent().qualify({"reading": 1, "closeness": 0})
    rater.read_gold(right=False)
    rater.page.get_by_text(rater.words["gold.again.one"]).wait_for()
    rater.read_gold(right=False).sees("failed.title")
    rater.page.reload()
    rater.sees("failed.title")  # a reload is no third attempt
    with rater.page.expect_download():
        rater.page.get_by_role("button", name=rater.words["result.download"]).focus()
        rater.press("Enter")


def test_the_second_attempt_may_succeed(visit: Visit) -> None:
    rater = visit.open(document(cards=pair_cards(1))).consent().qualify({"reading": 1, "closeness": 0})
    rater.read_gold(right=False).read_gold().practise(PRACTICE).rate(1, LITE["card1"])
    assert rater.sees("thanks.title").download()["comprehension"] == {"attempts": 2, "passed": True}


@pytest.mark.parametrize(("voice", "said"), [(-2, "Most people choose A"), (2, "Look again"), (0, "made-up pair")])
def test_practice_answers_what_was_chosen(visit: Visit, voice: int, said: str) -> None:
    rater = visit.open(document()).consent().qualify({"reading": 3, "closeness": 0}).read_gold().sees("practice.title")
    rater.press(str(voice + 3), "2", "2", "2", "Escape", "Enter")
    rater.page.get_by_text(said).wait_for()


def test_breaks_come_where_the_study_wants_them(visit: Visit) -> None:
    rater = through_lite(visit.open(document(breaks=1)))
    rater.rate(1, LITE["card1"]).sees("break.title").press("Enter")
    rater.rate(2, LITE["card3"]).sees("break.title").press("Enter")
    result = rater.rate(3, LITE["card3"]).sees("thanks.title").download()
    assert [one["after"] for one in result["sitting"]["breaks"]] == [1, 2]


def test_the_sample_is_one_key_away(visit: Visit) -> None:
    rater = through_lite(visit.open(document())).on_card(1).press("g")
    dialog = rater.page.locator("dialog")
    dialog.get_by_text("Mud is honest.").wait_for()
    rater.press("Escape")
    dialog.wait_for(state="detached")
    rater.rate(1, LITE["card1"]).on_card(2)


def test_hostile_words_of_the_study_are_words(visit: Visit) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    made = document(gold=f"{evil} Read this sentence until its very end, if you please.", check=())
    made["study"] = {"title": evil, "contact": evil}
    made["consent"]["paragraphs"][0] = evil
    made["consent"]["statements"][0]["text"] = evil
    made["qualification"][0]["labels"]["1"] = evil
    made["practice"]["feedback"]["voice"]["-2"] = evil
    made["kinds"]["pair"]["questions"][0]["text"] = evil
    rater = (
        visit.open(made)
        .consent()
        .qualify({"reading": 1, "closeness": 0})
        .sees("gold.title")
        .press("Enter")
        .practise(PRACTICE)
    )
    rater.on_card(1)
    assert rater.page.title() == evil
    assert rater.page.locator("main script, main img").count() == 0


def parts(visit: Visit) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two sessions of one rater as offline pages."""
    first = document(cards=pair_cards(1), token="PART-1")  # noqa: S106 - a packet's, made up
    cards = [replace(card, id=f"later-{card.id}") for card in pair_cards(2)]
    packet = Packet("PART-2", "r1", tuple(cards))
    lite = protocol_named("lite")
    return first, packet_document(packet, lite, briefing("lite"), hosted=False, session=(2, 2), earlier=["PART-1"])


def opened_beside(rater: Rater, visit: Visit, made: dict[str, Any]) -> Rater:
    """Another page in the same browser, as a rater opens the second file."""
    file = visit.folder / f"{made['name']}.html"
    file.write_text(offline_page(made), encoding="utf-8")
    page = rater.page.context.new_page()
    visit.watch(page, file)
    page.goto(file.as_uri())
    return Rater(page, made)


def test_a_second_part_asks_nothing_again_that_was_said_in_the_first(visit: Visit) -> None:
    first, second = parts(visit)
    rater = through_lite(visit.open(first)).rate(1, LITE["card1"]).sees("thanks.title")
    said = rater.download()
    later = opened_beside(rater, visit, second).on_card(1)
    later.rate(1, LITE["card1"]).rate(2, LITE["card3"]).sees("thanks.title")
    result = later.download()
    for once in ("consent", "qualification", "comprehension", "practice"):
        assert result[once] == said[once]
    assert result["packet"] == "PART-2"


def test_a_later_part_waits_for_the_one_before_unless_that_was_rated_elsewhere(visit: Visit) -> None:
    first, second = parts(visit)
    rater = visit.open(first).consent().sees("qualification.title")
    later = opened_beside(rater, visit, second).sees("earlier.title", n=1)
    later.page.get_by_role("button", name=later.words["earlier.done"]).focus()
    later.press("Enter").sees("qualification.title")  # the consent was given already
    later.page.reload()
    later.sees("qualification.title")  # and it is not asked a second time whether the first part is done
