"""The sample person holds together: counts, shares, citations, lengths, and no sentence that stands twice."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import ringtrue.personas
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.items import read_items
from ringtrue.protocols import load
from ringtrue.sources import Shelf, check_item, read_clone, read_person_texts
from ringtrue.sources.checking import check_text
from ringtrue.terms import Item

ROOT = Path(ringtrue.personas.__file__).parent
PERSON = ROOT / "oda-brennick"
INBOX = PERSON / "inbox" / "ODA BRENNICK"
CLONES = ("faithful", "drifted", "caricature")
RUN = 7  # words in a row that nobody uses twice by chance


@pytest.fixture(scope="module")
def suite() -> list[Item]:
    return read_items(PERSON / "suites" / "blind.yaml", load("blind"))


def answers(name: str) -> list[dict[str, str]]:
    lines = (PERSON / "answers" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def runs(text: str) -> Iterator[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))
    return zip(*(words[start:] for start in range(RUN)), strict=False)


def said() -> dict[tuple[str, ...], str]:
    return {run: path.name for path in sorted(INBOX.rglob("*.txt")) for run in runs(path.read_text(encoding="utf-8"))}


def test_the_sources_are_many_dated_and_long_enough() -> None:
    read = read_person_texts(INBOX)
    assert len(read.texts) >= 25
    assert sum(len(text.split()) for text in read.texts) >= 13_000
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
    shelf = clone.shelf()
    assert [problem for text in clone.documents.values() for problem in check_text(text, shelf)] == []
    assert len(clone.dna.items) == 30


def test_the_suite_has_the_shares_and_splits_of_the_document(suite: list[Item]) -> None:
    assert Counter(item.kind for item in suite) == {"quote": 30, "decision": 25, "style": 25, "edge": 20}
    quotes = [item for item in suite if item.kind == "quote"]
    assert Counter(item.tags["difficulty"] for item in quotes) == {"easy": 10, "medium": 12, "hard": 8}
    edges = Counter(item.fields["subtype"] for item in suite if item.kind == "edge")
    assert edges == {"paradox": 5, "nuance": 5, "contradiction": 3, "evolution": 4, "boundary": 3}
    assert sum(bool(item.fields.get("cross_domain")) for item in suite) >= 5
    assert all(len(item.fields["criteria"]) >= 5 for item in suite if item.kind in ("decision", "edge"))
    assert all(len({one["path"] for one in item.fields["references"]}) >= 3 for item in suite if item.kind == "style")
    assert all(len(item.fields["citation"]) >= 2 for item in suite if item.fields.get("subtype") == "paradox")
    assert all(item.fields["timestamps"] for item in suite if item.fields.get("subtype") == "evolution")


def test_every_item_cites_what_stands_in_the_sources(suite: list[Item]) -> None:
    shelf = Shelf(PERSON)
    assert [problem for item in suite for problem in check_item(item, shelf, "blind.yaml")] == []


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
    quotes = {item.id: len(str(item.fields["real"]).split()) for item in suite if item.kind == "quote"}
    assert [item for item, real in quotes.items() if abs(words[item] - real) > 0.2 * real] == []
    assert [item.id for item in suite if item.kind == "style" and not 200 <= words[item.id] <= 500] == []


def test_no_clone_repeats_the_sources_or_another_clone() -> None:
    known = said()
    repeated = []
    for name in (*CLONES, "pairs"):
        own = {run for answer in answers(name) for run in runs(answer["text"])}
        repeated += [(name, known[run], " ".join(run)) for run in own if run in known]
        known |= dict.fromkeys(own, name)
    assert repeated == []


def test_five_pairs_have_two_runs_of_three_speakers() -> None:
    given = Counter((answer["item"], answer["speaker"]) for answer in answers("pairs"))
    domains = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
    speakers = ("full", "compressed", "name-only")
    assert given == {(f"ODA-{domain}", speaker): 2 for domain in domains for speaker in speakers}


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
    shared = [" ".join(run) for path in files for run in runs(path.read_text(encoding="utf-8")) if run in theirs]
    assert shared == []
