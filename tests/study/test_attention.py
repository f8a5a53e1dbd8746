"""Attention cards of a study: from its own file, built in, or none."""

from pathlib import Path

import pytest

from ringtrue.protocols.loader import load
from ringtrue.study.attention import attention_cards, read_attention
from ringtrue.study.settings import Settings
from ringtrue.terms.problem import BadInput

BLIND = load("blind")
GOOD = """\
- {name: left, kind: quote, prompt: "Q?", texts: [choose this, not this], expect: {found: A}}
- {name: ticks, kind: style, texts: [tick the first], expect: {tone: [true, false]}, checklist: {tone: [this, that]}}
- {kind: edge, texts: [take the second], expect: {stance: "2"}, positions: [this, that]}
- {name: path, kind: decision, texts: [none of them], expect: {criteria: [false]}, criteria: [red]}
"""


def given(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "attention.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_cards_of_a_file(tmp_path: Path) -> None:
    left, ticks, unnamed, path = read_attention(given(tmp_path, GOOD), BLIND)
    assert (left.kind, left.texts, left.expect) == ("quote", ("choose this", "not this"), {"found": "A"})
    assert ticks.lists == {"checklist.tone": ("this", "that")}
    assert ticks.expect == {"tone": (True, False)}
    assert (unnamed.name, unnamed.lists, unnamed.expect) == (
        "attention 3",
        {"positions": ("this", "that")},
        {"stance": "2"},
    )
    assert path.lists == {"criteria": ("red",)}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("- 7", "the entry is not a table"),
        ("- {kind: riddle, texts: [a], expect: {x: 1}}", "unknown kind 'riddle'"),
        ("- {kind: quote, texts: [a], expect: {found: A}}", "'texts' is not a list of 2 texts"),
        ("- {kind: quote, texts: [a, ''], expect: {found: A}}", "'texts' is not a list of 2 texts"),
        ("- {kind: quote, texts: [a, b]}", "the key 'expect' is missing"),
        ("- {kind: quote, texts: [a, b], expect: {}}", "'expect' is not a table of questions and right answers"),
        ("- {kind: quote, texts: [a, b], expect: {found: real}}", "not a side"),
        ("- {kind: quote, texts: [a, b], expect: {found: tie}}", "a choice is forced"),
        ("- {kind: quote, texts: [a, b], expect: {voice: 1}}", "asks no voice"),
        ("- {kind: edge, texts: [a], expect: {holds: [true]}}", "lists nothing to tick"),
        ("- {kind: edge, texts: [a], expect: {holds: [true]}, criteria: [a, b]}", "1 answers for 2"),
        ("- {kind: edge, texts: [a], expect: {trap: true}}", "asks no trap"),
        ("- {kind: edge, texts: [a], expect: {stance: '1'}}", "lists nothing to choose from"),
        ("- {kind: edge, texts: [a], expect: {stance: trap}, positions: [b, c]}", "not the place of a position"),
        ("x: 1", "the file is not a list"),
    ],
)
def test_a_faulty_card_is_refused_with_its_line(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_attention(given(tmp_path, line + "\n"), BLIND)
    assert any(told in problem.what for problem in refusal.value.problems)
    assert all("line 1" in problem.place or problem.place for problem in refusal.value.problems)


def test_all_faults_come_at_once_and_names_are_their_own(tmp_path: Path) -> None:
    twice = '- {name: a, kind: edge, texts: ["x"], expect: {stance: "1"}, positions: [b, c]}\n' * 2
    with pytest.raises(BadInput) as refusal:
        read_attention(given(tmp_path, twice + "- 7\n"), BLIND)
    assert len(refusal.value.problems) == 2


def test_a_study_s_own_file_the_built_in_cards_or_none(tmp_path: Path) -> None:
    given(tmp_path, GOOD)

    def cards(rating: object) -> list[str]:
        return [one.name for one in attention_cards(tmp_path, Settings(BLIND, data={"rating": rating}))]

    assert cards({"attention": "attention.yaml"})[0] == "left"
    assert cards(None)[0] == cards({"language": "pt"})[0] == "attention quote 1"
    assert cards({"attention": "none"}) == cards({"attention": False}) == []
    portuguese = attention_cards(tmp_path, Settings(BLIND, data={"rating": {"language": "pt"}}))
    assert "plano" in portuguese[0].prompt


def test_built_in_cards_of_the_kinds_dealt_and_one_where_a_preset_plans_in_minutes(tmp_path: Path) -> None:
    quotes = attention_cards(tmp_path, Settings(BLIND), {"quote"})
    assert [one.kind for one in quotes] == ["quote", "quote"]
    assert attention_cards(tmp_path, Settings(BLIND), set()) == ()
    pairs = [attention_cards(tmp_path, Settings(load("pairs"), seed=seed), {"pair"}) for seed in (0, 1)]
    assert [len(cards) for cards in pairs] == [1, 1]
    assert pairs[0] != pairs[1]
