"""A conversation with a subject behind a real server: order, whole history, anchor never repeated, gap, kill -9."""

from collections import defaultdict
from datetime import datetime
from pathlib import Path

import pytest

from conversations import anchored, given, held, killed_after, short_sheet
from formats.test_sheet_markdown import FOUND, with_document
from model_server import Asked, Fault, ModelServer
from ringtrue.files.yaml_file import write_yaml
from ringtrue.formats.sheet_markdown import read_sheet_markdown
from ringtrue.protocols.loader import load
from ringtrue.study.study import Study
from ringtrue.terms.item import Response


def said_in(study: Study) -> dict[str, Response]:
    with study.records() as records:
        return {one.response.item: one.response for one in records.responses()}


def sessions_of(requests: list[Asked]) -> dict[int, list[Asked]]:
    """The requests by how many messages they hold."""
    found: dict[int, list[Asked]] = defaultdict(list)
    for asked in requests:
        found[len(asked.messages)].append(asked)
    return found


def check_one_thread(requests: list[Asked], prompts: list[str]) -> None:
    """Request n holds the n prompts so far, in order, with the answer to each, and nothing else."""
    assert len(requests) == len(prompts)
    answers = [anchored(asked) for asked in requests]
    for number, asked in enumerate(requests):
        wanted: list[dict[str, str]] = []
        for prompt, answer in zip(prompts[:number], answers[:number], strict=True):
            wanted += [{"role": "user", "content": prompt}, {"role": "assistant", "content": answer}]
        assert asked.messages == [*wanted, {"role": "user", "content": prompts[number]}]


def test_prompts_come_in_order_with_the_whole_history_and_the_anchor_is_never_said_again(tmp_path: Path) -> None:
    sheet = short_sheet(tmp_path)
    with ModelServer(anchored) as server:
        study, done = held(tmp_path / "study", given(server.url, sheet, slots=("substitute=Sell it.", "phrase=Now!")))
    assert (done.sessions, done.whole, done.prompts, done.answered) == (1, 1, 12, 12)
    asked_for = load(sheet).sheet
    assert asked_for is not None
    fillings = {"substitute": "Sell it.", "phrase": "Now!"}
    prompts = [asked_for.filled(one.text, fillings) for one in asked_for.prompts]
    check_one_thread(server.requests, prompts)
    ours = [one["content"] for asked in server.requests for one in asked.messages if one["role"] == "user"]
    assert not any("north pier" in text for text in ours)  # the anchor stands in the subject's own turns alone
    assert said_in(study)["s1-R-9"].meta["gap"]["kind"] == "wait"


@with_document
def test_the_document_s_own_sheet_is_run_to_the_letter(tmp_path: Path) -> None:
    found = read_sheet_markdown(FOUND[0], "recognition")
    found.data["sheet"]["gap"] = {"seconds": 0.05}  # ten minutes otherwise
    path = tmp_path / "document.yaml"
    write_yaml(path, found.data)
    with ModelServer(anchored) as server:
        _, done = held(tmp_path / "study", given(server.url, path, slots=("substitute=Sell it.",)))
    assert done.whole == 1
    sheet = load(path).sheet
    assert sheet is not None
    mark = "[insert a short conflicting set of commitments]"
    check_one_thread(server.requests, [one.text.replace(mark, "Sell it.") for one in sheet.prompts])


def test_the_gap_is_waited_for_and_recorded(tmp_path: Path) -> None:
    with ModelServer(anchored) as server:
        study, _ = held(tmp_path / "study", given(server.url, short_sheet(tmp_path, 0.3)))
    said = said_in(study)
    before, after = (datetime.fromisoformat(said[name].meta["at"]) for name in ("s1-R-8", "s1-R-9"))
    asked_at = datetime.fromisoformat(said["s1-R-9"].meta["asked_at"])
    assert (asked_at - before).total_seconds() >= 0.299  # stamps have three decimals
    assert after > asked_at
    assert said["s1-R-9"].meta["gap"]["seconds"] >= 0.299


