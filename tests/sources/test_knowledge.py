"""Passages bear on the question, stay within the budget, come in a fixed order and never twice."""

from pathlib import Path

import pytest

from ringtrue.sources import KnowledgeBase, SourceText, tokens_in


def filler(seed: int, sentences: int = 60) -> str:
    """Sentences of words nobody asks about."""
    return " ".join(f"Weather{seed + number} came over hill{number} again and stayed." for number in range(sentences))


def long_text(topic: str, at: int = 30) -> str:
    sentences = filler(0, 120).split(". ")
    sentences.insert(at, f"The {topic} broke on a cold morning because nobody had listened")
    return ". ".join(sentences)


def base(*texts: str) -> KnowledgeBase:
    return KnowledgeBase([SourceText(f"t{number}.txt", text) for number, text in enumerate(texts)])


def test_the_passage_that_bears_on_the_question_comes_first() -> None:
    found = base(filler(0), "The tin merchant lied about the ingots.", filler(500)).passages(
        "What about the tin merchant?"
    )
    assert found[0].ref == "t1.txt:L1-1"
    assert found[0].text == "The tin merchant lied about the ingots."
    assert found[0].score > 0


@pytest.mark.parametrize("tokens", [0, 5, 30, 60, 150, 600, 1500, 5000])
def test_the_budget_holds_with_the_references_counted(tokens: int) -> None:
    found = base(*(long_text("furnace", at) for at in (3, 30, 60, 90))).passages("Why did the furnace break?", tokens)
    assert sum(tokens_in(one.text) + tokens_in(one.ref) for one in found) <= tokens
    assert bool(found) == (tokens >= 30)


def test_a_small_budget_gives_the_sentences_that_matter() -> None:
    (found,) = base(long_text("furnace")).passages("Why did the furnace break on a cold morning?", 40)
    assert "The furnace broke on a cold morning" in found.text
    assert len(found.text.split()) < 30


def test_neighbours_are_joined_and_nothing_is_repeated() -> None:
    text = " ".join(f"The bell number{number} was tuned by ear." for number in range(250))
    found = base(text).passages("Which bell was tuned by ear?", 5000)
    whole = " ".join(one.text for one in found)
    assert len(found) == 1
    assert all(whole.count(f"number{number} ") <= 1 for number in range(250))
    assert found[0].text in text


def test_the_same_text_in_two_files_comes_once() -> None:
    words = "The loam shed burned down in the ninth year."
    found = base(words, words, filler(0)).passages("When did the loam shed burn?")
    assert [one.ref for one in found] == ["t0.txt:L1-1"]


def test_the_order_is_the_same_every_time() -> None:
    texts = [f"Bell {number} was cast in bronze." for number in range(30)]
    once, again = (base(*texts).passages("bell cast in bronze", 200) for _ in range(2))
    assert once == again
    assert [one.ref for one in once] == [f"t{number}.txt:L1-1" for number in range(len(once))]


def test_what_shares_only_common_words_is_left_out() -> None:
    texts = [f"The the and and of day{number}." for number in range(40)]
    found = base("The copper of Harrowmere and the furnace.", *texts).passages("the copper furnace of Harrowmere and")
    assert [one.ref for one in found] == ["t0.txt:L1-1"]


@pytest.mark.parametrize("question", ["", '"', "(AND OR", "\0", "word " * 50_000, "東京", "\ud83d"])
def test_any_question_is_answered(question: str) -> None:
    assert isinstance(base("A word about bells.").passages(question), list)


def test_a_folder_is_read_with_nested_files_and_lines(tmp_path: Path) -> None:
    (tmp_path / "talks").mkdir()
    (tmp_path / "talks" / "a.md").write_text("# Tin\n\nTin comes\nfrom far away.\n", encoding="utf-8")
    (tmp_path / "b.bin").write_bytes(b"\0")
    known = KnowledgeBase.of(tmp_path)
    assert len(known) == 1
    assert known.passages("Where does tin come from?")[0].ref == "talks/a.md:L1-4"
    assert known.notes == ("Left out: b.bin: Only .txt and .md files are read.",)


def test_a_missing_folder_is_a_note_and_the_run_goes_on(tmp_path: Path) -> None:
    known = KnowledgeBase.of(tmp_path / "nowhere")
    assert len(known) == 0
    assert known.passages("anything") == []
    assert "There is no knowledge base at" in known.notes[0]


def test_an_empty_folder_is_a_note_too(tmp_path: Path) -> None:
    known = KnowledgeBase.of(tmp_path)
    assert known.passages("anything") == []
    assert "holds no text" in known.notes[-1]
