"""One speaker and one item: off-length quotes asked again, failed calls twice more, everything kept."""

from pathlib import Path
from typing import Any

from callers import Scripted, run
from model_server import BROKEN, Asked, Fault, ModelServer
from ringtrue.calls import Adapter, Rejected, adapter_for
from ringtrue.collect import Asking
from ringtrue.protocols import load
from ringtrue.sources import KnowledgeBase
from ringtrue.store import StudyStore
from ringtrue.terms import Call, Item, Response, Speaker

BLIND, SCENARIOS = load("blind"), load("scenarios")
QUOTE = Item("q1", "quote", "On patience?", fields={"topic": "patience", "real": "one two three four five six"})
CASE = Item("STR-1", "scenario", "What do you do?", fields={"context": "A supplier is late."})


def speaker(kind: str = "openai", **settings: Any) -> Speaker:
    return Speaker("clone", kind, {"model": "m", "temperature": 0.7, "prices": {"in": 1}, **settings})


def said(study: StudyStore, adapter: Adapter, item: Item, **given: Any) -> list[Response]:
    protocol = BLIND if item.kind == "quote" else SCENARIOS
    base = given.pop("base", None)
    asking = Asking(speaker(given.pop("kind", "openai")), adapter, protocol, "You are Ada.", base)
    return run(study, lambda runner: asking.responses(runner, item), **given)


def test_a_response_says_how_it_came_about(study: StudyStore, tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "notes.md").write_text("A supplier who is late twice is late for good. " * 20)
    base = KnowledgeBase.of(tmp_path / "kb")
    with ModelServer() as server:
        adapter = adapter_for(speaker(url=server.url), folder=tmp_path)
        (response,) = said(study, adapter, CASE, base=base)
    assert (response.item, response.speaker, response.error) == ("STR-1", "clone", None)
    meta = response.meta
    assert (meta["model"], meta["finish"], meta["settings"], meta["attempts"]) == ("m", "stop", {"temperature": 0.7}, 1)
    assert meta["tokens_in"] > 0
    assert meta["seconds"] > 0
    (passage,) = meta["passages"]
    assert passage["ref"].startswith("notes.md")
    assert passage["text"] in server.requests[0].last
    assert server.requests[0].body["temperature"] == 0.7


def test_an_off_length_quote_is_asked_for_again_with_the_length_and_every_answer_is_kept(study: StudyStore) -> None:
    answers = iter(["one two", "a b c d e f g h i", "six words are just right here"])
    with ModelServer(answer=lambda _: next(answers)) as server:
        adapter = adapter_for(speaker(url=server.url), folder=Path())
        responses = said(study, adapter, QUOTE)
    assert [one.text for one in responses] == ["one two", "a b c d e f g h i", "six words are just right here"]
    assert [(one.meta["take"], one.meta["words"]) for one in responses] == [(1, 2), (2, 9), (3, 6)]
    assert responses[-1].meta["words_wanted"] == (5, 7)
    notes = [asked.last.rpartition("\n\n")[2] for asked in server.requests]
    assert notes[0] == "Answer in one passage of about 6 words."
    assert notes[1] == "It must have 5 to 7 words; an earlier answer had 2."
    with ModelServer() as other:  # and a later run finds all of it in the journal
        again = said(study, adapter_for(speaker(url=other.url), folder=Path()), QUOTE)
    assert (other.count, [one.text for one in again]) == (0, [one.text for one in responses])


def test_where_no_answer_fits_the_nearest_is_used(study: StudyStore) -> None:
    answers = iter(["a", "a b c d", "a b c d e f g h i j", "a b"])
    responses = said(study, Scripted(lambda _: next(answers)), QUOTE)
    assert [one.meta["take"] for one in responses] == [1, 3, 4, 2]
    assert responses[-1].text == "a b c d"


def test_a_later_take_that_fails_leaves_what_there_is(study: StudyStore) -> None:
    def answer(call: Call) -> str:
        if call.take > 1:
            raise Rejected("It holds no second answer.", alone=True)
        return "too short"

    (response,) = said(study, Scripted(answer), QUOTE)
    assert (response.text, response.error) == ("too short", None)


def test_the_persons_own_words_are_as_long_as_they_are(study: StudyStore) -> None:
    (response,) = said(study, Scripted(lambda _: "one two"), QUOTE, kind="documented")
    assert response.text == "one two"


def test_a_call_that_failed_is_made_twice_more(study: StudyStore) -> None:
    def script(asked: Asked) -> Fault | None:
        return BROKEN if asked.number <= 8 else None

    with ModelServer(script=script) as server:
        adapter = adapter_for(speaker(url=server.url), folder=Path())
        (response,) = said(study, adapter, CASE, attempts=4)
        assert (response.error, server.count) == (None, 9)
        server.script = lambda _: BROKEN
        other = Item("STR-2", "scenario", "And now?", fields={"context": "It rains."})
        (response,) = said(study, adapter, other, attempts=4)
    assert server.count == 9 + 12
    assert (response.text, response.error) == (None, "500: Something broke.")
    assert "tokens_in" not in response.meta


def test_an_adapter_that_wants_the_item_gets_it(study: StudyStore) -> None:
    seen: list[dict[str, Any]] = []

    def answer(call: Call) -> str:
        seen.append(dict(call.settings))
        return "Yes."

    adapter = Scripted(answer)
    said(study, adapter, CASE)
    adapter.wants_item = True
    said(study, adapter, CASE)
    assert seen[0] == {"temperature": 0.7}
    assert seen[1]["item"] == {
        "id": "STR-1",
        "kind": "scenario",
        "prompt": "What do you do?",
        "tags": {},
        "context": "A supplier is late.",
    }
