"""The quality of raters in real studies: dealt cards before and after unblinding, and answers taken in unblinded."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ringtrue.store.keys import sealed_keys
from ringtrue.study import Study
from ringtrue.terms import Given

QUOTES, CONTROLS = 20, 8
_WORDS = ["the", "tide", "brings", "back", "what", "a", "bay", "forgets", "and", "nobody", "counts", "its", "ropes"]


def _text(speaker: str, number: int) -> str:
    """Texts of one length, without anything that tells them apart but their words."""
    turned = _WORDS[number % len(_WORDS) :] + _WORDS[: number % len(_WORDS)]
    return " ".join([{"real": "mostly", "clone": "surely", "generic": "maybe", "self": "always"}[speaker], *turned])


def _quote(number: int) -> dict[str, Any]:
    control = number >= QUOTES
    speakers = ("clone", "generic", "self") if control else ("clone",)
    return {
        "id": f"q{number}",
        "kind": "quote",
        "prompt": f"Say something about boat {number}.",
        "topic": f"boat {number}",
        "real": _text("real", number),
        "responses": {speaker: _text(speaker, number) for speaker in speakers},
        "status": "accepted",
        "citation": [],
        "tags": {"difficulty": "easy", **({"control": True} if control else {})},
    }


@pytest.fixture
def study(tmp_path: Path) -> Study:
    folder = tmp_path / "zoe"
    Study.create(folder, protocol="blind", who="Ines")
    items = [_quote(number) for number in range(QUOTES + CONTROLS)]
    (folder / "items.yaml").write_text(json.dumps(items), encoding="utf-8")
    return Study.open(folder, who="Ines")


Habit = Callable[[int, dict[str, Any]], str]  # the place among the rater's cards, and the key's entry -> A or B


def found(entry: dict[str, Any], right: bool) -> str:
    side = entry["speakers"].index("real")
    return "AB"[side if right else 1 - side]


def keen(place: int, entry: dict[str, Any]) -> str:
    return found(entry, entry["about"] == "generic" or place % 2 == 0)


def lazy(place: int, entry: dict[str, Any]) -> str:
    return "A"


def tired(place: int, entry: dict[str, Any]) -> str:
    return found(entry, place < 27)


def rate(study: Study, habits: dict[str, Habit]) -> None:
    study.deal(list(habits))
    with study.records() as records:
        keys = sealed_keys(records)
        for record in records.packets():
            token, rater = record.packet.token, record.packet.rater
            entries = [(card.id, keys[token][card.id]) for card in record.packet.cards]
            given = [answer for place, entry in enumerate(entries) for answer in _answers(place, *entry, habits[rater])]
            records.save_answers(token, given, who=rater)
            records.return_packet(token, who=rater)


def _answers(place: int, card: str, entry: dict[str, Any], habit: Habit) -> Iterator[Given]:
    """Who pays attention answers those cards as they ask; the others leave them out."""
    if entry["role"] == "attention":
        given = entry["expect"] if habit is keen else {}
    else:
        given = {"found": habit(place, entry)}
    recognised = habit is keen and place == 0
    for question, value in given.items():
        plain = tuple(value) if isinstance(value, list) else value
        yield Given(
            card, question, plain, seconds=20.0, visible_seconds=10.0, recognised=recognised, position=place + 1
        )


def test_while_sealed_nothing_is_right_or_wrong(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy})
    quality = study.quality()
    ann, lou = quality.panel.raters
    assert ann.picks.value is None
    assert ann.completion == 1.0
    assert quality.compared == ()
    assert any("sealed" in note for note in quality.notes)
    # Rows of one answer need no key: lou said A on every card.
    assert lou.monotony is not None
    assert lou.monotony.row == lou.monotony.of


def test_after_unblinding(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy, "tim": tired})
    study.unblind()
    quality = study.quality()
    ann, lou, tim = quality.panel.raters
    assert ann.picks.n == QUOTES
    assert (ann.generic.value, ann.generic.n) == (1.0, 6)
    assert ann.attention.value == 1.0
    # Sides are balanced: always A is right half the time, give or take one card.
    assert lou.generic.value == pytest.approx(0.5, abs=1 / 6 + 1e-9)
    assert lou.name in quality.panel.screened
    assert ann.recognised == 1
    assert tim.fatigue is not None
    assert tim.fatigue.fires
    assert ann.timing.out_of_sight == pytest.approx(0.5)
    assert {one.name for one in quality.compared} >= {"found_share"}


def test_the_comparison_leaves_out_what_it_says(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy, "tim": tired})
    study.unblind()
    compared = {one.name: one for one in study.quality().compared}["found_share"]
    assert compared.rested is not None
    assert compared.kept is not None
    assert compared.all.n == 3 * QUOTES
    # tim's last tenth is two of twenty picks; others fire only if their own picks say so.
    assert compared.rested.n <= 3 * QUOTES - 2
    assert compared.kept.n <= 2 * QUOTES


def test_the_result_is_the_same_whatever_quality_says(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy, "tim": tired})
    study.unblind()
    before = study.score(replicates=200).estimates
    study.quality()
    assert study.score(replicates=200).estimates == before


def test_answers_that_came_unblinded(study: Study, tmp_path: Path) -> None:
    rows = [
        {"rater": "ann", "item": f"q{n}", "question": "found", "value": "real" if n % 4 else "clone", "seconds": 30}
        for n in range(QUOTES)
    ]
    rows += [
        {"rater": "ann", "item": f"q{n}", "question": "found", "value": "generic", "speaker": "generic"}
        for n in range(QUOTES, QUOTES + 6)
    ]
    file = tmp_path / "ratings.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    study.take_in([file])
    (ann,) = study.quality().panel.raters
    assert ann.dealt is None
    assert ann.completion is None
    assert ann.picks.value == pytest.approx(0.75)
    assert ann.generic.value == 0.0
    assert ann.timing.minutes == pytest.approx(10.0)


def test_report_and_command_show_it(study: Study) -> None:
    from click.testing import CliRunner

    from ringtrue.cli import main

    rate(study, {"ann": keen, "lou": lazy})
    study.unblind()
    study.score(replicates=200)
    (report,) = study.report("md")
    text = report.read_text(encoding="utf-8")
    assert "## How the raters answered" in text
    assert "The rule fixed beforehand would leave lou out" in text
    shown = CliRunner().invoke(main, ["quality", str(study.folder)])
    assert shown.exit_code == 0, shown.output
    assert "lou" in shown.output
    document = CliRunner().invoke(main, ["quality", str(study.folder), "--json"])
    assert [one["name"] for one in json.loads(document.stdout)["raters"]] == ["ann", "lou"]


def test_nobody_answered(study: Study) -> None:
    from click.testing import CliRunner

    from ringtrue.cli import main

    shown = CliRunner().invoke(main, ["quality", str(study.folder)])
    assert shown.exit_code == 0
    assert "No person has answered yet." in shown.output
