"""DNA is read from YAML by layer and from JSON with all eight, in both languages, whatever is broken beside it."""

from pathlib import Path

from ringtrue.sources.dna_reading import read_dna

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