def test_a_run_that_is_stopped_in_its_gap_waits_only_for_what_is_left(tmp_path: Path) -> None:
    # The clock is that of the answer before the gap: an answer of long ago leaves nothing to wait for.
    wanted = given("http://127.0.0.1:1/v1", short_sheet(tmp_path, 3600.0))
    from ringtrue.study.conversation.begin import begun
    from ringtrue.study.conversation.inputs import read_conversation
    from ringtrue.study.conversation.run import ConversationRun

    with ModelServer(anchored) as server:
        wanted = given(server.url, short_sheet(tmp_path, 3600.0))
        run = ConversationRun(read_conversation(wanted), tmp_path)
        study, _ = begun(tmp_path / "study", run.inputs, who="ana")
        names = ["s1-T0-A", "s1-T0-B", *(f"s1-R-{number}" for number in range(1, 9))]
        meta = {"at": "2020-01-01T00:00:00+00:00", "session": "s1"}
        with study.records() as records:
            records.record_responses(
                [Response(name, "clone", "I keep the lamp.", meta=meta) for name in names], who="ana"
            )
        assert run.go(study).whole == 1
        assert server.count == 2


def test_a_new_session_forgets_and_a_summary_is_carried_over(tmp_path: Path) -> None:
    sheet = short_sheet(tmp_path)
    with ModelServer(anchored) as server:
        held(tmp_path / "new", given(server.url, sheet, scope="M3", gap="new"))
        fresh = server.requests[10:]
        assert [len(asked.messages) for asked in fresh] == [1, 3]  # trials 9 and 10
        server.requests.clear()
        study, _ = held(tmp_path / "summary", given(server.url, sheet, scope="M2", gap="summary"))
        asked = server.requests
    summary = said_in(study)["s1-summary"]
    assert asked[10].last == load(sheet).sheet.gap.summary  # type: ignore[union-attr]
    assert len(asked[10].messages) == 21
    assert [one["role"] for one in asked[11].messages] == ["system", "user"]
    assert asked[11].messages[0]["content"].endswith(summary.text or "?")
    assert len(asked) == 13


def test_without_a_memory_every_prompt_stands_alone_and_there_is_no_gap(tmp_path: Path) -> None:
    with ModelServer(anchored) as server:
        study, done = held(tmp_path / "study", given(server.url, short_sheet(tmp_path), scope="M0"))
    assert done.prompts == 11
    assert all(len(asked.messages) == 1 for asked in server.requests)
    assert "s1-R-9" not in said_in(study)


def test_a_claim_across_containers_asks_the_other_one_from_the_gap_on(tmp_path: Path) -> None:
    with ModelServer(anchored) as server, ModelServer(anchored) as other:
        wanted = given(server.url, short_sheet(tmp_path), scope="M4", elsewhere=f"openai:m2@{other.url}")
        _, done = held(tmp_path / "study", wanted)
    assert (server.count, other.count, done.whole) == (10, 2, 1)


def test_the_floor_begins_at_the_first_trial_without_anchor_and_persona(tmp_path: Path) -> None:
    prompt = tmp_path / "persona.md"
    prompt.write_text("You keep the lighthouse of Norrbeck. " * 5, encoding="utf-8")
    with ModelServer(anchored) as server:
        study, done = held(tmp_path / "study", given(server.url, short_sheet(tmp_path), floor=1, prompt=prompt))
    assert (done.sessions, done.prompts) == (2, 22)
    with_persona = [asked for asked in server.requests if "Norrbeck" in asked.messages[0]["content"]]
    assert len(with_persona) == 12
    bare = [asked for asked in server.requests if asked not in with_persona]
    assert min(len(asked.messages) for asked in bare) == 1
    assert {one.speaker for name, one in said_in(study).items() if name.startswith("floor-1")} == {"floor"}


