"""Studies of pairs on disk, ready to be dealt, and raters who answer their packets."""

from collections.abc import Callable, Iterable
from json import dumps
from pathlib import Path
from typing import Any

from ringtrue.files.json_file import write_json
from ringtrue.store.packets import PacketRecord
from ringtrue.study.study import Study
from ringtrue.terms.answer import Answer, Given
from ringtrue.terms.item import Card
from study_templates import fresh

DOMAINS = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
Answers = dict[str, Answer]


def pair_item(number: int, **more: Any) -> dict[str, Any]:
    """An accepted pair whose texts tell their speaker only to whom knows the first word."""
    texts = {name: f"{word} says thing {number} here" for name, word in
             (("full", "alpha"), ("compressed", "beta"), ("control", "gamma"))}  # fmt: skip
    head = {"id": f"P{number}", "kind": "pair", "prompt": f"Question {number}?", "status": "accepted"}
    return {**head, "domain": DOMAINS[number % 5], "pfi_model": 0.8 + number / 100, "responses": texts, **more}


def pair_items(suite: int, controls: int = 0) -> list[dict[str, Any]]:
    """So many pairs, and so many more for controls alone."""
    return [pair_item(n, **({"tags": {"control": True}} if n >= suite else {})) for n in range(suite + controls)]


def pair_study(folder: Path, items: int | Iterable[dict[str, Any]] = 5, **settings: Any) -> Study:
    """A study of pairs in which the preferred text is graded; `settings` are added to its study.yaml."""
    settings = {"grade": "preferred"} | settings
    fresh(folder, "pairs")
    write_json(folder / "items.json", [pair_item(n) for n in range(items)] if isinstance(items, int) else [*items])
    with (folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.writelines(f"{name}: {dumps(value)}\n" for name, value in settings.items())
    return Study.open(folder, who="tester")


def nearer_to(word: str) -> Callable[[Card], Answers]:
    """A rater for whom the text that begins with this word is definitely nearer; nothing else decides."""

    def answer(card: Card) -> Answers:
        first = card.texts[0].startswith(word)
        second = len(card.texts) > 1 and card.texts[1].startswith(word)
        return {"voice": -2.0 if first else 2.0 if second else 0.0, "vibe": 3.0, "logic": 3.0}

    return answer


def answer_packet(
    study: Study, one: PacketRecord, answer: Callable[[Card], Answers], *, cards: int | None = None, finish: bool = True
) -> None:
    """Answer the first cards of a packet, or all, as the hosted page does; the packet is returned if it is finished."""
    token = one.packet.token
    with study.records() as records:
        for place, card in enumerate(one.packet.cards[:cards], 1):
            given = [Given(card.id, name, value, seconds=9.0, position=place) for name, value in answer(card).items()]
            records.save_answers(token, given, who=one.packet.rater)
        if finish:
            records.return_packet(token, who=one.packet.rater)


def answer_all(study: Study, answer: Callable[[Card], Answers]) -> None:
    """Every packet that is out comes back answered."""
    with study.records() as records:
        out = [one for one in records.packets() if one.state == "out"]
    for one in out:
        answer_packet(study, one, answer)
