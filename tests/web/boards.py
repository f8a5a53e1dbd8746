"""A hosted study in full swing: raters who are done, in the middle, waiting and withdrawn."""

from dataclasses import dataclass
from typing import Any

from hosted_studies import Server, Visitor, answers_to, invited
from ringtrue.study.study import Study


@dataclass
class Board:
    """A study that is being rated, its server, and an organiser."""

    study: Study
    server: Server
    organiser: Visitor


def begun(study: Study, server: Server) -> Board:
    """Five raters dealt to: two done, one in the middle, one whose link is open, one withdrawn."""
    names = ["anna", "bert", "carla", "dmitri", "eva"]
    study.deal(names, controls=6, force=True, why="a small study")
    links = invited(study, names, server.url)
    for number, name in enumerate(names[:3]):
        rate(server.visitor().claim(links[name]), done=name != "carla", seed=number)
    study.withdraw_rater("eva", why="asked to be left out")
    return Board(study, server, server.organiser())


def rate(rater: Visitor, *, done: bool, seed: int) -> None:
    """Answer all cards, or the first five, with values that differ a little from rater to rater."""
    document: dict[str, Any] = rater.ready().packet()["document"]
    answers = answers_to(document, slice(None) if done else slice(0, 5))
    for place, answer in enumerate(answers):
        low, high = _range(document, answer)
        answer["value"] = low + (place * 3 + seed * (place % 3 == 0)) % (high - low + 1)
        answer["seconds"] = 9.0 + seed * 4 + place % 7
    rater.send("/api/answers", {"name": document["name"], "answers": answers})
    if done:
        body = {"reloads": 0, "breaks": [{"after": 6, "seconds": 60}]}
        rater.send("/api/sitting", {"name": document["name"], "kind": "sitting", "body": body})
        assert rater.send("/api/finish", {"name": document["name"]}).status == 200


def _range(document: dict[str, Any], answer: dict[str, Any]) -> tuple[int, int]:
    kind = next(card["kind"] for card in document["cards"] if card["id"] == answer["card"])
    questions = document["kinds"][kind]["questions"]
    question = next(one for one in questions if one["name"] == answer["question"])
    return int(question["low"]), int(question["high"])
