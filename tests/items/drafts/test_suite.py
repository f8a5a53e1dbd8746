"""Whole drafts: the sample person's pass every rule; a plain folder says what it cannot give; nothing is invented."""

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from ringtrue.items.drafts.suite import SuiteDraft, draft_suite
from ringtrue.protocols.loader import load
from ringtrue.sources.citation_check import check_item, folded
from ringtrue.sources.person_sources import PersonSources, read_sources
from ringtrue.study.suite_guard import PrimarySources, check_suite
from ringtrue.terms.item import Item

SAMPLE = Path(str(files("ringtrue.personas") / "oda-brennick"))


@pytest.fixture(scope="module")
def sources() -> PersonSources:
    return read_sources(SAMPLE)


@pytest.fixture(scope="module")
def draft(sources: PersonSources) -> SuiteDraft:
    return draft_suite(sources, load("blind"), seed=1)


def items_of(draft: SuiteDraft) -> list[Item]:
    head = ("id", "kind", "prompt", "tags", "status")
    return [
        Item(
            str(one["id"]),
            str(one["kind"]),
            str(one["prompt"]),
            tags=one["tags"],
            fields={key: value for key, value in one.items() if key not in head},
        )
        for one in draft.entries
    ]


def test_a_hundred_items_keep_every_rule_without_an_edit(draft: SuiteDraft, sources: PersonSources) -> None:
    items = items_of(draft)
    suite = check_suite(load("blind"), items, sources=PrimarySources(sources.clone.source_index(), {}))
    assert draft.counts() == {"quote": 30, "decision": 25, "style": 25, "edge": 20}
    assert [(rule.name, rule.note) for rule in suite.failed] == []
    assert suite.faults == ()


def test_every_citation_resolves_and_every_quote_stands_there(draft: SuiteDraft, sources: PersonSources) -> None:
    index = sources.clone.source_index()
    assert [check_item(item, index, "items") for item in items_of(draft) if check_item(item, index, "items")] == []


def test_nobody_elses_words_are_on_any_item(draft: SuiteDraft) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (SAMPLE / "inbox").rglob("*.txt")]
    asked = {
        folded(part[2:])
        for text in texts
        for part in text.split("\n\n")
        if part.startswith("Q:") and len(part.split()) > 5
    }
    said = folded(" ".join(str(entry) for entry in draft.entries))
    assert len(asked) > 20
    assert [question for question in asked if question in said] == []


def test_words_in_quotation_marks_stand_in_the_sources(draft: SuiteDraft, sources: PersonSources) -> None:
    every = folded(" ".join(text.text for text in (*sources.texts, *sources.documents)))
    for entry in draft.entries:
        for said in (str(entry.get("real", "")), *(one["excerpt"] for one in entry.get("references", ()))):
            assert folded(said) in every


def test_no_lines_are_quoted_twice(draft: SuiteDraft) -> None:
    real = [entry["real"] for entry in draft.entries if "real" in entry]
    assert len(real) == len(set(real))


def test_controls_lie_outside_the_suite_and_bring_the_persons_text(draft: SuiteDraft) -> None:
    controls = [entry for entry in draft.entries if entry["tags"].get("control")]
    assert {"quote", "style", "edge"} <= {entry["kind"] for entry in controls}
    assert all(entry["responses"]["self"] and entry["self_citation"] for entry in controls)


def test_a_draft_is_the_same_again_and_items_there_already_count(draft: SuiteDraft, sources: PersonSources) -> None:
    edges = [item for item in items_of(draft) if item.kind != "quote"]
    again = draft_suite(sources, load("blind"), seed=1, there=edges)
    assert again.counts() == {"quote": 30}
    kept = {entry["real"] for entry in draft.entries if "real" in entry}
    assert len(kept & {entry["real"] for entry in again.entries if "real" in entry}) >= 15


def test_a_plain_folder_says_what_it_cannot_give(tmp_path: Path) -> None:
    folder = tmp_path / "Ada"
    folder.mkdir()
    for path in sorted((SAMPLE / "inbox").rglob("*.txt"))[:14]:
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    draft = draft_suite(read_sources(folder), load("blind"), seed=1)
    missing = Counter(gap.kind for gap in draft.gaps)
    assert missing["edge"] >= 4
    assert any("paradox" in gap.what and "SOUL" in gap.add for gap in draft.gaps)
    assert any(gap.kind == "decision" and "documented choices" in gap.what for gap in draft.gaps)
    assert draft.counts()["style"] == 25


def test_without_texts_everything_is_missing(tmp_path: Path) -> None:
    (tmp_path / "SOUL.md").write_text("# Soul\n", encoding="utf-8")
    draft = draft_suite(read_sources(tmp_path), load("blind"))
    assert draft.entries == ()
    assert {gap.kind for gap in draft.gaps} == {"quote", "decision", "style", "edge"}
