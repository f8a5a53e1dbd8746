"""A clone is found in its usual places and read as far as it can be."""

from pathlib import Path

import pytest

from ringtrue.sources import check_text, find_clones, read_clone
from ringtrue.terms import BadInput

SOUL = "# Soul\nShe listens first ^[RAIZ:/inbox/ODA BRENNICK/TALKS/one.txt:L1-2].\nOnce ^[nowhere.txt:3]. ^[chunk_12]\n"
DNA = "filosofias:\n  - {id: F1, nome: Ear, evidencias: [{citacao: I listen first., chunk_id: chunk_12}]}\n"


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, "agents/persons/ODA BRENNICK/SOUL.md", SOUL)
    write(tmp_path, "agents/persons/ODA BRENNICK/memory.md", "# Memory\n")
    write(tmp_path, "agents/persons/ODA BRENNICK/DNA-CONFIG.yaml", "name: Oda Brennick\ndna_sources: [talks]\n")
    write(tmp_path, "inbox/Oda Brennick/TALKS/one.txt", "I listen first.\nThen I measure.\n")
    write(tmp_path, "inbox/Oda Brennick/TALKS/scan.pdf", "x")
    write(tmp_path, "knowledge/external/dna/persons/oda-brennick/FILOSOFIAS.yaml", DNA)
    return tmp_path


def test_a_clone_is_read_from_the_top_with_everything_that_belongs_to_it(root: Path) -> None:
    clone = read_clone(root)
    assert clone.name == "Oda Brennick"
    assert set(clone.documents) == {"SOUL", "MEMORY", "DNA-CONFIG"}
    assert clone.config["dna_sources"] == ("talks",)
    assert clone.texts is not None
    assert [text.path for text in clone.texts] == ["TALKS/one.txt"]
    assert [item.id for item in clone.dna.items] == ["F1"]
    assert [fault.what for fault in clone.problems] == ["Only .txt and .md files are read."]


def test_its_own_folder_leads_to_the_same(root: Path) -> None:
    own = read_clone(root / "agents" / "persons" / "ODA BRENNICK")
    assert own.root == root.resolve()
    assert own.dna == read_clone(root).dna
    assert own.texts is not None
    assert len(own.texts) == 1


def test_citations_of_its_documents_are_checked_on_its_shelf(root: Path) -> None:
    clone = read_clone(root)
    faults = check_text(clone.documents["SOUL"], clone.shelf())
    assert [(fault.place, fault.value) for fault in faults] == [("line 3", "nowhere.txt")]


def test_one_of_several_is_taken_by_its_name(root: Path) -> None:
    write(root, "agents/minds/lucian-verrall/AGENT.md", "# Lucian\n")
    assert [path.name for path in find_clones(root)] == ["ODA BRENNICK", "lucian-verrall"]
    with pytest.raises(BadInput) as refusal:
        read_clone(root)
    assert refusal.value.problems[0].value == "ODA BRENNICK, lucian-verrall"
    assert read_clone(root, "Lucian Verrall").folder.name == "lucian-verrall"


def test_letter_case_of_the_usual_places_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path, "Agents/Persons/Ada/soul.MD", "x")
    write(tmp_path, "Knowledge/DNA/persons/ADA/frameworks.yaml", "frameworks: [{id: W1}]\n")
    clone = read_clone(tmp_path)
    assert set(clone.documents) == {"SOUL"}
    assert [item.layer for item in clone.dna.items] == ["L4"]
    assert clone.texts is None


def test_a_flat_folder_holds_documents_texts_and_dna_together(tmp_path: Path) -> None:
    write(tmp_path, "SOUL.md", "x")
    write(tmp_path, "talk.txt", "words")
    write(tmp_path, "HEURISTICAS.yaml", "heuristicas: [{id: H1}]\n")
    write(tmp_path, "study.yaml", "values: [{id: V1}]\n")
    clone = read_clone(tmp_path)
    assert clone.root == clone.folder == tmp_path
    assert clone.texts is not None
    assert [text.path for text in clone.texts] == ["talk.txt"]
    assert [item.id for item in clone.dna.items] == ["H1"]


def test_a_plain_folder_of_texts_is_a_clone_without_documents(tmp_path: Path) -> None:
    write(tmp_path, "a/one.txt", "words")
    clone = read_clone(tmp_path, "Ada")
    assert (clone.name, dict(clone.documents)) == ("Ada", {})
    assert clone.texts is not None
    assert len(clone.texts) == 1


def test_broken_parts_become_problems_and_the_rest_is_read(root: Path) -> None:
    own = root / "agents" / "persons" / "ODA BRENNICK"
    (own / "DNA-CONFIG.yaml").write_text("a: [\n", encoding="utf-8")
    (own / "memory.md").write_bytes(b"\0\1\2")
    write(root, "knowledge/external/dna/persons/oda-brennick/FRAMEWORKS.yaml", "x: {")
    clone = read_clone(root)
    assert set(clone.documents) == {"SOUL", "DNA-CONFIG"}
    assert dict(clone.config) == {}
    assert len(clone.dna.items) == 1
    assert {Path(fault.file).name for fault in clone.problems} == {
        "DNA-CONFIG.yaml",
        "memory.md",
        "FRAMEWORKS.yaml",
        "scan.pdf",
    }


def test_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such folder"):
        read_clone(tmp_path / "nobody")
