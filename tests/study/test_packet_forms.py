"""Packets as forms: exported, filled in as CSV, imported; the same answers give the same result as the page's."""

import csv
import json
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from blind_studies import blind_study
from dealt_studies import pair_items, pair_study
from result_files import answers_to, result_of, written
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.page.packet_document import packet_name
from ringtrue.store.keys import sealed_keys
from ringtrue.study.offline_packets import documents_of
from ringtrue.study.packet_forms import COLUMNS, README
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

GOLD = "The harbour wakes before the town does, and nobody thanks it. A rope remembers every hand that held it well."
Cells = dict[str, str]


def pairs(folder: Path, raters: tuple[str, ...] = ("anna", "ben", "cleo"), **options: Any) -> Study:
    """A dealt study of pairs with a sample and its check."""
    study = pair_study(folder, pair_items(5, 4), grade="both", gold="gold.txt")
    (folder / "gold.txt").write_text(GOLD, encoding="utf-8")
    study = Study.open(folder, who="tester")
    study.deal(list(raters), force=True, why="a small study", controls=4, **options)
    return study


def documents(study: Study) -> dict[str, dict[str, Any]]:
    """The packet documents of a study by the names of their packets."""
    with study.records() as records:
        packets = records.packets()
    made = documents_of(study, packets)
    return {packet_name(one.packet.token)[:6]: made.of(one.packet.token, hosted=False) for one in packets}


