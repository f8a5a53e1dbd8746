"""Paradoxes, contradictions and quoted chunks are found in the layers."""

from ringtrue.sources import Dna, DnaItem, Evidence, Link, Paradox

ITEMS = (
    DnaItem("P1", "L8", more={"thesis": "Listen", "antithesis": "Measure", "synthesis": "Both"}),
    DnaItem("P2", "L8", more={"Tese": "Slow", "Antítese": "Fast"}),
    DnaItem("P3", "L8", more={"thesis": "Only one side"}),
    DnaItem("F1", "L1", evidence=(Evidence("one in seven", "chunk_7"), Evidence("", "chunk_8"))),
    DnaItem("H1", "L3", evidence=(Evidence("the third strike", "7"), Evidence("one in seven", "chunk_7"))),
)


def test_paradoxes_need_both_sides_in_either_language() -> None:
    assert Dna(ITEMS).paradoxes() == (Paradox("P1", "Listen", "Measure", "Both"), Paradox("P2", "Slow", "Fast"))


def test_layers_are_told_apart() -> None:
    assert [item.id for item in Dna(ITEMS).layer("L8")] == ["P1", "P2", "P3"]


def test_contradicting_links_are_found_in_either_language() -> None:
    links = tuple(Link("L1", "F1", "L3", f"H{n}", word) for n, word in enumerate(("contradicts", "contradiz", "feeds")))
    assert Dna(links=links).contradictions() == links[:2]


def test_what_is_quoted_from_a_chunk_is_gathered_by_its_key() -> None:
    assert Dna(ITEMS).chunks() == {"7": "one in seven\nthe third strike"}


def test_parts_are_joined_in_their_order() -> None:
    joined = Dna.joined([Dna(ITEMS[:1], headers={"A": {"x": 1}}), Dna(ITEMS[1:], headers={"B": {}})])
    assert joined.items == ITEMS
    assert dict(joined.headers) == {"A": {"x": 1}, "B": {}}
