""""""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pair_studies import pair_study
from ringtrue.page.packet_document import packet_name
from ringtrue.store.keys import sealed_keys
from ringtrue.study.offline_packets import documents_of, export_note
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

SECRETS = ("SECRETDECISION", "SECRETREASON", "SECRETNOTE", "SECRETTAG", "SECRETPATH")
BLIND = """\
- id: CLONEQUOTE
  kind: quote
  prompt: On rain
  status: accepted
  topic: rain
  real: Rain is the clerk of heaven and it is never once late for work here.
  citation: ["^[RAIZ:/SECRETPATH.txt:L1-2]"]
  notes: SECRETNOTE
  tags: {difficulty: SECRETTAG}
  responses: {clone: Rain is a quiet guest who never wipes his feet before he comes in}
- id: CLONEDECISION
  kind: decision
  prompt: Sell the boat?
  constraints: [before June]
  status: accepted
  real_decision: SECRETDECISION
  real_reasoning: SECRETREASON
  criteria: [It names a price, It waits, It asks the family, It gives a reason, It declines]
  responses: {clone: Not before the tide has paid for it.}
- id: CLONESTYLE
  kind: style
  prompt: Describe a harbour.
  status: accepted
  references: [{path: SECRETPATH, excerpt: SECRETREASON}]
  checklist: {tone: [dry, warm], cadence: [short]}
  responses: {clone: Ropes and gulls and arithmetic and then some tar.}
- id: CLONEEDGE
  kind: edge
  prompt: Is thrift a virtue?
  status: accepted
  subtype: paradox
  expected: THEIRVIEW
  trap: ANYBODYSVIEW
  criteria: [It says both, It gives a case, It does not preach, It ends open, It is short]
  responses: {clone: It is one until the roof leaks and then it is a bucket.}
"""


@pytest.fixture(scope="module")
def blind(tmp_path_factory: pytest.TempPathFactory) -> Study:
    study = Study.create(tmp_path_factory.mktemp("blind") / "study", protocol="blind")
    (study.folder / "items.yaml").write_text(BLIND, encoding="utf-8")
    study.deal(["anna", "ben"], force=True, why="a small study")
    return study


def dealt(folder: Path) -> Study:
    study = pair_study(folder / "study", "lite", count=5)
    study.deal(["anna", "Ben / né Ö", "ben"], session=4, force=True, why="a small study")
    return study


