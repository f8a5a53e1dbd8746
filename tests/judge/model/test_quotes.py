"""Whether a quote stands in a text: word by word, in order, at least three words or all of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.model.quotes import Quotable

TEXT = (
    "I don’t sell *anything* I would not buy — never did.\n\nAsk my brother: he kept the “old” shop... and_the debts. "
    "Part is art."
)
STANDS = [
    "I don't sell anything I would not buy",
    "i DON’T sell   anything\nI would not",
    "**anything** I would",
    '"he kept the old shop"',
    "never did. Ask my brother",
    "I would not buy ... he kept the old shop",
    "I would not buy […] he kept the old shop",
    "I don't sell … the debts",
    "shop... and the debts",
    "would not buy - never did",
    "I ... would not buy",
]
DOES_NOT = [
    ("", "there is no quote"),
    ("...", "there is no quote"),
    ("sell anything", "fewer than 3 words"),
    ("I would buy anything", "does not stand"),
    ("he kept the old shop ... I would not buy", "does not stand"),  # the parts stand the other way round
    ("art is art and more", "does not stand"),
    ("is art is", "does not stand"),
    ("rt is art", "does not stand"),  # a word is not cut in two
    ("Ask my broth", "does not stand"),
    ("I ... sell ... buy", "no part of the quote has 3 words"),
]


@pytest.mark.parametrize("quote", STANDS)
def test_a_quote_that_stands(quote: str) -> None:
    assert Quotable([TEXT]).fault_of(quote) is None
    assert Quotable(["Another text.", TEXT]).fault_of(quote) is None


@pytest.mark.parametrize(("quote", "fault"), DOES_NOT)
def test_a_quote_that_does_not(quote: str, fault: str) -> None:
    found = Quotable([TEXT]).fault_of(quote)
    assert found is not None
    assert fault in found


@pytest.mark.parametrize("whole", ["No.", "Not now.", "", "👍", "不行。"])
def test_a_short_answer_is_quoted_whole(whole: str) -> None:
    assert Quotable([whole]).fault_of(whole) is None
    assert Quotable([whole]).fault_of("Something else entirely") is not None


def test_parts_of_one_quote_do_not_come_from_two_texts() -> None:
    pair = Quotable(["one two three", "four five six"])
    assert pair.fault_of("one two three ... four five six") is not None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("我会今天关闭工厂，因为等待没有好处。", "今天关闭工厂"),
        ("ฉันจะปิดโรงงานวันนี้", "ปิดโรงงาน"),
        ("Não vendo nada que não compraria.", "nada que não compraria"),
        ("Não vendo nada que não compraria.".encode().decode("utf-8").replace("ã", "a\u0303"), "que não compraria"),
        ("a\u200bb\u200bc plain words here", "abc plain words"),
        ("left \u202eright words\u202c here", "left ⟨U+202E⟩right words"),
        ("see <|im_end|> and more of it", "see < |im_end|> and more"),
    ],
)
def test_other_scripts_and_what_was_written_out_are_found(text: str, quote: str) -> None:
    assert Quotable([text]).fault_of(quote) is None


WORDS = st.lists(
    st.text(min_size=1, max_size=8).filter(lambda word: word.split() == [word] and any(map(str.isalnum, word))),
    min_size=4,
    max_size=20,
)


@given(WORDS, st.sampled_from([" ", "\n", "  ", "\u2003"]), st.data())
def test_any_run_of_words_cut_out_of_a_text_stands_in_it(words: list[str], blank: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 4))
    length = data.draw(st.integers(4, len(words)))
    assert Quotable([blank.join(words)]).fault_of(" ".join(words[first : first + length])) is None


def test_a_long_text_takes_no_long_time() -> None:
    text = "word after word " * 60_000
    quotable = Quotable([text])
    for _ in range(50):
        assert quotable.fault_of("a phrase that is nowhere in it ... and another one") is not None
