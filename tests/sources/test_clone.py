"""A clone is found in its usual places and read as far as it can be."""

from pathlib import Path

import pytest

from ringtrue.sources.citation_check import check_text
from ringtrue.sources.clone import find_clones, read_clone, read_prompt
from ringtrue.terms.problem import BadInput

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
    write(tmp_path, "inbox/Oda Brennick/TALKS/scan.png", "x")
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
    assert [fault.what for fault in clone.problems] == [
        "Only text, caption, web page, chat, Word and PDF files are read."
    ]


def test_its_own_folder_leads_to_the_same(root: Path) -> None:
    own = read_clone(root / "agents" / "persons" / "ODA BRENNICK")
    assert own.root == root.resolve()
    assert own.dna == read_clone(root).dna
    assert own.texts is not None
    assert len(own.texts) == 1


def test_citations_of_its_documents_are_checked_on_its_shelf(root: Path) -> None:
    clone = read_clone(root)
    faults = check_text(clone.documents["SOUL"], clone.source_index())
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
        "scan.png",
    }


def test_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such folder"):
        read_clone(tmp_path / "nobody")


# A prompt is a file as it stands, or composed from a clone's folder with labelled sections.


def write_prompt(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_taken_to_the_letter(tmp_path: Path) -> None:
    path = write_prompt(tmp_path, "prompt.md", "# You are Oda.\n\n  Speak *so*.\n")
    prompt = read_prompt(path)
    assert prompt.text == "# You are Oda.\n\n  Speak *so*.\n"
    assert prompt.origin == str(path)
    assert prompt.notes == ()


def test_another_encoding_is_read_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_bytes("Você é Oda.".encode("latin-1"))
    prompt = read_prompt(path)
    assert prompt.text == "Você é Oda."
    assert prompt.notes == ("The prompt is not UTF-8; it was read as cp1252.",)


def test_a_folder_is_composed_with_a_heading_for_each_part(tmp_path: Path) -> None:
    write_prompt(tmp_path, "soul.md", "I listen first.")
    write_prompt(tmp_path, "MEMORY.md", "The fire of 2009.")
    write_prompt(tmp_path, "DNA-CONFIG.yaml", "weights: {ear: 1}")
    prompt = read_prompt(tmp_path)
    places = [prompt.text.index(words) for words in ("I listen first.", "The fire of 2009.", "weights: {ear: 1}")]
    assert places == sorted(places)
    assert prompt.text.count("\n# ") == 3
    assert prompt.text.startswith("You speak as the person described below")
    assert prompt.origin == f"{tmp_path} (soul.md, MEMORY.md, DNA-CONFIG.yaml)"
    assert prompt.notes == ()


def test_what_is_not_there_is_noted(tmp_path: Path) -> None:
    write_prompt(tmp_path, "SOUL.md", "I listen first.")
    assert read_prompt(tmp_path).notes == ("Made without MEMORY.md, DNA-CONFIG.yaml.",)


def test_a_ready_prompt_in_the_folder_wins_and_says_so(tmp_path: Path) -> None:
    write_prompt(tmp_path, "SYSTEM-PROMPT.md", "You are Oda.")
    write_prompt(tmp_path, "SOUL.md", "I listen first.")
    prompt = read_prompt(tmp_path)
    assert prompt.text == "You are Oda."
    assert prompt.notes == ("SYSTEM-PROMPT.md is used unchanged; not added: SOUL.md.",)


def test_a_large_prompt_is_noted_and_not_cut(tmp_path: Path) -> None:
    path = write_prompt(tmp_path, "prompt.md", "word " * 1000)
    prompt = read_prompt(path, budget=1000)
    assert prompt.text == "word " * 1000
    assert prompt.notes == ("The prompt has about 1,429 tokens, more than 1,000: check what the model can hold.",)


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("prompt.md", " \n", "The prompt is empty"),
        ("SOUL.md", "", "The prompt is empty"),
        ("x.bin", "\0", "not a text"),
    ],
)
def test_nothing_to_say_is_refused(tmp_path: Path, name: str, text: str, what: str) -> None:
    path = write_prompt(tmp_path, name, text)
    with pytest.raises(BadInput, match=what):
        read_prompt(tmp_path if name == "SOUL.md" else path)


def test_a_folder_without_any_of_them_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="neither SYSTEM-PROMPT"):
        read_prompt(tmp_path)


def test_a_missing_file_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    write_prompt(tmp_path, "prompt.md", "x")
    with pytest.raises(BadInput) as refusal:
        read_prompt(tmp_path / "promt.md")
    assert refusal.value.problems[0].remedy == "Did you mean prompt.md?"
