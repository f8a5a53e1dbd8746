"""The sample person holds together: counts, shares, citations, lengths, and no sentence that stands twice."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from personas.sample_files import CLONES, INBOX, PERSON, ROOT, SPEAKERS, answers, blind_items, pair_controls, runs
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.character_card import read_card
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.judge.model.answer_parser import Scores, read_scores
from ringtrue.protocols.loader import load
from ringtrue.sources.citation_check import check_text
from ringtrue.sources.clone import read_clone
from ringtrue.sources.person_texts import read_person_texts
from ringtrue.terms.item import Card, Item


@pytest.fixture(scope="module")
def suite() -> list[Item]:
    return blind_items(control=False)


def said() -> dict[tuple[str, ...], str]:
    return {run: path.name for path in sorted(INBOX.rglob("*.txt")) for run in runs(path.read_text(encoding="utf-8"))}


def test_the_sources_are_many_dated_and_long_enough() -> None:
    read = read_person_texts(INBOX)
    assert len(read.texts) >= 40
    assert sum(len(text.split()) for text in read.texts) >= 16_500
    assert all(re.match(r"[A-Z]+/20\d\d-\d\d-\d\d ", name) for name in read.names)
    years = {name.split("/")[1][:4] for name in read.names}
    assert max(map(int, years)) - min(map(int, years)) >= 10
    assert {name.split("/")[0] for name in read.names} == {"INTERVIEWS", "LETTERS", "POSTS", "TALKS", "WORKSHOPS"}


def test_every_document_says_that_it_is_invented() -> None:
    assert all("are invented" in path.read_text(encoding="utf-8") for path in INBOX.rglob("*.txt"))


def test_her_sentences_keep_her_habits() -> None:
    text = " ".join(read_person_texts(INBOX).texts)
    assert not re.search(r"[!;]", text)
    assert not re.search(r"\b(passion|journey|amazing|leverage|legacy|authentic)\b", text, re.IGNORECASE)


def test_the_clones_folder_is_read_without_a_problem_and_every_citation_resolves() -> None:
    clone = read_clone(PERSON / "agents" / "persons" / "ODA-BRENNICK")
    assert clone.problems == ()
    index = clone.source_index()
    assert [problem for text in clone.documents.values() for problem in check_text(text, index)] == []
    assert len(clone.dna.items) == 30


def test_the_scenarios_are_accepted_as_they_are() -> None:
    read = read_scenarios(PERSON / "suites" / "scenarios.yaml")
    kinds = Counter(item.tags["type"] for item in read)
    assert kinds == {"strategic": 15, "tactical": 15, "people": 10, "stress": 12}


@pytest.mark.parametrize("name", CLONES)
def test_a_clone_answers_everything_once_at_the_length_asked_for(name: str, suite: list[Item]) -> None:
    given = answers(name)
    asked = [item.id for item in suite] + [item.id for item in read_scenarios(PERSON / "suites" / "scenarios.yaml")]
    assert [answer["item"] for answer in given] == asked
    assert {answer["speaker"] for answer in given} == {name}
    assert all(answer["meta"] == {"written": "for the sample"} for answer in given)
    words = {answer["item"]: len(answer["text"].split()) for answer in given}
    assert [item.id for item in suite if item.kind == "style" and not 200 <= words[item.id] <= 500] == []


def test_no_clone_repeats_the_sources_or_another_clone() -> None:
    known = said()
    repeated = []
    texts = {name: [str(answer["text"]) for answer in answers(name)] for name in (*CLONES, "pairs")}
    texts["pair controls"] = [str(pair["responses"]["full"]) for pair in pair_controls()]
    for name, given in texts.items():
        own = {run for text in given for run in runs(text)}
        repeated += [(name, known[run], " ".join(run)) for run in own if run in known]
        known |= dict.fromkeys(own, name)
    assert repeated == []


def test_five_pairs_have_two_runs_of_three_speakers() -> None:
    given = Counter((answer["item"], answer["speaker"]) for answer in answers("pairs"))
    domains = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
    speakers = ("full", "compressed", "name-only")
    assert given == {(f"ODA-{domain}", speaker): 2 for domain in domains for speaker in speakers}


def test_the_generic_bot_was_recorded_from_the_embedded_model_and_says_how(suite: list[Item]) -> None:
    given = answers("generic")
    scenarios = [item.id for item in read_scenarios(PERSON / "suites" / "scenarios.yaml")]
    pairs = [f"ODA-{domain}" for domain in ("TECH", "ANAL", "PHIL", "SELF", "NARR")]
    controls = [*_by_part(blind_items(control=True)), *(pair["id"] for pair in pair_controls())]
    assert [answer["item"] for answer in given] == [*_by_part(suite), *scenarios, *pairs, *pairs, *controls]
    for answer in given:
        meta = answer["meta"]
        assert meta["recorded"] == "from SmolLM2-135M-Instruct without a persona"
        assert {"model", "temperature", "max_tokens", "seed"} <= meta.keys()
        assert answer["text"].strip() == answer["text"] != ""
    assert not any("Brennick" in answer["text"] for answer in given)


def _by_part(items: list[Item]) -> list[str]:
    """Items in the order the recording asks it: quotes, style, then decisions and edge cases."""
    parts = {"quote": 0, "style": 1, "decision": 2, "edge": 2}
    return [item.id for item in sorted(items, key=lambda item: parts[item.kind])]


@pytest.mark.parametrize("name", SPEAKERS)
def test_the_judges_answers_are_complete_and_quote_what_was_said(name: str) -> None:
    said = {answer["item"]: answer["text"] for answer in answers(name)}
    protocol = load("scenarios")
    lines = (PERSON / "ratings" / f"scenarios-{name}.jsonl").read_text(encoding="utf-8").splitlines()
    judged = {line["item"]: line for line in map(json.loads, lines)}
    items = list(read_scenarios(PERSON / "suites" / "scenarios.yaml"))
    assert list(judged) == [item.id for item in items]
    for item in items:
        assert judged[item.id]["meta"] == {"made": "for the demo: no model judged"}
        card = Card("c", item.kind, item.prompt, (said[item.id],))
        assert isinstance(read_scores(judged[item.id]["text"], protocol, item, card), Scores), item.id


def test_the_judges_scores_are_what_the_script_draws(tmp_path: Path) -> None:
    tools = Path(__file__).resolve().parents[2] / "tools"
    code = "import pathlib, sys; import sample_judge as made; made.RATINGS = pathlib.Path(sys.argv[1]); made.main()"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=tools, check=True)
    for path in sorted(tmp_path.iterdir()):
        assert path.read_bytes() == (PERSON / "ratings" / path.name).read_bytes(), path.name


def test_the_character_card_is_the_same_in_both_forms_and_says_that_she_is_invented() -> None:
    cards = [read_card(PERSON / "cards" / f"oda-brennick.{form}") for form in ("json", "png")]
    assert cards[0] == cards[1]
    assert cards[0].version == 3
    assert "Invented" in cards[0].creator_notes
    assert "RAIZ" not in cards[0].description + cards[0].personality
    prompt = (PERSON / "agents" / "persons" / "ODA-BRENNICK" / "SYSTEM-PROMPT.md").read_text(encoding="utf-8")
    assert cards[0].system_prompt == prompt.strip()
    assert (PERSON / "cards" / "oda-brennick.png").stat().st_size < 60_000


def test_the_slots_of_the_recognition_sheet_are_filled() -> None:
    given = read_yaml(PERSON / "suites" / "recognition-slots.yaml").data
    sheet = load("recognition").sheet
    assert sheet is not None
    assert given["slots"].keys() == sheet.slots.keys()
    assert all(slot.usual != given["slots"][name] for name, slot in sheet.slots.items())
    assert "invented" in given["subject"]


def test_four_other_voices_have_their_say() -> None:
    others = [path for path in sorted((ROOT / "impostors").iterdir()) if path.is_dir()]
    assert len(others) == 4
    assert all(sum(len(text.split()) for text in read_person_texts(path).texts) >= 1500 for path in others)


def test_nothing_stands_in_the_documents_the_protocols_come_from() -> None:
    beside = Path(__file__).resolve().parents[2] / ".." / "shared"
    seeds = Path(os.environ.get("RINGTRUE_DATA", beside / "data")).parent / "seeds"
    if not seeds.is_dir():
        pytest.skip("the protocols' documents are not on this machine")
    theirs = {run for path in seeds.glob("*.txt") for run in runs(path.read_text(encoding="utf-8", errors="replace"))}
    files = [path for path in ROOT.rglob("*") if path.suffix in (".txt", ".md", ".yaml", ".jsonl")]
    ours = [path for path in files if path.name != "generic.jsonl"]  # which is a model's own
    shared = [" ".join(run) for path in ours for run in runs(path.read_text(encoding="utf-8")) if run in theirs]
    assert shared == []
