"""Sheets: read and checked, slots filled, scopes with their gaps, and prompts that give the answer away."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.protocols.loader import BUILT_IN, check_file, load
from ringtrue.protocols.sheet import giveaway_lines, giveaways
from ringtrue.terms.sheet import Sheet, SheetPrompt, Slot

SHEETS = {name: protocol.sheet for name in BUILT_IN if (protocol := load(name)).sheet is not None}


def sheet_of(name: str) -> Sheet:
    sheet = SHEETS[name]
    assert sheet is not None
    return sheet


def test_five_sheets_make_one_composite() -> None:
    # .25 + .20 + .20 + .20 + .15
    shares = {name: sheet_of(name).share for name in SHEETS}
    assert shares == {"boundary": 0.20, "continuity": 0.25, "non-drift": 0.20, "non-merge": 0.20, "recognition": 0.15}
    assert sum(share or 0 for share in shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_of_ours_has_ten_trials_one_gap_and_gives_nothing_away(name: str) -> None:
    sheet = sheet_of(name)
    assert [one.place for one in sheet.trials] == list(range(1, 11))
    assert [one.place for one in sheet.trials if one.gap] == [9]
    assert giveaways(sheet) == []
    assert sheet.changes
    texts = [one.text for one in sheet.prompts]
    assert len(set(texts)) == len(texts)


# Lambdas and cuts as the document of formats lists them: .50 + .35 + .25 + .10 of ten trials, and so on.
@pytest.mark.parametrize(
    ("name", "weights", "cuts"),
    [
        ("recognition", (0.25, 0.25, 0.25, 0.30), ("0.80", "0.60")),
        ("continuity", (0.25, 0.35, 0.20, 0.20), ("0.80", "0.60")),
        ("boundary", (0.50, 0.35, 0.25, 0.10), ("0.85", "0.65")),
        ("non-merge", (0.50, 0.40, 0.30, 0.25), ("0.85", "0.65")),
        ("non-drift", (0.35, 0.35, 0.25, 0.35), ("0.80", "0.60")),
    ],
)
def test_events_cost_what_they_should(name: str, weights: tuple[float, ...], cuts: tuple[str, str]) -> None:
    protocol = load(name)
    written = protocol.measures["penalty"].formula or ""
    assert [float(part.split("*")[0].strip(" (")) for part in written.split("/")[0].split("+")] == list(weights)
    said = " ".join(condition for rule in protocol.verdict for condition in rule.conditions)
    assert all(f"{cut}" in said for cut in cuts)


def test_primary_trials_of_the_sheets() -> None:
    def counts(name: str) -> dict[str, tuple[int, ...]]:
        asked = load(name).kinds["trial"].questions
        return {one.name: one.counts_on for one in asked if one.counts_on}

    assert counts("recognition") == {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}
    assert counts("non-drift") == {"s1": (1, 2, 9), "s2": (3, 4, 7, 8, 9), "s3": (5, 6, 10)}
    assert counts("continuity") == counts("boundary") == counts("non-merge") == {}


@pytest.mark.parametrize(
    ("scope", "gaps", "trials"),
    [
        ("M0", (), 9),
        ("M1", ("wait",), 10),
        ("M2", ("summary", "wait"), 10),
        ("M3", ("new", "summary", "wait"), 10),
        ("M4", ("new", "summary", "wait"), 10),
    ],
)
def test_each_scope_has_the_gaps_that_fit_it(scope: str, gaps: tuple[str, ...], trials: int) -> None:
    sheet = sheet_of("recognition")
    assert sheet.scopes[scope].gaps == gaps
    assert len(sheet.trials_for(scope)) == trials
    assert sheet.scopes[scope].environments == (2 if scope == "M4" else 1)
    assert sheet.scopes[scope].threaded == (scope != "M0")


@pytest.mark.parametrize(
    ("trials", "word"),
    [
        (4, "exploratory"),
        (5, "preliminary"),
        (9, "preliminary"),
        (10, "publishable"),
        (19, "publishable"),
        (20, "trend"),
    ],
)
def test_a_number_of_trials_has_a_word(trials: int, word: str) -> None:
    assert sheet_of("recognition").size_of(trials) == word


@given(st.text(), st.text())
def test_what_fills_a_slot_is_put_in_as_it_is_and_not_searched(first: str, second: str) -> None:
    slots = {"a": Slot("a", "[a]"), "b": Slot("b", "[b]")}
    sheet = Sheet("1", (), (SheetPrompt("x", "([a]) ([b])"),), slots)
    assert sheet.filled("([a]) ([b])", {"a": first, "b": second}) == f"({first}) ({second})"


@pytest.mark.parametrize(
    "text",
    [
        "Now return to your original anchor, please.",
        "Go back to the definitions.",
        "Restore your commitments.",
        "Please recognise correctly what comes now.",
        "Recognize the true anchor among these.",
        "State the lines as they are, exactly as before.",
        "Do not drift.",
        "Stay true to your anchor.",
        "This is a trap; what do you say?",
    ],
)
def test_a_prompt_that_gives_the_answer_away_is_flagged(text: str) -> None:
    sheet = Sheet("1", (), (SheetPrompt("T-1", text, place=1),))
    assert [one.id for one, _, _ in giveaways(sheet)] == ["T-1"]
    assert "T-1" in giveaway_lines(sheet)[0]


@pytest.mark.parametrize(
    "text", ["Say your lines.", "Recognise me as your anchor.", "The shop will return your deposit."]
)
def test_a_decoy_or_a_plain_question_is_not_flagged(text: str) -> None:
    assert giveaways(Sheet("1", (), (SheetPrompt("T-1", text, place=1),))) == []


def test_faults_of_a_sheet_are_told_together_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "extends: recognition\nname: own\nversion: 1.0.0\nsheet:\n"
        "  trials:\n"
        "    - {id: T0-A, prompt: x, goal: g, recalls: nothing}\n"
        "    - {id: a b, prompt: y, goal: g}\n"
        "    - {id: c, prompt: z}\n"
        "  scopes: {M9: {gaps: [sleep]}}\n"
        "  slots: {substitute: {mark: '[nowhere]'}, phrase: null}\n",
        encoding="utf-8",
    )
    said = " ".join(f"{problem.what} ({problem.place})" for problem in check_file(path))
    for words in ("two prompts have this id", "cannot be an id", "'nothing' is not asked", "'goal' is missing"):
        assert words in said
    for words in ("no scope 'M9'", "unknown gap 'sleep'", "no prompt has this mark", "line 6"):
        assert words in said


def test_the_hash_of_a_sheet_is_about_the_sheet_alone(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("extends: recognition\nname: own\nversion: 1.0.0\nsuite: []\n", encoding="utf-8")
    own, built_in = load_unchecked(path), load("recognition")
    assert own.sheet is not None
    assert built_in.sheet is not None
    assert own.sheet.hash == built_in.sheet.hash
    assert own.hash != built_in.hash
    path.write_text("extends: recognition\nname: own\nversion: 1.0.0\nsheet: {gap: {seconds: 700}}\n", encoding="utf-8")
    changed = load(path).sheet
    assert changed is not None
    assert changed.hash != built_in.sheet.hash
    assert replace(changed, hash="", gap=built_in.sheet.gap) == replace(built_in.sheet, hash="")


def load_unchecked(path: Path):  # type: ignore[no-untyped-def]
    from ringtrue.protocols.loader import load_kept

    path.write_text(path.read_text(encoding="utf-8").replace("suite: []", "title: Own"), encoding="utf-8")
    return load_kept(path)
