"""The leak check: each finding with its item, its speaker and its place."""

from dataclasses import replace
from typing import get_args

import pytest

from blind.tables import BLIND, quotes, said
from ringtrue.blind.leak_check import SHORTEST_QUOTATION, Leak, LeakRule, Tracer, Waiver, contrasts, leaks, waived
from ringtrue.terms.item import Item, Response
from ringtrue.terms.problem import BadInput

TEXTS = {
    "Q000": ("It rained all day, and I stayed in bed.", "It rained all day, and I stayed in bed too."),
    "Q001": ("Ada says no to that.\n\nShe means it [3].", "As an AI, I say no.\nI mean it."),
    "Q002": ("**No** — never again, not here.", "No, never again, and surely not in this town or any other."),
    "Q003": (
        "The old bridge stands because nobody ever dared to paint it.",
        "Ask the ferryman about the old bridge, my friend, ask him.",
    ),
}
GOLD = "They say the old bridge stands because nobody ever dared to paint it in green."
RESPONSES = [
    Response(item, speaker, text)
    for item, both in TEXTS.items()
    for speaker, text in zip(("real", "clone"), both, strict=True)
]


def found(items: list[Item] | None = None) -> list[Leak]:
    return leaks(items or quotes(4), RESPONSES, BLIND, names=["Ada"], gold=GOLD)


def test_each_leak_names_item_speaker_and_place() -> None:
    assert [(leak.item, leak.rule, leak.speaker, leak.place, leak.excerpt) for leak in found()] == [
        ("Q001", "citation", "real", "line 3", "[3]"),
        ("Q001", "name", "real", "line 1", "Ada"),
        ("Q001", "machine", "clone", "line 1", "As an AI"),
        ("Q002", "length", "clone", "beside real", ""),
        ("Q002", "markdown", "real", "beside clone", ""),
        ("Q002", "typography", "real", "beside clone", ""),
        ("Q003", "gold", "real", "line 1", "The old bridge stands because nobody ever dared to paint it"),
    ]


def test_every_rule_there_is_was_seen() -> None:
    over_sets_only = {"numbers"}
    assert {leak.rule for leak in found()} | {"repeat"} | over_sets_only == set(get_args(LeakRule))


def test_a_text_of_a_pair_that_stands_on_another_card_is_found() -> None:
    said_twice = [
        Response("Q001", "clone", "I go."),
        Response("Q000", "clone", "I go."),
        Response("D000", "clone", "So."),
    ]
    items = [*quotes(2), Item("D000", "decision", "?", fields={"criteria": ["a"]}, status="accepted")]
    items += [replace(items[2], id="D001")]
    own = [Response("Q000", "real", "I stay."), Response("Q001", "real", "I stand."), Response("D001", "clone", "So.")]
    assert [(leak.rule, leak.item, leak.speaker, leak.place) for leak in leaks(items, said_twice + own, BLIND)] == [
        ("repeat", "Q001", "clone", "also in Q000")
    ]


def test_what_is_not_dealt_is_not_checked_and_controls_are() -> None:
    pending = [replace(item, status="pending") for item in quotes(4)]
    assert found(pending) == []
    bot = [*RESPONSES[:2], Response("Q000", "generic", "As an AI I have no bed.")]
    assert [(leak.speaker, leak.rule) for leak in leaks(quotes(1), bot, BLIND)] == [
        ("generic", "machine"),
        ("real", "length"),
    ]


def test_a_text_on_two_cards_is_told_once() -> None:
    both = [*said(quotes(1), ("clone",)), Response("Q000", "real", "As an AI."), *said(quotes(1), ("generic", "self"))]
    assert sum(leak.rule == "machine" for leak in leaks(quotes(1), both, BLIND)) == 1


def test_leaks_are_let_pass_by_rule_or_by_item_with_a_reason() -> None:
    let = waived(found(), [Waiver("name", "she calls herself that"), Waiver("length", "short on purpose", "Q002")])
    assert {leak.rule: leak.waived for leak in let if leak.waived} == {
        "name": "she calls herself that",
        "length": "short on purpose",
    }
    assert [replace(leak, waived="") for leak in let] == found()


def test_a_waiver_needs_a_reason_and_a_leak() -> None:
    with pytest.raises(BadInput) as refusal:
        waived(found(), [Waiver("name", " "), Waiver("gold", "fine", "Q000")])
    assert [problem.what for problem in refusal.value.problems] == [
        "A waiver needs a reason.",
        "There is no such leak to waive.",
    ]


# What tells two texts apart at a glance.


PLAIN = "He said that it would rain, and it did rain all day."


@pytest.mark.parametrize(
    ("first", "second", "rule", "side"),
    [
        ("one two three four five six", "one two three four five", None, 0),  # 6 is 20 % over 5
        ("one two three four five six seven", "one two three four five", "length", 0),
        ("one", "one two", "length", 1),
        ("# Rain\nit rains", "It rains, it rains", "markdown", 0),
        ("it rains today", "- it rains today", "markdown", 1),
        ("1. it rains today", "It does rain today", "markdown", 0),
        ("it **rains** today", "it does rain today", "markdown", 0),
        ("it *really rains* today", "it does rain here today", "markdown", 0),
        ("see `rain` here now", "see the rain here", "markdown", 0),
        ("| a | b |", "a and b c d", "markdown", 0),
        ("it “rains” today", "it rains today", "typography", 0),
        ("it rains — today", "it rains - today", "typography", 0),
        ("it rains today", "it rains … today", "typography", 1),
        ("it rains 🌧 today", "it rains and rains", "typography", 0),
        ("it rains\u00a0today", "it rains today", "typography", 0),
        ("don't", "don’t", "typography", 1),
        ("it 'rains' today", "it rains today", None, 0),  # straight quotes are nothing special
    ],
)
def test_what_one_side_has(first: str, second: str, rule: str | None, side: int) -> None:
    found = {(name, place) for name, _, place in contrasts(first, second)}
    assert ((rule, side) in found) if rule else (found == set())


