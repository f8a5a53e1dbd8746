"""What raters say of themselves and how long they took, from real studies; and results by how close they are."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from dealt_studies import answer_packet, nearer_to, pair_items, pair_study
from result_files import answers_to, result_of, written
from ringtrue.study.rater_circumstances import Circumstances, circumstances_of
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given
from ringtrue.terms.item import Card
from ringtrue.terms.result import Result

RATERS = ("anna", "ben", "cleo", "dan")


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = pair_study(tmp_path / "study", pair_items(5))
    made.deal(list(RATERS), force=True, why="small", controls=0, attention=())
    return made


def tell(study: Study, rater: str, **said: Any) -> None:
    with study.records() as records:
        records.note_about_rater(rater, "qualification", said, who=rater)


def known(study: Study) -> dict[str, Circumstances]:
    with study.records() as records:
        return circumstances_of(study, records)


def test_closeness_is_given_in_the_words_of_the_question_and_hours_as_a_number(study: Study) -> None:
    tell(study, "anna", closeness=2, hours=40)
    tell(study, "ben", closeness=0.0, hours="12.5")
    tell(study, "cleo", hours="many")
    found = known(study)
    assert found["anna"] == Circumstances(40.0, "I know them personally")
    assert found["ben"] == Circumstances(12.5, "I do not know them")
    assert "cleo" not in found


def test_a_study_s_own_question_has_its_own_groups(study: Study) -> None:
    (study.folder / "about.yaml").write_text(
        "- {name: closeness, type: text, text: Who are you to them?}\n", encoding="utf-8"
    )
    with (study.folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write("rating: {qualification: about.yaml}\n")
    tell(study, "anna", closeness="family")
    assert known(Study.open(study.folder))["anna"].closeness == "family"


def test_an_offline_page_tells_its_time_from_start_to_finish(study: Study, tmp_path: Path) -> None:
    with study.records() as records:
        token = next(one.packet.token for one in records.packets() if one.packet.rater == "anna")
    document = study.packet_document(token, hosted=False)
    study.take_in([written(tmp_path / "r.json", result_of(document, answers_to(document)))])  # 8:00 to 8:09
    assert known(study)["anna"].whole_minutes == 9.0
    (anna,) = [one for one in study.quality().panel.raters if one.name == "anna"]
    assert anna.whole_minutes == 9.0
    assert anna.optional == {"continuity": 5, "comment": 5}


def test_hosted_answers_tell_it_from_the_first_save_to_the_last(study: Study) -> None:
    with study.records() as records:
        packets = {one.packet.rater: one for one in records.packets()}
    answer_packet(study, packets["ben"], nearer_to("beta"))  # saved one card after the other
    with study.records() as records:
        saved = [datetime.fromisoformat(record.at) for record in records.answers(all=True)]
    assert known(study)["ben"].whole_minutes == (max(saved) - min(saved)).total_seconds() / 60


def test_answers_saved_at_once_have_no_such_time(study: Study) -> None:
    with study.records() as records:
        packet = next(one.packet for one in records.packets() if one.packet.rater == "cleo")
        givens = [Given(card.id, "voice", 1.0, seconds=30.0) for card in packet.cards]
        records.save_answers(packet.token, givens, who="cleo")
    assert "cleo" not in known(study)


def mixed(study: Study, *, closeness: dict[str, int]) -> Result:
    for rater, said in closeness.items():
        tell(study, rater, closeness=said)
    with study.records() as records:
        packets = {one.packet.rater: one for one in records.packets()}
    for rater, packet in packets.items():
        answer_packet(study, packet, nearer_to("beta" if rater in ("anna", "ben") else "alpha"))
    study.unblind()
    return study.score(replicates=100)


def test_results_by_closeness_stand_in_the_result_and_the_report(study: Study) -> None:
    result = mixed(study, closeness={"anna": 2, "ben": 2, "cleo": 0})
    groups = {group.name: group for group in result.groups}
    assert list(groups) == ["I do not know them", "I know them personally", "not said"]
    assert [group.raters for group in result.groups] == [1, 2, 1]
    # Those who know the person always take the candidate for nearer (+2), the others always the full text (-2).
    assert groups["I know them personally"].estimates["voice_toward"].value == 2.0
    assert groups["I do not know them"].estimates["voice_toward"].value == -2.0
    assert groups["I know them personally"].estimates["voice_toward"].low is not None
    assert result.estimates["voice_toward"].value == 0.0
    document = json.loads((study.folder / "result.json").read_text(encoding="utf-8"))
    assert [group["closeness"] for group in document["groups"]] == list(groups)
    assert Result.from_dict(document).groups[1].estimates["voice_toward"].value == 2.0
    (report,) = [path for path in study.report() if path.name == "result-1.md"]
    assert "By how close raters are to the person" in report.read_text(encoding="utf-8")


def test_a_panel_of_one_group_has_no_groups(study: Study) -> None:
    assert mixed(study, closeness=dict.fromkeys(RATERS, 1)).groups == ()


def test_without_anybody_s_word_there_are_no_groups(study: Study) -> None:
    assert mixed(study, closeness={}).groups == ()


def test_whom_the_plan_leaves_out_is_shown_with_and_without(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", pair_items(6), grade="both")
    study.deal(list(RATERS), force=True, why="small", controls=0, attention=())

    def varied(card: Card) -> dict[str, Any]:
        number = int(card.prompt.split()[1].rstrip("?"))
        return {"voice": float(number % 5 - 2)} | {
            name: float(1 + (number + place) % 3)
            for place, name in enumerate(("vibe_a", "vibe_b", "logic_a", "logic_b"))
        }

    def straight(card: Card) -> dict[str, Any]:
        return {"voice": 1.0, "vibe_a": 2.0, "vibe_b": 2.0, "logic_a": 2.0, "logic_b": 2.0}

    with study.records() as records:
        packets = {one.packet.rater: one for one in records.packets()}
    for rater in RATERS:
        answer_packet(study, packets[rater], straight if rater == "dan" else varied)
    sealed = study.quality()
    assert list(sealed.panel.screened) == ["dan"]
    study.unblind()
    study.score(replicates=50)
    quality = study.quality()
    assert quality.panel.screened["dan"] == "25 of 25 answers repeat the one before"
    (index,) = [one for one in quality.compared if one.name == "pfi_001"]
    assert index.kept is not None
    assert index.kept.value != index.all.value
    (report,) = [path for path in study.report() if path.name == "result-1.md"]
    head = report.read_text(encoding="utf-8").split("## ")[0]
    assert "> **Raters who cannot have rated. Their answers are in the numbers below" in head
    assert "> - dan gave the same answers from card to card: 25 of 25" in head
