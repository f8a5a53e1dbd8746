"""Paradoxes, contradictions and quoted chunks are found in the layers."""

from pathlib import Path
from typing import Any

import pytest

from ringtrue.sources.dna import (
    Dna,
    DnaItem,
    Evidence,
    Link,
    Paradox,
    evidence_in,
    layer_code,
    listed,
    name_key,
    read_dna,
    split,
)

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


# Fields are found under their names in both languages; the rest is kept under its own.


def test_what_is_shared_is_told_from_the_rest() -> None:
    known, more = split({"Nome": "Ear", "PESO": 0.5, "regra": "Listen.", 3: [1]}, ("name", "statement", "weight"))
    assert known == {"name": "Ear", "statement": "Listen.", "weight": 0.5}
    assert more == {"3": [1]}


def test_the_first_name_wins_and_the_other_is_kept() -> None:
    known, more = split({"rule": "R", "declaracao": "D"}, ("statement",))
    assert (known, more) == ({"statement": "D"}, {"rule": "R"})


@pytest.mark.parametrize(
    ("given", "evidence"),
    [
        (None, []),
        ("just words", [Evidence("just words")]),
        ({"quote": "q", "chunk_id": 7}, [Evidence("q", "7")]),
        ([{"citacao": "q", "fonte": "s"}, None, 5], [Evidence("q", source="s"), Evidence("5")]),
    ],
)
def test_evidence_is_a_table_a_list_or_words(given: Any, evidence: list[Evidence]) -> None:
    assert list(evidence_in(given)) == evidence


def test_lists() -> None:
    assert (listed(None), listed("a"), listed((1, 2))) == ([], ["a"], [1, 2])


# A layer is known by its names in both languages, in files, keys and links.


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("FILOSOFIAS", "L1"),
        ("filosofias", "L1"),
        ("L1_philosophies", "L1"),
        ("MODELOS-MENTAIS", "L2"),
        ("modelos_mentais", "L2"),
        ("Mental Models", "L2"),
        ("HEURÍSTICAS", "L3"),
        ("L3", "L3"),
        ("l3-heuristics", "L3"),
        ("frameworks", "L4"),
        ("METODOLOGIAS", "L5"),
        ("L6_values", "L6"),
        ("L7_core_obsessions", "L7"),
        ("L8_productive_paradoxes", "L8"),
        ("L8_something_new", "L8"),
        ("paradoxos", "L8"),
    ],
)
def test_names_of_layers(name: str, code: str) -> None:
    assert layer_code(name) == code


@pytest.mark.parametrize("name", ["", "pessoa", "L9_more", "L1_values", "L12", "version", "learning", None, 3])
def test_other_names(name: object) -> None:
    assert layer_code(name) is None


def test_plain_names_are_letters_and_digits() -> None:
    assert name_key("ODA B. Brennick-Ção_2") == "odabbrennickcao2"


# DNA is read from YAML by layer and from JSON with all eight, in both languages, whatever is broken beside it.