def test_what_both_have_is_no_contrast() -> None:
    both = "# Rain\n- “it” rains — **all** day…"
    assert list(contrasts(both, both)) == []
    assert list(contrasts(PLAIN, PLAIN[::-1])) == []
    assert list(contrasts("", "")) == []


def test_multiplication_and_a_lone_star_are_not_emphasis() -> None:
    assert list(contrasts("2 * 3 * 4 = 24", "2 x 3 x 4 = 24")) == []


# Traces of who wrote a text.


GOLD_TRACES = "I never sell a thing that I would not buy for my own mother, and you can ask her about it."


def found_traces(text: str, **more: object) -> list[tuple[str, str]]:
    return [(trace.rule, text[trace.start : trace.stop]) for trace in Tracer(**more).traces(text)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "rule", "piece"),
    [
        ("Well, as an AI I have no shop.", "machine", "as an AI"),
        ("As an AI language model, no.", "machine", "As an AI language model"),
        ("I am a language model, so no.", "machine", "I am a language model"),
        ("I'm just an AI.", "machine", "I'm just an AI"),
        ("I don’t have personal opinions on it.", "machine", "I don’t have personal opinions"),
        ("Como modelo de linguagem, não sei.", "machine", "Como modelo de linguagem"),
        ("Como uma IA, não sei.", "machine", "Como uma IA"),
        ("Sold it ^[RAIZ:/notes.md:L3-4] then.", "citation", "^[RAIZ:/notes.md:L3-4]"),
        ("Sold it [FONTE:a.txt:7].", "citation", "[FONTE:a.txt:7]"),
        ("Sold it [12].", "citation", "[12]"),
        ("Sold it [^note].", "citation", "[^note]"),
        ("Sold it【4†source】.", "citation", "【4†source】"),
        ("See chunk_198 for it.", "citation", "chunk_198"),
        ("Made by OpenAI.", "name", "OpenAI"),
        ("ask chatgpt", "name", "chatgpt"),
        ("I run on GPT-4o-mini here.", "name", "GPT-4o-mini"),
    ],
)
def test_what_is_found(text: str, rule: str, piece: str) -> None:
    assert found_traces(text) == [(rule, piece)]


@pytest.mark.parametrize(
    "text",
    [
        "I said it as a friend would.",
        "The gemini and the llama grazed; the mistral blew.",
        "An email, a mail, and a railway.",
        "List[int] and a[i]",
        "Como iam as coisas?",
        "As an aide to the mayor I learnt that.",
        "",
    ],
)
def test_ordinary_words_are_left_alone(text: str) -> None:
    assert found_traces(text) == []


def test_names_of_the_study_are_found_whole_in_any_case() -> None:
    names = ["Ada", "Ada Example", "m.1"]
    assert found_traces("ada example and Adam, m.1 and mx1, ADA.", names=names) == [
        ("name", "ada example"),
        ("name", "m.1"),
        ("name", "ADA"),
    ]
    assert found_traces("anything", names=["", " "]) == []


def test_a_quotation_of_the_gold_text_is_told_once_at_full_length() -> None:
    text = "Look: I NEVER sell a thing that I would not buy for -- whom? Then: and you can ask her about it! End."
    pieces = found_traces(text, gold=GOLD_TRACES)
    assert pieces == [("gold", "I NEVER sell a thing that I would not buy for")]
    (trace,) = Tracer(gold=GOLD_TRACES).traces(text)
    assert "11 words" in trace.what


def test_a_quotation_may_stand_at_the_end_and_words_in_another_order_are_none() -> None:
    assert found_traces("and you can ask her about it, so " + GOLD_TRACES, gold=GOLD_TRACES)[0][1].startswith(
        "I never sell"
    )
    assert found_traces("buy my thing that I sell for not own mother would", gold=GOLD_TRACES) == []
    short = " ".join(GOLD_TRACES.split()[: SHORTEST_QUOTATION - 1])
    assert found_traces(short, gold=GOLD_TRACES) == []
    assert len(found_traces(" ".join(GOLD_TRACES.split()[:SHORTEST_QUOTATION]), gold=GOLD_TRACES)) == 1


def test_parts_of_a_name_are_found_as_they_are_written() -> None:
    tracer = Tracer(["Will Reed"], parts=["Will", "Reed"])

    def names(text: str) -> list[str]:
        return [text[trace.start : trace.stop] for trace in tracer.traces(text)]

    assert names("I will read what Will wrote; reed or Reed, WILL REED") == ["Will", "Reed", "WILL REED"]
    assert names("Willing Reeds") == []
    assert [trace.rule for trace in Tracer(parts=["Ng"]).traces("Ask Ng.")] == ["name"]


# Waivers: which leak a waiver is about.


LEAK = Leak("name", "Q1", "clone", "line 1", "a name")


def test_a_waiver_covers_its_rule_on_its_item_or_on_all() -> None:
    assert Waiver("name", "r").covers(LEAK)
    assert Waiver("name", "r", "Q1").covers(LEAK)
    assert not Waiver("name", "r", "Q2").covers(LEAK)
    assert not Waiver("gold", "r").covers(LEAK)


def test_the_first_waiver_that_covers_a_leak_gives_the_reason() -> None:
    (let,) = waived([LEAK], [Waiver("name", "here", "Q1"), Waiver("name", "everywhere")])
    assert let.waived == "here"
    assert waived([], []) == []
