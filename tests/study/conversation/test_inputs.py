"""What a conversation is refused for, all of it together; gaps by scope; slots, environment and what is not claimed."""

from pathlib import Path

import pytest

from conversations import short_sheet
from ringtrue.study.conversation.inputs import ENVIRONMENT, ConversationGiven, read_conversation
from ringtrue.terms.problem import BadInput

SPEAKER = "openai:m@http://127.0.0.1:1/v1"


def with_empty_slot(folder: Path) -> str:
    path = folder / "own.yaml"
    path.write_text(
        "extends: recognition\nname: own\nversion: 1.0.0\n"
        "sheet: {version: '1', slots: {substitute: {mark: '[another anchor]', usual: null}}}\n",
        encoding="utf-8",
    )
    return str(path)


def refused(given: ConversationGiven) -> dict[str, str]:
    with pytest.raises(BadInput) as refusal:
        read_conversation(given)
    assert all(problem.remedy for problem in refusal.value.problems)
    return {problem.place: problem.what for problem in refusal.value.problems}


def test_no_scope_and_an_unfilled_slot_are_told_together(tmp_path: Path) -> None:
    found = refused(ConversationGiven(with_empty_slot(tmp_path), SPEAKER, gap="new", judges=("nobody:x",)))
    assert found.keys() == {"--scope", "--slot", "--judge"}
    assert "R-7" in found["--slot"]


@pytest.mark.parametrize(
    ("scope", "gap", "fits"),
    [
        *(("M0", gap, False) for gap in ("wait", "summary", "new")),
        ("M1", "wait", True),
        ("M1", "summary", False),
        ("M1", "new", False),
        ("M2", "wait", True),
        ("M2", "summary", True),
        ("M2", "new", False),
        *(("M3", gap, True) for gap in ("wait", "summary", "new")),
    ],
)
def test_gaps_fit_scopes_as_the_formats_say(tmp_path: Path, scope: str, gap: str, fits: bool) -> None:
    given = ConversationGiven(str(short_sheet(tmp_path)), SPEAKER, scope=scope, gap=gap)
    if fits:
        assert read_conversation(given).gap == gap
    else:
        assert "contradicts the scope" in refused(given)["--gap"]


@pytest.mark.parametrize(("scope", "usual"), [("M0", None), ("M1", "wait"), ("M2", "summary"), ("M3", "new")])
def test_each_scope_has_a_usual_gap_and_disclaims_what_is_wider(scope: str, usual: str | None) -> None:
    inputs = read_conversation(ConversationGiven("recognition", SPEAKER, scope=scope))
    assert inputs.gap == usual
    assert "M4" in inputs.non_claims[0]
    assert inputs.pause.seconds == (600 if usual == "wait" else 0)
    assert inputs.claims_gap == (usual is not None)
    assert (scope == "M0") == any("R-9 was left out" in text for text in inputs.non_claims)


def test_a_run_that_does_not_wait_does_not_claim_the_gap() -> None:
    inputs = read_conversation(ConversationGiven("recognition", SPEAKER, scope="M1", waits=False))
    assert (inputs.pause.seconds, inputs.claims_gap) == (0, False)
    assert any("nobody waited" in text for text in inputs.non_claims)
    assert "--no-wait" in refused(ConversationGiven("recognition", SPEAKER, scope="M3", waits=False))


def test_two_environments_belong_to_the_widest_scope_and_to_no_other() -> None:
    assert "2 environments" in refused(ConversationGiven("recognition", SPEAKER, scope="M4"))["--scope"]
    other = ConversationGiven("recognition", SPEAKER, scope="M1", elsewhere="openai:n@http://127.0.0.1:2/v1")
    assert "--elsewhere" in refused(other)


def test_every_entry_of_the_environment_is_there_and_what_is_not_known_says_so() -> None:
    given = ConversationGiven("recognition", SPEAKER, scope="M1", environment=("memory=off",))
    inputs = read_conversation(given)
    assert tuple(inputs.environment) == ENVIRONMENT
    assert inputs.environment["provider"] == "127.0.0.1:1"
    assert inputs.environment["memory"] == "off"
    assert inputs.environment["tools"] == "unknown"
    assert inputs.environment["system prompt"] == "default"


def test_slots_come_from_the_line_before_the_file_before_the_sheet(tmp_path: Path) -> None:
    details = tmp_path / "details.yaml"
    details.write_text(
        "slots: {substitute: [One., Two.], phrase: From the file.}\nnon_claims: [Nothing else.]\n", encoding="utf-8"
    )
    given = ConversationGiven("recognition", SPEAKER, scope="M1", details=details, slots=("phrase=From the line.",))
    inputs = read_conversation(given)
    assert dict(inputs.slots) == {"substitute": "One. Two.", "phrase": "From the line."}
    assert inputs.usual == ()
    assert inputs.non_claims[-1] == "Nothing else."
    bare = read_conversation(ConversationGiven("recognition", SPEAKER, scope="M1"))
    assert bare.usual == ("substitute", "phrase")


def test_a_faulty_file_of_details_is_told_with_everything_else(tmp_path: Path) -> None:
    details = tmp_path / "details.yaml"
    details.write_text("slot: {a: b}\nslots: {nobody: x}\nenvironment: {memory: [1]}\n", encoding="utf-8")
    given = ConversationGiven("blind", SPEAKER, details=details, slots=("x",))
    with pytest.raises(BadInput) as refusal:
        read_conversation(given)
    said = " ".join(problem.what for problem in refusal.value.problems)
    for words in ("no conversation", "needs a scope", "unknown key 'slot'", "'memory' is not a text"):
        assert words in said
