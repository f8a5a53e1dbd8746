"""All that a rater can reach over HTTP: no answer of the key, no speaker, no item, nobody else; texts are data."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from hosted_studies import Server, Visitor, answers_to, invited, lite_study, serving
from ringtrue.store.keys import sealed_keys
from ringtrue.study.study import Study

SCRIPT = "</script><script>alert({0})</script><img src=x onerror=alert(1)> \u202e\u2066 &amp; \x07"
HOSTILE = {
    "full": SCRIPT + " one text of number {0} " + "a" * 200_000,
    "compressed": SCRIPT + " two text of number {0} " + "b" * 200_000,
}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Study, Server, Visitor, Visitor, str]]:
    """A study, its server, an organiser and a rater in the middle of a packet; and everything the rater got to see."""
    folder = tmp_path_factory.mktemp("reached") / "secret-folder"
    study = lite_study(folder, controls=3)
    study.deal(["rater-of-mine", "another-one"], controls=3, force=True, why="a small study")
    with serving(folder) as server:
        organiser = server.organiser()
        rater = server.visitor()
        link = invited(study, ["rater-of-mine"], server.url)["rater-of-mine"]
        everything = [rater.get(link.removeprefix(server.url)).everything]
        rater.claim(link)
        document = rater.packet()["document"]
        early = {"name": document["name"], "answers": answers_to(document, slice(0, 1))}
        everything.append(rater.send("/api/answers", early).everything)  # refused: nothing was agreed to yet
        rater.ready()
        everything += [one.everything for one in _all_routes(rater, organiser, document)]
        everything.append(json.dumps(rater.cookies))
        yield study, server, organiser, rater, "\n".join(everything)


def _all_routes(rater: Visitor, organiser: Visitor, document: dict[str, Any]) -> Iterator[Any]:
    """Every route that is described, asked in every way a rater can think of; and files, and what is not there."""
    described = organiser.get("/organiser/openapi.json").document["paths"]
    assert len(described) > 15
    name = document["name"]
    answers = answers_to(document, slice(0, 2))
    bodies: list[Any] = [
        {"name": name, "answers": answers},
        {"name": name, "answers": [answers[0] | {"value": -1}]},  # to a finished card
        {"name": name, "kind": "practice", "body": {"voice": 1}},
        {"name": name, "answers": [answers[0] | {"value": 99}, {"card": "x"}]},
        {"name": "0" * 16},
        {"name": name},
        [],
    ]
    for path, methods in described.items():
        place = re.sub(r"\{.*?\}", "something", path)
        for method in methods:
            if method == "get":
                yield rater.get(place)
                continue
            for body in bodies:
                yield rater.send(place, body)
            yield rater.ask("POST", place, b"form_token=x&rater=another-one", FORM)
            yield rater.ask("POST", place, b"\xff\x00{", {"Content-Type": "application/json", "X-Ringtrue": "1"})
    for file in ("page.js", "page.css", "site.css", "organiser.js", "icon.svg", "study.db", "%2e%2e/study.db"):
        yield rater.get(f"/static/{file}")
    for place in ("/study.db", "/items.yaml", "/api/key", "/openapi.json", "/docs", "/.env", "//etc/passwd"):
        yield rater.get(place)
    yield rater.get("/api/packet")


def test_the_rater_saw_his_cards(reached: Any) -> None:
    *_, seen = reached
    assert "Most of what we fear is a door left open." in seen
    assert '"saved": 8' in seen.replace('"saved":8', '"saved": 8')


def test_no_answer_of_the_key_no_speaker_and_no_item(reached: Any) -> None:
    study, _, _, _, seen = reached
    with study.records() as records:
        keys = sealed_keys(records)
    entries = [entry for packet in keys.values() for entry in packet.values()]
    items = {entry["item"] for entry in entries}
    assert len(items) >= 3
    for secret in (*items, *keys, "compressed", '"full"', "generic", '"role"', '"about"', "speakers", "sealed"):
        assert secret not in seen, secret
    for card, entry in ((card, entry) for packet in keys.values() for card, entry in packet.items()):
        assert entry["item"] not in card


def test_nobody_else_and_nothing_of_the_machine(reached: Any) -> None:
    study, _, organiser, _, seen = reached
    with study.records() as records:
        other = next(one for one in records.packets() if one.packet.rater == "another-one")
    for secret in ("another-one", "rater-of-mine", "secret-folder", "study.db", "Ines", "Traceback", "sqlite"):
        assert secret not in seen, secret
    assert not any(card.id in seen for card in other.packet.cards)
    assert organiser.cookies["ringtrue-organiser"] not in seen
    with study.records() as records:
        head = records.audit_head()[1]
    assert head not in seen


def test_cards_look_alike_whatever_they_are(reached: Any) -> None:
    study, _, _, rater, _ = reached
    document = rater.packet()["document"]
    assert {tuple(card) for card in document["cards"]} == {("id", "kind", "prompt", "texts", "lists")}
    assert len({len(card["id"]) for card in document["cards"]}) == 1
    with study.records() as records:
        keys = sealed_keys(records)
    roles = {card: entry["role"] for packet in keys.values() for card, entry in packet.items()}
    assert {roles[card["id"]] for card in document["cards"]} == {"item", "control", "attention"}


def test_hostile_texts_are_data(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("hostile") / "study"
    study = lite_study(folder, texts=HOSTILE, rating="rating: {title: '<script>alert(1)</script>', attention: none}\n")
    study.deal(["r1"], force=True, why="a small study")
    with serving(folder) as server:
        link = invited(study, ["r1"], server.url)["r1"]
        rater = server.visitor()
        landing = rater.get(link.removeprefix(server.url)).text
        assert "<script>alert" not in landing
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in landing
        rater.claim(link)
        page = rater.get("/rate").text
        assert "<script>alert" not in page
        reply = rater.get("/api/packet")
        assert reply.header("content-type") == "application/json"
        card = next(one for one in reply.document["document"]["cards"] if "number 1" in one["prompt"])
        assert sorted(card["texts"]) == sorted(text.format(1) for text in HOSTILE.values())
