"""Traces of who wrote a text."""

import pytest

from ringtrue.blind.traces import SHORTEST_QUOTATION, Tracer

GOLD = "I never sell a thing that I would not buy for my own mother, and you can ask her about it."


def found(text: str, **more: object) -> list[tuple[str, str]]:
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
    assert found(text) == [(rule, piece)]


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
    assert found(text) == []


def test_names_of_the_study_are_found_whole_in_any_case() -> None:
    names = ["Ada", "Ada Example", "m.1"]
    assert found("ada example and Adam, m.1 and mx1, ADA.", names=names) == [
        ("name", "ada example"),
        ("name", "m.1"),
        ("name", "ADA"),
    ]
    assert found("anything", names=["", " "]) == []


def test_a_quotation_of_the_gold_text_is_told_once_at_full_length() -> None:
    text = "Look: I NEVER sell a thing that I would not buy for -- whom? Then: and you can ask her about it! End."
    pieces = found(text, gold=GOLD)
    assert pieces == [("gold", "I NEVER sell a thing that I would not buy for")]
    (trace,) = Tracer(gold=GOLD).traces(text)
    assert "11 words" in trace.what


def test_a_quotation_may_stand_at_the_end_and_words_in_another_order_are_none() -> None:
    assert found("and you can ask her about it, so " + GOLD, gold=GOLD)[0][1].startswith("I never sell")
    assert found("buy my thing that I sell for not own mother would", gold=GOLD) == []
    short = " ".join(GOLD.split()[: SHORTEST_QUOTATION - 1])
    assert found(short, gold=GOLD) == []
    assert len(found(" ".join(GOLD.split()[:SHORTEST_QUOTATION]), gold=GOLD)) == 1


def test_parts_of_a_name_are_found_as_they_are_written() -> None:
    tracer = Tracer(["Will Reed"], parts=["Will", "Reed"])

    def names(text: str) -> list[str]:
        return [text[trace.start : trace.stop] for trace in tracer.traces(text)]

    assert names("I will read what Will wrote; reed or Reed, WILL REED") == ["Will", "Reed", "WILL REED"]
    assert names("Willing Reeds") == []
    assert [trace.rule for trace in Tracer(parts=["Ng"]).traces("Ask Ng.")] == ["name"]