def test_killed_after_the_sixth_trial_and_resumed_no_trial_is_asked_again(tmp_path: Path) -> None:
    sheet, folder = short_sheet(tmp_path), tmp_path / "study"
    with ModelServer(anchored) as server:
        arguments = ["recognize", "--speaker", f"openai:m@{server.url}", "--sheet", str(sheet), "--scope", "M1"]
        killed_after(server, 8, [*arguments, "--out", str(folder)])  # T0-A, T0-B and six trials
        before = said_in(Study.open(folder))
        assert before  # the newest answers may be in the journal alone
        study, done = held(folder, given(server.url, sheet))
        assert done.whole == 1
        # Of twelve prompts the one in flight at the kill may be asked twice, and no other.
        lasts = [asked.last for asked in server.requests]
        assert len(lasts) - len(set(lasts)) <= 1
        assert lasts[:8] == list(dict.fromkeys(lasts[:8]))
        unique = list({asked.last: asked for asked in server.requests}.values())
        sheet_read = load(sheet).sheet
        assert sheet_read is not None
        fillings = {name: slot.usual for name, slot in sheet_read.slots.items()}
        check_one_thread(unique, [sheet_read.filled(one.text, fillings) for one in sheet_read.prompts])
    after = said_in(study)
    assert {name: after[name].text for name in before} == {name: one.text for name, one in before.items()}
    assert study.doctor() == []


def test_ten_sessions_at_once_are_resumed_likewise_and_their_gaps_overlap(tmp_path: Path) -> None:
    sheet, folder = short_sheet(tmp_path, 0.2), tmp_path / "study"
    with ModelServer(anchored) as server:
        more = ["--sessions", "10", "--concurrency", "2", "--out", str(folder)]
        arguments = ["recognize", "--speaker", f"openai:m@{server.url}", "--sheet", str(sheet), "--scope", "M1", *more]
        killed_after(server, 45, arguments)
        study, done = held(folder, given(server.url, sheet, sessions=10))
        assert (done.whole, done.answered) == (10, 120)
        assert 120 <= server.count <= 122  # two calls at once: two may have been in flight
        lengths = {size: len(asked) for size, asked in sessions_of(server.requests).items()}
    assert lengths.keys() == set(range(1, 24, 2))
    said = said_in(study)
    gaps = [said[f"s{n}-R-9"].meta for n in range(1, 11)]
    began = [datetime.fromisoformat(said[f"s{n}-R-8"].meta["at"]) for n in range(1, 11)]
    ended = [datetime.fromisoformat(meta["asked_at"]) for meta in gaps]
    # One after another, ten gaps of a fifth of a second would take two seconds.
    assert any(later < earlier for earlier, later in zip(ended, began[1:], strict=False))


def test_a_prompt_that_fails_ends_its_session_and_is_asked_again_by_the_next_start(tmp_path: Path) -> None:
    sheet = short_sheet(tmp_path)
    refuse = [True]

    def script(asked: Asked) -> Fault | None:
        return Fault(400, "too long") if refuse[0] and len(asked.messages) == 9 else None

    with ModelServer(anchored, script) as server:
        study, done = held(tmp_path / "study", given(server.url, sheet))
        assert (done.whole, done.answered) == (0, 4)
        assert said_in(study)["s1-R-3"].error
        refuse[0] = False
        _, done = held(tmp_path / "study", given(server.url, sheet))
    assert (done.whole, done.answered) == (1, 12)


@pytest.mark.parametrize("scope", ["M1", "M0"])
def test_what_is_foretold_is_what_is_asked(tmp_path: Path, scope: str) -> None:
    from ringtrue.study.conversation.inputs import read_conversation
    from ringtrue.study.conversation.run import ConversationRun

    run = ConversationRun(read_conversation(given("http://127.0.0.1:1/v1", short_sheet(tmp_path), scope=scope)))
    assert run.forecast().calls == (12 if scope == "M1" else 11)