@pytest.fixture(scope="module")
def lite(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A study to look at."""
    return dealt(tmp_path_factory.mktemp("lite"))


@pytest.fixture
def own(tmp_path: Path) -> Study:
    """A study of one's own, to change."""
    return dealt(tmp_path)


def tokens(study: Study) -> list[str]:
    with study.records() as records:
        return [record.packet.token for record in records.packets()]


def texts(value: Any) -> Iterator[str]:
    """Every text of a document, keys among them."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("hosted", [True, False])
def test_nothing_that_tells_the_answer_is_in_a_document(blind: Study, hosted: bool) -> None:
    for token in tokens(blind):
        whole = json.dumps(blind.packet_document(token, hosted=hosted), ensure_ascii=False)
        for secret in (*SECRETS, "CLONE", "anna", "ben", "difficulty", "speaker", "toward", "paradox"):
            assert not re.search(rf"\b{secret}", whole), secret


def test_expected_position_and_trap_stand_on_the_card_without_a_word_on_which_is_which(blind: Study) -> None:
    orders = set()
    for token in tokens(blind):
        document = blind.packet_document(token, hosted=False)
        whole = json.dumps(document, ensure_ascii=False)
        assert not re.search(r"(?i)\btrap|\bexpected", re.sub("THEIRVIEW|ANYBODYSVIEW", "", whole))
        orders |= {tuple(card["lists"]["positions"]) for card in document["cards"] if "VIEW" in json.dumps(card)}
    assert orders == {("THEIRVIEW", "ANYBODYSVIEW"), ("ANYBODYSVIEW", "THEIRVIEW")}  # balanced over two raters


def test_every_text_of_a_card_is_the_prompt_a_response_or_a_thing_to_tick(blind: Study) -> None:
    document = blind.packet_document(tokens(blind)[0], hosted=False)
    attention = {card["id"] for card in document["cards"]} - {card for card, item in placed(blind) if "CLONE" in item}
    allowed = " ".join(BLIND.split())
    for card in document["cards"]:
        if card["id"] not in attention:
            shown = [card["prompt"], *card["texts"], *(thing for things in card["lists"].values() for thing in things)]
            for text in (line.removeprefix("- ") for one in shown for line in one.splitlines() if line):
                assert text in allowed


def placed(study: Study) -> Iterator[tuple[str, str]]:
    """Card and item of every card dealt, from the key."""
    with study.records() as records:
        for cards in sealed_keys(records).values():
            yield from ((card, str(entry["item"])) for card, entry in cards.items())


def test_the_key_is_not_opened_by_making_pages(blind: Study, tmp_path: Path) -> None:
    blind.export(tmp_path / "pages")
    with blind.records() as records:
        records.save_answers(tokens(blind)[0], [], who="tester")  # refused once the key is open


def test_lists_come_with_the_cards_that_have_them(blind: Study) -> None:
    document = blind.packet_document(tokens(blind)[0], hosted=True)
    items = dict(placed(blind))
    lists = {items[card["id"]]: list(card["lists"]) for card in document["cards"]}
    assert lists["CLONEQUOTE"] == []
    assert lists["CLONEDECISION"] == ["criteria"]
    assert lists["CLONESTYLE"] == ["checklist.tone", "checklist.cadence"]


def test_sessions_are_counted_per_rater(lite: Study) -> None:
    with lite.records() as records:
        packets = records.packets()
    documents = documents_of(lite, packets)
    anna = [record.packet.token for record in packets if record.packet.rater == "anna"]
    assert [documents.session(token) for token in anna] == [(number, len(anna)) for number in range(1, len(anna) + 1)]
    assert len(anna) == 2
    assert documents.of(anna[1], hosted=True)["session"] == {"number": 2, "of": 2}


def test_a_foreign_or_withdrawn_packet_has_no_document(own: Study) -> None:
    first = tokens(own)[0]
    with pytest.raises(BadInput, match="no such packet"):
        own.packet_document("foreign", hosted=True)
    with own.records() as records:
        records.change_packet(first, "withdrawn", who="tester", why="ill")
        documents = documents_of(own, records.packets())
    assert first not in documents
    assert tokens(own)[1] in documents
    with pytest.raises(BadInput, match="no such packet"):
        own.packet_document(first, hosted=True)


def test_one_page_for_each_packet_that_is_out(lite: Study, tmp_path: Path) -> None:
    pages = lite.export(tmp_path / "deep" / "pages")
    assert len(pages) == len(tokens(lite)) == 6
    named = {page.name for page in pages}
    assert {"anna-1.html", "anna-2.html", "ben-1.html", "ben-2.html"} < named
    assert all(re.fullmatch(r"[\w.-]+-[12]\.html", name) for name in named)
    read = [
        json.loads(re.findall(r'id="ringtrue-document">(.*?)</script>', page.read_text("utf-8"))[0]) for page in pages
    ]
    assert [document["packet"] for document in read] == tokens(lite)


def test_names_that_differ_in_case_only_get_files_of_their_own(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    study.deal(["R1", "r1", "r 1", "r_1", "..", "CON"], force=True, why="a small study")
    names = [page.name for page in study.export(tmp_path / "pages")]
    assert len({name.casefold() for name in names}) == 6
    assert names[0] == "R1-1.html"
    assert "rater-1.html" in names
    assert not any(name.startswith(".") for name in names)


def test_what_came_back_or_was_withdrawn_is_not_written_again(own: Study, tmp_path: Path) -> None:
    with own.records() as records:
        records.change_packet(tokens(own)[0], "withdrawn", who="tester", why="ill")
    assert len(own.export(tmp_path / "pages")) == 5


def test_nothing_out_is_refused_with_what_to_do(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    with pytest.raises(BadInput) as refusal:
        study.export(tmp_path / "pages")
    assert "ringtrue deal" in refusal.value.problems[0].remedy
    assert not (tmp_path / "pages").exists()


def test_after_the_key_is_open_no_page_is_made(own: Study, tmp_path: Path) -> None:
    own.unblind(early=True, why="a test")
    with pytest.raises(BadInput, match="key was opened"):
        own.export(tmp_path / "pages")


def test_the_longest_names_make_files(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    study.deal(["語" * 79 + "一", "語" * 80], force=True, why="a small study")
    names = [page.name for page in study.export(tmp_path / "pages")]
    assert names == [f"{'語' * 60}-1.html", f"{'語' * 60}-1-2.html"]


def test_a_folder_that_cannot_be_made_is_refused(lite: Study, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be made"):
        lite.export(tmp_path / "file" / "pages")


def test_exporting_again_gives_the_same_pages(lite: Study, tmp_path: Path) -> None:
    first = [page.read_bytes() for page in lite.export(tmp_path / "a")]
    assert [page.read_bytes() for page in lite.export(tmp_path / "b")] == first


def test_hosted_and_offline_differ_in_the_token_alone(lite: Study) -> None:
    token = tokens(lite)[0]
    hosted, offline = (lite.packet_document(token, hosted=hosted) for hosted in (True, False))
    assert hosted == offline | {"packet": None, "hosted": True}
    assert hosted["name"] == packet_name(token)
    assert token not in "".join(texts(hosted))


def test_the_consent_form_is_the_text_of_the_page(lite: Study) -> None:
    consent = lite.packet_document(tokens(lite)[0], hosted=True)["consent"]
    form = lite.consent_form()
    assert all(paragraph in form for paragraph in consent["paragraphs"])
    assert consent["hash"][:12] in form


def test_a_study_without_consent_has_no_form(own: Study) -> None:
    file = own.folder / "study.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "rating: {consent: false}\n", encoding="utf-8")
    assert Study.open(own.folder).consent_form() == ""


def test_the_note_names_pages_raters_and_the_way_back(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    note = export_note(study, [("anna", Path("anna-1.html")), ("a longer name", Path("a_longer_name-1.html"))])
    lines = note.splitlines()
    assert "  rater          page" in lines
    assert "  anna           anna-1.html" in lines
    assert "  a longer name  a_longer_name-1.html" in lines
    assert f"ringtrue import {study.folder} FILE..." in note
    assert f"ringtrue serve {study.folder}" in note
    assert max(map(len, lines)) <= 120 + len(str(study.folder))


def test_the_note_lies_beside_the_pages(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    study.deal(["anna"], force=True, why="a small study")
    study.export(tmp_path / "pages")
    assert "anna-1.html" in (tmp_path / "pages" / "README.txt").read_text(encoding="utf-8")