FILOSOFIAS = """\
pessoa: Oda Brennick
versao: 1.2
total_itens: 2
filosofias:
  - id: FIL-ODA-001
    nome: Ouvir antes de medir
    declaracao: O ouvido decide, o medidor confirma.
    peso: 0.9
    dominios: [afinação, oficina]
    implicacoes: {fazer: [ouvir], evitar: [medir primeiro]}
    evidencias:
      - citacao: I listen first.
        chunk_id: chunk_12
        source_id: ODA003
        source_title: The meter and the ear
        pagina: 4
  - id: FIL-ODA-002
    nome: Um em sete
"""
HEURISTICS = """\
heuristics:
  - {id: H1, name: Third strike, rule: Judge at the third strike., weight: 2, threshold: 3}
  - {id: H1, name: Same id}
  - {name: No id}
  - just a sentence
  - 5
"""
LAYERS = """\
{"person": "Oda",
 "layers": {
  "L1_philosophies": {"count": 1, "items": [{"id": "P1", "statement": "Bronze remembers.", "domains": "metal"}]},
  "L6_values": [{"id": "V1", "name": "Patience"}],
  "L8_productive_paradoxes": {"X1": {"thesis": "Slow", "antithesis": "Fast", "synthesis": "Ready"}}},
 "cross_layer_links": [
  {"from_layer": "L1", "from_id": "P1", "to_layer": "L6_values", "to_id": "V1", "relationship": "contradicts"},
  {"from_layer": "L1"}]}
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text, encoding="utf-8")


def test_portuguese_yaml_is_read_with_its_extra_keys(tmp_path: Path) -> None:
    write(tmp_path, FILOSOFIAS_yaml=FILOSOFIAS)
    dna, problems = read_dna(tmp_path)
    assert problems == []
    first, second = dna.items
    assert (first.id, first.layer, first.name, first.weight) == ("FIL-ODA-001", "L1", "Ouvir antes de medir", 0.9)
    assert first.statement == "O ouvido decide, o medidor confirma."
    assert first.domains == ("afinação", "oficina")
    assert first.more == {"implicacoes": {"fazer": ("ouvir",), "evitar": ("medir primeiro",)}}
    (shown,) = first.evidence
    assert (shown.quote, shown.chunk, shown.source, shown.title) == (
        "I listen first.",
        "chunk_12",
        "ODA003",
        "The meter and the ear",
    )
    assert shown.more == {"pagina": 4}
    assert second.id == "FIL-ODA-002"
    assert dna.headers["FILOSOFIAS"]["pessoa"] == "Oda Brennick"


def test_english_yaml_is_read_and_every_fault_is_named(tmp_path: Path) -> None:
    write(tmp_path, HEURISTICS_yml=HEURISTICS)
    dna, problems = read_dna(tmp_path)
    assert [(item.id, item.layer, item.statement) for item in dna.items] == [
        ("H1", "L3", "Judge at the third strike."),
        ("H1", "L3", ""),
        ("", "L3", ""),
        ("", "L3", "just a sentence"),
    ]
    assert dna.items[0].weight is None
    assert dna.items[0].more == {"threshold": 3}
    assert [(fault.place, fault.what) for fault in problems] == [
        ("line 2, heuristics[0]", "A weight is a number from 0 to 1."),
        ("line 3, heuristics[1]", "Another item of this layer has the same id."),
        ("line 4, heuristics[2]", "The item has no id."),
        ("line 5, heuristics[3]", "The item has no id."),
        ("line 6, heuristics[4]", "An item is a table."),
    ]


def test_json_with_eight_layers_and_links(tmp_path: Path) -> None:
    write(tmp_path, dna_json=LAYERS)
    dna, problems = read_dna(tmp_path)
    assert [(item.layer, item.id) for item in dna.items] == [("L1", "P1"), ("L6", "V1"), ("L8", "X1")]
    assert dna.items[0].domains == ("metal",)
    assert dna.paradoxes()[0].synthesis == "Ready"
    assert [(link.from_layer, link.to_layer, link.to_id) for link in dna.contradictions()] == [("L1", "L6", "V1")]
    assert [fault.what for fault in problems] == ["A link joins two items."]


def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    write(tmp_path, FILOSOFIAS_yaml=FILOSOFIAS, HEURISTICAS_yaml="a: [", x_json="{", notes_txt="x")
    dna, problems = read_dna(tmp_path)
    assert len(dna.items) == 2
    assert {Path(fault.file).name for fault in problems} == {"HEURISTICAS.yaml", "x.json"}


def test_a_bare_list_is_named_by_its_file(tmp_path: Path) -> None:
    write(tmp_path, **{"MODELOS-MENTAIS_yaml": "- {id: M1, nome: Peso}\n", "DNA-CONFIG_yaml": "frameworks: [1]\n"})
    dna, problems = read_dna(tmp_path)
    assert [(item.layer, item.id) for item in dna.items] == [("L2", "M1")]
    assert problems == []


def test_other_files_are_passed_over_where_only_named_ones_count(tmp_path: Path) -> None:
    write(tmp_path, FILOSOFIAS_yaml=FILOSOFIAS, items_yaml="values: [{id: V1}]\n")
    assert {item.layer for item in read_dna(tmp_path)[0].items} == {"L1", "L6"}
    assert {item.layer for item in read_dna(tmp_path, named=True)[0].items} == {"L1"}