def varied(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Answers that differ from card to card and from rater to rater."""
    answers = answers_to(document)
    asked = {ask["name"]: ask for kind in document["kinds"].values() for ask in kind["questions"]}
    for one in answers:
        turn = int(sha256(f"{one['card']}{one['question']}".encode()).hexdigest(), 16)
        ask = asked[one["question"]]
        if ask["type"] in ("bipolar", "steps"):
            one["value"] = round(ask["low"]) + turn % (round(ask["high"] - ask["low"]) + 1)
        elif ask["type"] == "pick":
            one["value"] = "AB"[turn % 2]
        elif ask["type"] == "position":
            one["value"] = ("1", "2", "neither")[turn % 3]
        elif ask["type"] == "checklist":
            one["value"] = [(turn >> place) % 2 == 0 for place in range(len(one["value"]))]
    return answers


def filled(folder: Path, stem: str, answers: list[dict[str, Any]], document: Mapping[str, Any]) -> Cells:
    """The cells of a form as a platform exports them: the words of the choices, by column."""
    mapping = read_yaml(folder / COLUMNS).data
    (entry,) = [one for one in mapping["packets"] if one["packet"] == document["packet"]]
    words = {table: {value: word for word, value in meanings.items()} for table, meanings in mapping["words"].items()}
    given = {(one["card"], one["question"]): one["value"] for one in answers}
    right = {one["id"]: option for one in (document["gold"] or {"check": []})["check"] for option in one["options"]
             if sha256(f"{document['name']}{one['id']}{option}".encode()).hexdigest() == one["answer"]}  # fmt: skip
    cells = {}
    for column, holds in entry["columns"].items():
        assert column.startswith(stem)
        if "card" in holds:
            value = given.get((holds["card"], holds["question"]), "")
            value = value[holds["thing"] - 1] if "thing" in holds else value
            table = "yes or no" if "thing" in holds else holds["question"]
            cells[column] = str(words.get(table, {}).get(value, value))
        elif "consent" in holds:
            cells[column] = "Yes"
        elif "check" in holds:
            cells[column] = right[holds["check"]]
        else:
            table = words.get(f"about {holds['about']}")
            cells[column] = next(iter(table.values())) if table else "12"
    return cells


def as_csv(path: Path, *rows: Cells) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        sheet = csv.writer(file)
        sheet.writerow(["Submitted at", *rows[0]])
        sheet.writerows([["2026-11-18 10:00", *row.values()] for row in rows])
    return path


def by_form(study: Study, place: Path) -> list[Path]:
    """The forms of every packet filled in, as CSV files."""
    study.export(place, form="form")
    return [
        as_csv(place / f"{stem}-filled.csv", filled(place, stem, varied(document), document))
        for stem, document in documents(study).items()
    ]


def by_page(study: Study, place: Path) -> list[Path]:
    place.mkdir()
    return [
        written(place / f"{stem}.json", result_of(document, varied(document)))
        for stem, document in documents(study).items()
    ]


def scored(study: Study) -> dict[str, Any]:
    study.unblind()
    study.score(replicates=50)
    return json.loads((study.folder / "result.json").read_text(encoding="utf-8"))


def test_the_same_answers_by_form_and_by_page_give_the_same_result(tmp_path: Path) -> None:
    study = pairs(tmp_path / "one")
    shutil.copytree(study.folder, tmp_path / "two")
    other = Study.open(tmp_path / "two", who="tester")
    # 5 pairs, 4 controls and an attention card, each with eight questions
    assert study.take_in(by_page(study, tmp_path / "pages")) == 3 * 10 * 8
    forms = by_form(other, tmp_path / "forms")
    assert other.take_in(forms, columns=tmp_path / "forms" / COLUMNS) == 3 * 10 * 8
    first, second = scored(study), scored(other)
    assert first["estimates"] == second["estimates"]
    assert first["sound_verdict"] == second["sound_verdict"]
    assert first["counts"]["ratings"] > 0
    assert not any("did not come from sealed" in reason for reason in second["sound_verdict"]["reasons"])


def test_picks_checklists_and_positions_of_the_blind_protocol_come_back_too(tmp_path: Path) -> None:
    study = blind_study(tmp_path / "one", controls=4, edges=4)
    study.deal(["anna", "ben"], force=True, why="small", controls=2)
    shutil.copytree(study.folder, tmp_path / "two")
    other = Study.open(tmp_path / "two", who="tester")
    study.take_in(by_page(study, tmp_path / "pages"))
    other.take_in(by_form(other, tmp_path / "forms"), columns=tmp_path / "forms" / COLUMNS)
    assert scored(study)["estimates"] == scored(other)["estimates"]
    assert scored(other)["estimates"]["trapped"]["value"] is not None


@pytest.fixture
def exported(tmp_path: Path) -> tuple[Study, Path]:
    study = pairs(tmp_path / "study", ("anna",))
    study.export(tmp_path / "forms", form="form")
    return study, tmp_path / "forms"


def form_of(exported: tuple[Study, Path]) -> tuple[Cells, dict[str, Any]]:
    study, folder = exported
    ((stem, document),) = documents(study).items()
    return filled(folder, stem, varied(document), document), document


def refused(exported: tuple[Study, Path], *rows: Cells) -> str:
    study, folder = exported
    with pytest.raises(BadInput) as caught:
        study.take_in([as_csv(folder / "filled.csv", *rows)], columns=folder / COLUMNS)
    return str(caught.value)


def test_the_form_holds_every_text_and_question_on_the_side_dealt_and_no_key(exported: tuple[Study, Path]) -> None:
    study, folder = exported
    _, document = form_of(exported)
    files = sorted(path.name for path in folder.iterdir())
    assert files == [README, "anna-1.csv", "anna-1.md", COLUMNS]
    markdown = (folder / "anna-1.md").read_text(encoding="utf-8")
    with (folder / "anna-1.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for card in document["cards"]:
        a, b = (f"Text {side}:\n\n{text}" for side, text in zip("AB", card["texts"], strict=True))
        assert markdown.index(a) < markdown.index(b)
        assert {a, b} <= {row["question"] for row in rows}
    columns = [row["column"] for row in rows if row["column"]]
    assert len(columns) == len(set(columns))
    (voice,) = [row for row in rows if row["column"].endswith("-01-voice")]
    assert voice["choices"] == "Definitely A | Rather A | Hard to tell | Rather B | Definitely B"
    assert voice["required"] == "yes"
    assert GOLD in markdown
    everything = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir())
    for word in ("compressed", "full", "control", "attention"):
        assert word not in everything.replace("fully", ""), word
    with study.records() as records:
        for entries in sealed_keys(records).values():
            assert all(entry["item"] not in everything for entry in entries.values() if entry["role"] != "attention")


def test_exporting_again_replaces_the_forms_and_other_studies_are_not_overwritten(
    exported: tuple[Study, Path], tmp_path: Path
) -> None:
    study, folder = exported
    before = (folder / "anna-1.md").read_bytes()
    study.export(folder, form="form")
    assert (folder / "anna-1.md").read_bytes() == before
    with pytest.raises(BadInput, match="another study"):
        pairs(tmp_path / "other").export(folder, form="form")


@pytest.mark.parametrize(
    ("part", "cell", "what"),
    [
        ("-consent-", "No", "consent was refused"),
        ("-check-", "Something else entirely.", "check on the sample was not passed"),
        ("-voice", "quite near", "The mapping has no value for these words."),
        ("-vibe_a", "9", "The value is not valid"),
        ("-consent-", "perhaps", "The mapping has no value for these words."),
    ],
)
def test_what_a_page_would_not_take_is_refused_in_a_form_too(
    exported: tuple[Study, Path], part: str, cell: str, what: str
) -> None:
    cells, _ = form_of(exported)
    column = next(name for name in cells if part in name)
    assert what in refused(exported, cells | {column: cell})


def test_a_form_is_one_row_of_one_packet_with_all_its_columns(exported: tuple[Study, Path]) -> None:
    cells, _ = form_of(exported)
    assert "this file has 2" in refused(exported, cells, cells)
    assert "this file has 0" in refused(exported, dict.fromkeys(cells, ""))
    column = next(name for name in cells if name.endswith("-01-voice"))
    assert f"There is no column {column}" in refused(exported, {k: v for k, v in cells.items() if k != column})
    assert "no column of a packet" in refused(exported, {"answer": "A"})


def test_a_form_left_unfinished_is_partial_and_can_be_completed(exported: tuple[Study, Path]) -> None:
    study, folder = exported
    cells, _ = form_of(exported)
    column = next(name for name in cells if name.endswith("-01-voice"))
    study.take_in([as_csv(folder / "first.csv", cells | {column: ""})], columns=folder / COLUMNS)
    with study.records() as records:
        assert [one.state for one in records.packet_standings()] == ["partial"]
    study.take_in([as_csv(folder / "whole.csv", cells)], columns=folder / COLUMNS)
    with study.records() as records:
        assert [one.state for one in records.packet_standings()] == ["returned"]
    assert "was returned already" in refused(exported, cells | {column: "Rather B"})


def test_texts_that_were_not_those_of_the_card_and_other_studies_are_refused(
    exported: tuple[Study, Path], tmp_path: Path
) -> None:
    _, folder = exported
    cells, _ = form_of(exported)
    data = read_yaml(folder / COLUMNS).data
    card = next(iter(data["packets"][0]["cards"]))
    data["packets"][0]["cards"][card].reverse()
    write_yaml(folder / COLUMNS, data)
    assert "not those of the card, in their order" in refused(exported, cells)
    other = pairs(tmp_path / "other", ("zoe",))
    assert "This study issued no such packet" in refused((other, folder), cells)


def test_consent_to_a_text_that_has_changed_since_is_no_consent(exported: tuple[Study, Path]) -> None:
    study, _ = exported
    cells, _ = form_of(exported)
    with (study.folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write('rating: {title: "Another title"}\n')
    changed = Study.open(study.folder, who="tester")
    assert "consent was given to another text" in refused((changed, exported[1]), cells)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"packets": "none"}, "packets"),
        ({"pockets": []}, "unknown key 'pockets'"),
        ({"words": {"voice": 3}}, "a table of words"),
    ],
)
def test_a_faulty_mapping_is_refused(exported: tuple[Study, Path], change: dict[str, Any], what: str) -> None:
    _, folder = exported
    cells, _ = form_of(exported)
    data = read_yaml(folder / COLUMNS).data
    for key, value in change.items():
        data[key] = value
    write_yaml(folder / COLUMNS, data)
    assert what in refused(exported, cells)
