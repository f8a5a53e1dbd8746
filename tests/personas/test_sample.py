"""The sample person holds together: counts, shares, citations, lengths, and no sentence that stands twice."""

import csv
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import ringtrue.personas
from ringtrue.files import read_yaml
from ringtrue.formats.character_card import read_card
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.items import read_items
from ringtrue.judge import read_judgments
from ringtrue.judge.model import Scores, read_scores
from ringtrue.protocols import load
from ringtrue.sources import Shelf, check_item, read_clone, read_person_texts
from ringtrue.sources.checking import check_text, reference_of
from ringtrue.sources.resolution import Missing, resolve
from ringtrue.terms import Card, Item

ROOT = Path(ringtrue.personas.__file__).parent
PERSON = ROOT / "oda-brennick"
INBOX = PERSON / "inbox" / "ODA BRENNICK"
CLONES = ("faithful", "drifted", "caricature")
SPEAKERS = (*CLONES, "generic")
RATERS = {f"simulated-{number}" for number in range(1, 8)}
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


def test_the_self_control_has_other_words_of_hers_of_the_same_length(suite: list[Item]) -> None:
    again = [item for item in suite if "self" in item.fields]
    assert len(again) >= 6
    shelf = Shelf(PERSON)
    for item in again:
        other, real = str(item.fields["self"]), str(item.fields["real"])
        found = resolve(reference_of(str(item.fields["self_citation"])), shelf, other)
        assert not isinstance(found, Missing), item.id
        assert abs(len(other.split()) - len(real.split())) <= 0.2 * len(real.split()), item.id
        assert not set(runs(other)) & set(runs(real)), item.id
        assert other.endswith("."), item.id


def test_the_generic_bot_was_recorded_from_the_embedded_model_and_says_how(suite: list[Item]) -> None:
    given = answers("generic")
    scenarios = [item.id for item in read_scenarios(PERSON / "suites" / "scenarios.yaml")]
    pairs = [f"ODA-{domain}" for domain in ("TECH", "ANAL", "PHIL", "SELF", "NARR")]
    assert [answer["item"] for answer in given] == [*(item.id for item in _by_part(suite)), *scenarios, *pairs, *pairs]
    for answer in given:
        meta: dict[str, object] = answer["meta"]  # type: ignore[assignment]
        assert meta["recorded"] == "from SmolLM2-135M-Instruct without a persona"
        assert {"model", "temperature", "max_tokens", "seed"} <= meta.keys()
        assert answer["text"].strip() == answer["text"] != ""
    assert not any("Brennick" in answer["text"] for answer in given)


def _by_part(suite: list[Item]) -> list[Item]:
    """The suite in the order the recording asks it: quotes, style, then decisions and edge cases."""
    parts = {"quote": 0, "style": 1, "decision": 2, "edge": 2}
    return sorted(suite, key=lambda item: parts[item.kind])


@pytest.mark.parametrize("name", SPEAKERS)
def test_the_ratings_are_taken_in_whole_and_say_that_they_are_simulated(name: str, suite: list[Item]) -> None:
    given = read_judgments(PERSON / "ratings" / f"blind-{name}.csv", load("blind"), suite)
    assert {answer.rating.rater for answer in given} == RATERS
    rated = Counter(answer.rating.rater for answer in given if answer.rating.speaker == "clone")
    everything = max(rated.values())
    assert sorted(rated.values()).count(everything) == 6  # one leaves early
    assert rated["simulated-6"] < everything
    for control in ("generic", "self"):
        cards = Counter(answer.rating.rater for answer in given if answer.rating.speaker == control)
        assert set(cards.values()) == {6}
        assert set(cards) == RATERS


def test_one_rater_does_not_look_and_one_tires() -> None:
    rows = _rows("blind-generic.csv")
    seconds = {rater: [float(row["seconds"]) for row in rows if row["rater"] == rater] for rater in RATERS}
    middle = {rater: sorted(times)[len(times) // 2] for rater, times in seconds.items()}
    assert middle["simulated-6"] < 15 < min(time for rater, time in middle.items() if rater != "simulated-6")
    found = {rater: _found(rows, rater) for rater in RATERS}
    assert sum(found["simulated-6"]) / len(found["simulated-6"]) < 0.85
    assert all(
        sum(picks) / len(picks) > 0.9 for rater, picks in found.items() if rater in ("simulated-1", "simulated-2")
    )
    missed = [  # of the style lists a bot was ticked on: tired, every second tick is a coin's
        [row["value"].count("1") / len(row["value"].split(";")) for row in part if row["question"] == "tone"]
        for part in _halves([row for row in rows if row["rater"] == "simulated-7"])
    ]
    assert sum(missed[1]) / len(missed[1]) > sum(missed[0]) / len(missed[0])


def _rows(name: str) -> list[dict[str, str]]:
    with (PERSON / "ratings" / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _found(rows: list[dict[str, str]], rater: str) -> list[bool]:
    """Whether the rater found the person beside the bot, card by card."""
    picks = [row for row in rows if row["question"] == "found" and row["speaker"] != "self"]
    return [row["value"] == "real" for row in picks if row["rater"] == rater]


def _halves(rows: list[dict[str, str]]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """What was answered before the rater tired, and after: cards in order, 84 of them first."""
    cards = list(dict.fromkeys((row["item"], row["speaker"]) for row in rows))
    early = set(cards[:84])
    return (
        [row for row in rows if (row["item"], row["speaker"]) in early],
        [row for row in rows if (row["item"], row["speaker"]) not in early],
    )


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


def test_the_pairs_are_rated_by_seven_on_five() -> None:
    for name in ("compressed", "name-only", "generic"):
        rows = [row for row in _rows(f"pairs-{name}.csv") if row["speaker"] == "compressed"]
        assert Counter(row["question"] for row in rows) == dict.fromkeys(("voice", "vibe", "logic"), 35)
        assert {row["rater"] for row in rows} == RATERS


def test_the_ratings_are_what_the_script_draws(tmp_path: Path) -> None:
    tools = Path(__file__).resolve().parents[2] / "tools"
    code = "import pathlib, sys; import sample_ratings as made; made.RATINGS = pathlib.Path(sys.argv[1]); made.main()"
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
    slots = read_yaml(PERSON / "suites" / "recognition-slots.yaml").data
    assert slots["scope"] in load("recognition").scopes
    assert len(slots["decoys"]) == 3
    assert slots["substitute"]
    assert not set(slots["substitute"]) & set(slots["anchor"])
    assert slots["checksum"]
    assert slots["phrase"] not in slots["checksum"]
    assert slots["non_claims"]


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
