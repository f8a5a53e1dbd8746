"""Facts from lists and from DNA entries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms.problem import BadInput
from ringtrue.voice.content.facts import Fact, check_facts, facts_from_dna, facts_from_list, without_citations


def test_a_markdown_list_becomes_facts_with_their_citations() -> None:
    text = """# Positions

- Never borrows to grow ^[SOUL.md:70-72].
* Hires for curiosity,
  not for diplomas ^[RAIZ:inbox/a [MASTER $1].txt:L3-5] ^[chunk_198]
1) [x] Starts at five
---
A paragraph alone.
"""
    assert facts_from_list(text, "facts.md") == (
        Fact("F1", "Never borrows to grow.", "SOUL.md:70-72"),
        Fact("F2", "Hires for curiosity, not for diplomas", "RAIZ:inbox/a [MASTER $1].txt:L3-5; chunk_198"),
        Fact("F3", "Starts at five", "facts.md"),
        Fact("F4", "A paragraph alone.", "facts.md"),
    )


def test_a_bracket_never_closed_stays_as_it_stands() -> None:
    assert facts_from_list("- He said ^[SOUL.md and went")[0].text == "He said ^[SOUL.md and went"


def test_a_list_without_words_has_no_facts() -> None:
    assert facts_from_list("# Title\n\n- ...\n---\n") == ()


def test_dna_entries_give_their_plainest_statement() -> None:
    entries = [
        {
            "id": "FIL-001",
            "nome": "Caixa primeiro",
            "declaracao": "Caixa vem antes de lucro. ^[chunk_3]",
            "evidencias": [{"citacao": "palavras", "chunk_id": "AH002_002"}, {"source_title": "Aula"}, "x"],
        },
        {"id": "H-2", "regra": "Se demora, corte.", "peso": 0.5},
        {"name": "Only a name"},
        {"id": "P1", "thesis": "a", "synthesis": "Both hold in turn."},
    ]
    assert facts_from_dna(entries, "dna") == (
        Fact("FIL-001", "Caixa vem antes de lucro.", "AH002_002; Aula"),
        Fact("H-2", "Se demora, corte.", "dna"),
        Fact("entry 3", "Only a name", "dna"),
        Fact("P1", "Both hold in turn.", "dna"),
    )


def test_every_entry_without_a_statement_is_reported() -> None:
    with pytest.raises(BadInput) as caught:
        facts_from_dna([{"id": "A"}, {"nome": "fine"}, {"id": "C", "regra": 7}])
    assert [problem.place for problem in caught.value.problems] == ["A", "C"]
    assert "declaracao" in caught.value.problems[0].remedy


def test_ids_used_twice_and_facts_without_words_are_refused_together() -> None:
    with pytest.raises(BadInput) as caught:
        check_facts([Fact("A", "one"), Fact("A", "two"), Fact("B", "!!"), Fact("C", "")])
    assert [problem.place for problem in caught.value.problems] == ["B", "C", "A"]


# Citations taken out of a line.


@pytest.mark.parametrize(
    ("text", "plain", "cited"),
    [
        ("Says so ^[SOUL.md:70-72].", "Says so.", ["SOUL.md:70-72"]),
        ("A [FONTE:a b [X].txt:3] and B ^[chunk_1]", "A and B", ["a b [X].txt:3", "chunk_1"]),
        ("An [ordinary] bracket", "An [ordinary] bracket", []),
        ("Open ^[never closed", "Open ^[never closed", []),
        ("^[]", "", []),
        ("", "", []),
    ],
)
def test_what_is_left_and_what_was_cited(text: str, plain: str, cited: list[str]) -> None:
    found = without_citations(text)
    assert (found[0], [place.removeprefix("FONTE:") for place in found[1]]) == (plain, cited)


@given(st.text(alphabet="a^[] .", max_size=60))
def test_no_letter_is_lost(text: str) -> None:
    plain, cited = without_citations(text)
    assert (plain + "".join(cited)).count("a") == text.count("a")
