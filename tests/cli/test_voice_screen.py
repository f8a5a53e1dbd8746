"""What the voice command found, on one screen: each part where there is something to say, and nothing that acts."""

from dataclasses import replace

import pytest

import voice_accounts as made
from ringtrue.cli.voice_findings import Account
from ringtrue.cli.voice_output import headline, open_points, place, show
from ringtrue.terms.result import Estimate
from ringtrue.voice.content.facts import Fact
from ringtrue.voice.result import VoiceFlag
from voice_accounts import account, clash, explanation, reading, texts, with_facts

HOSTILE = "\x1b]0;owned\x07\x1b[31mred\u202e\n| x"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")


def screen(capsys: pytest.CaptureFixture[str], found: Account) -> str:
    show(found)
    out, err = capsys.readouterr()
    assert err == ""
    return str(out)


def test_the_headline_counts_in_words() -> None:
    assert headline(account()) == "2 replies (10 words) against 1 text (2,000 words) of the person"


def test_the_place_stands_in_a_gauge_with_its_figures() -> None:
    lines = list(place(reading()))
    assert "impostors" in "".join(lines)
    assert "place .75 (95 % .50 to 1.00)" in lines
    told = "likelihood >.99 that they are the person's, AUC of the instrument .97, both against impostors"
    assert told in lines
    assert not any(line.startswith("spread") for line in lines)  # 1 is in its interval, so it says nothing
    narrow = replace(made.PLACE, value=0.8, low=0.75, high=0.85)
    assert "spread .80 (.75 to .85): how much the replies vary, 1 as much as the person" in place(
        reading(spread=narrow)
    )
    assert not any("without the persona" in line for line in lines)


def test_the_bare_model_has_its_mark_and_its_line() -> None:
    lines = list(place(reading(bare=made.BARE)))
    assert any("○" in line for line in lines)
    assert "between the same model without the persona (0) and the person (1): .62 (.50 to .75)" in lines


def test_no_place_is_a_reason_and_nothing_else() -> None:
    assert list(place(reading(estimate=made.NOWHERE))) == ["Inconclusive: not enough material."]


def test_a_plain_account_has_no_empty_titles(capsys: pytest.CaptureFixture[str]) -> None:
    text = screen(capsys, account(read=reading(hints=())))
    for title in ("Look at this", "Least like", "Advice", "Documented facts", "What cannot be concluded", "What sets"):
        assert title not in text
    assert "The replies do not differ from the person's own texts beyond chance." in text


def test_where_nothing_was_compared_nothing_is_said_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "do not differ from the person" not in screen(capsys, account(explained=explanation(tested=0)))


def test_the_least_like_come_first_and_what_is_unknown_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    lines = screen(capsys, account()).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Least like the person"))
    assert [line.split()[:2] for line in lines[start + 1 : start + 3]] == [[".10", "r2.txt:"], [".90", "r1.txt:"]]
    assert not any("r3.txt" in line for line in lines)


def test_copies_are_quoted_with_their_source_the_longest_first(capsys: pytest.CaptureFixture[str]) -> None:
    overlaps = tuple(replace(made.COPIED, words=8 + number, reply=number % 3) for number in range(5))
    text = screen(capsys, account(read=reading(flags=(made.COPYING,), overlaps=overlaps)))
    assert "copying: 40% of the words stand in the sources" in text
    assert [f"({words} words" in text for words in (12, 11, 10, 9, 8)] == [True, True, True, False, False]
    assert "(12 words, r2.txt, from o1.txt)" in text
    assert "and 2 more; --json lists them" in text
    assert "too little to be called copying" not in text


def test_a_little_copying_is_not_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = screen(capsys, account(read=reading(overlaps=(made.COPIED,))))
    assert "copied word for word, too little to be called copying:" in text


def test_other_flags_come_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    text = screen(capsys, account(read=reading(flags=(made.LOUD,))))
    assert "caricature: louder than the person" in text
    assert "“zanzibar again”" in text


def test_usages_and_advice(capsys: pytest.CaptureFixture[str]) -> None:
    text = screen(capsys, account(explained=explanation(made.OVER, made.UNDER)))
    assert "How the replies differ" in text
    (over,) = [line for line in text.splitlines() if line.startswith("too much")]
    assert "zanzibar it is" in over
    assert "Advice for the prompt\n  1. " in text


def test_facts_missed_and_places_to_judge(capsys: pytest.CaptureFixture[str]) -> None:
    text = screen(capsys, with_facts(account(), candidates=(clash(),)))
    assert "mentioned: .50 (.25 to .75) of 2, by tfidf" in text
    assert "least likely: .20 F2 She never sails." in text
    assert "1 place to be judged by a person, which may contradict a fact (never scored):" in text
    assert "F1 against r2.txt: “I never kept a bee.” (negation)" in text
    assert "Irony is not seen." in text


def test_facts_that_cannot_be_counted_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    text = screen(capsys, with_facts(account(), share=Estimate.absent("no floor")))
    assert "mentioned: inconclusive, no floor" in text
    assert "least likely" not in text


def test_what_has_no_number_is_told_once_for_one_reason() -> None:
    silent = Estimate.absent("not enough material")
    assert (
        list(open_points(account(read=reading(estimate=made.NOWHERE, spread=silent)))) == []
    )  # the place says it already
    refused = (made.REFUSED, replace(made.REFUSED, what="openers"))
    found = account(
        read=reading(spread=Estimate.absent("one reply")), explained=explanation(refused=refused), notes=("N.",)
    )
    assert list(open_points(found)) == ["spread: one reply", "rhythm, openers: too few sentences", "N."]
    assert list(open_points(found, habits=False)) == ["spread: one reply", "N."]


def test_a_number_with_a_reservation_keeps_it() -> None:
    weak = replace(made.PLACE, reason="few impostors")
    assert list(open_points(account(read=reading(estimate=weak)))) == ["few impostors"]


def test_names_texts_and_facts_of_others_do_nothing_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    fact = Fact(HOSTILE, HOSTILE)
    overlap = replace(made.COPIED, text=HOSTILE)
    flags = (VoiceFlag("caricature", HOSTILE, (HOSTILE,)),)
    usage = replace(made.OVER, name=HOSTILE, reply_examples=())
    refused = (replace(made.REFUSED, what=HOSTILE),)
    found = account(read=reading(flags=flags, overlaps=(overlap,)), explained=explanation(usage, refused=refused))
    odd = [texts(HOSTILE, *(f"{number}{HOSTILE}" for number in range(count))) for count in (1, 3)]
    found = replace(found, request=replace(found.request, own=odd[0], replies=odd[1]), notes=(HOSTILE,))
    found = with_facts(found, candidates=(clash(fact, reason=HOSTILE),))
    assert found.coverage is not None
    missed = replace(found.coverage.matches[1], fact=fact)
    text = screen(capsys, replace(found, coverage=replace(found.coverage, matches=(missed,))))
    assert not {"\x1b", "\x07", "\u202e", "\r"} & set(text)
