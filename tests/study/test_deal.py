"""Dealing a study to people: accepted items only, leaks refused, key and plan sealed first, raters added later."""

import json
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from dealt_studies import answer_packet, nearer_to, pair_item, pair_items, pair_study
from ringtrue.blind.card_drafts import Attention
from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.blind.leak_check import Waiver
from ringtrue.files.json_file import write_json
from ringtrue.protocols.loader import load
from ringtrue.store.canonical_json import canonical
from ringtrue.store.keys import sealed_keys, verify_keys
from ringtrue.study.deal import analysis_plan, rater_names
from ringtrue.study.deal_outlook import NO_CONTROLS, POOLED
from ringtrue.study.settings import Settings
from ringtrue.study.study import Study
from ringtrue.study.unblind import item_seal
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput
from study_templates import fresh


def sides(study: Study) -> dict[str, list[KeyEntry]]:
    """The cards of each rater, opened for the test."""
    with study.records() as records:
        keys = cards_of(sealed_keys(records))
        packets = records.packets()
    found: dict[str, list[KeyEntry]] = {}
    for one in packets:
        found.setdefault(one.packet.rater, []).extend(keys[card.id] for card in one.packet.cards)
    return found


def acts(study: Study) -> list[str]:
    with study.records() as records:
        return [entry.act for entry in records.audit_entries()]


def refused(study: Study, *arguments: object, **options: object) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        study.deal(*arguments, **{"force": True, "why": "small", **options})  # type: ignore[arg-type]
    return [f"{one.what} {one.value} {one.remedy}" for one in refusal.value.problems]


def test_a_deal_is_sealed_and_issued_and_told(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", pair_items(5, 5))
    dealt = study.deal(3, controls=6, force=True, why="small")
    assert list(dealt.raters) == ["r1", "r2", "r3"]
    assert set(map(tuple, dealt.raters.values())) == {(11,)}  # 5 pairs, 5 of the control, 1 for attention
    assert acts(study)[-4:] == ["items recorded", "key sealed", "noted: study sealed", "packets issued"]
    with study.records() as records:
        sealed = next(entry for entry in records.audit_entries() if entry.act == "key sealed")
        assert (dealt.seal, dealt.plan) == (sealed.detail["seal"], sealed.detail["plan_hash"])
        assert verify_keys(records) == []
        assert records.verify_audit() == []
        assert {one.packet for one in records.packets()} == set(dealt.packets)
        assert {one.state for one in records.packets()} == {"out"}
    roles = Counter(one.role for cards in sides(study).values() for one in cards)
    assert roles == {"item": 15, "control": 15, "attention": 3}


def test_raters_added_later_are_balanced_against_those_before(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", pair_items(6, 6))
    for raters in (2, ["ann", "bob"], 1):
        study.deal(raters, controls=6, force=True, why="small")
    cards = sides(study)
    assert list(cards) == ["r1", "r2", "ann", "bob", "r3"]
    for own in cards.values():
        assert abs(sum(one.sign for one in own)) <= 1
    for item in range(12):
        for about in ("compressed", "control"):
            column = [one.sign for own in cards.values() for one in own if (one.item, one.about) == (f"P{item}", about)]
            assert abs(sum(column)) <= 1
    with study.records() as records:
        assert len({one.packet.token for one in records.packets()}) == 5


def test_the_sides_of_a_withdrawn_rater_are_dealt_again(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 6)
    study.deal(2, force=True, why="small")
    before = {one.item: one.sign for one in sides(study)["r2"] if one.about == "compressed"}
    study.withdraw_rater("r2", why="ill")
    study.deal(["r9"], force=True, why="small")
    after = {one.item: one.sign for one in sides(study)["r9"] if one.about == "compressed"}
    assert before == after


def test_sessions_hold_forty_cards_and_kinds_of_cards_are_mixed(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", pair_items(75, 6))
    dealt = study.deal(2, controls=6, force=True, why="small")
    assert dealt.raters == {"r1": [28, 27, 27], "r2": [28, 27, 27]}  # 75 + 6 controls + 1 for attention = 82
    assert study.deal(1, session=20, controls=0, force=True, why="small").raters == {"r3": [19, 19, 19, 19]}


def test_only_accepted_items_are_dealt_and_control_items_as_controls_only(tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(4)]
    items[1]["status"] = "pending"
    items[2]["status"] = "withdrawn"
    items += [pair_item(n, tags={"control": True}) for n in range(10, 13)]
    study = pair_study(tmp_path / "s", items)
    dealt = study.deal(1, controls=6, force=True, why="small")
    (cards,) = sides(study).values()
    assert {one.item for one in cards if one.role == "item"} == {"P0", "P3"}
    controls = {one.item for one in cards if one.role == "control"}
    assert controls == {"P10", "P11", "P12"}
    assert {"1 pending items were not dealt", "1 withdrawn items were not dealt"} <= set(dealt.notes)


def test_leaks_refuse_the_deal_with_item_place_and_excerpt_and_change_nothing(tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(3)]
    items[0]["responses"]["compressed"] = "As an AI I would\nsay thing zero"
    items[2]["responses"]["full"] = "alpha says **thing** 2 here"
    study = pair_study(tmp_path / "s", items)
    before = acts(study)
    with pytest.raises(BadInput) as refusal:
        study.deal(2, force=True, why="small")
    found = [(one.place, one.what, one.value) for one in refusal.value.problems]
    assert ("P0, compressed, line 1", "machine: it speaks as a machine does", "As an AI") in found
    assert ("P2, full, beside compressed", "markdown: bold or italic on one side only", "") in found
    assert all("--waive" in one.remedy for one in refusal.value.problems)
    assert acts(study) == before
    with study.records() as records:
        assert records.packets() == []


def test_broken_rules_leaks_and_missing_texts_are_told_in_one_refusal(tmp_path: Path) -> None:
    long = pair_item(1, responses={"full": "alpha " * 60, "compressed": "beta says thing 1."})
    none = pair_item(2, responses={"full": "alpha says thing 2."})
    study = pair_study(tmp_path / "s", [pair_item(0), long, none])
    told = refused(study, 2, controls=0, force=False, why="")
    assert any("The deal is refused" in one for one in told)  # three pairs and two people: the guard
    assert any("is dealt to at least" in one for one in told)
    assert any("longer" in one for one in told)  # the leak
    assert any("There is no text of compressed" in one for one in told)


def test_a_waiver_lets_leaks_pass_is_recorded_and_holds_for_later_deals(tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(3)]
    items[1]["responses"]["full"] += " and a good deal more than that"
    study = pair_study(tmp_path / "s", items)
    assert refused(study, 1)
    dealt = study.deal(1, waivers=[Waiver("length", "both ramble", "P1")], force=True, why="small")
    assert {leak.waived for leak in dealt.leaks} == {"both ramble"}
    with study.records() as records:
        entry = next(entry for entry in records.audit_entries() if entry.act == "noted: leaks waived")
        plan = next(entry.detail["plan"] for entry in records.audit_entries() if entry.act == "key sealed")
    told = {"rule": "length", "item": "P1", "reason": "both ramble", "leaks": len(dealt.leaks)}
    assert entry.detail["note"] == {"deal": 1, "waivers": [told]}
    assert plan["waivers"] == [told]
    assert list(study.deal(1, force=True, why="small").raters) == ["r2"]
    assert refused(study, 1, waivers=[Waiver("gold", "no matter")]) == [
        "There is no such leak to waive.  Leave the waiver out."
    ]


def test_the_subject_s_name_and_the_speakers_models_are_looked_for(tmp_path: Path) -> None:
    items = pair_items(3, 3)
    items[0]["responses"]["full"] = "alpha asked Quillon thing 0"
    items[4]["responses"]["control"] = "gamma runs tiny-q4 thing here"
    speakers = {"control": {"kind": "openai", "model": "tiny-q4", "url": "http://127.0.0.1:9/v1"}}
    study = pair_study(tmp_path / "s", items, speakers=speakers)
    settings = (study.folder / "study.yaml").read_text(encoding="utf-8")
    named = settings.replace('subject: {name: ""}', 'subject: {name: "Ada Quillon"}')
    assert named != settings
    (study.folder / "study.yaml").write_text(named, encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        Study.open(study.folder).deal(1, controls=6, force=True, why="small")
    assert {one.value for one in refusal.value.problems} == {"Quillon", "tiny-q4"}


def test_texts_that_are_missing_refuse_the_deal_unless_it_is_forced(tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(3)]
    del items[1]["responses"]["compressed"]
    study = pair_study(tmp_path / "s", items)
    assert any("there is no text of compressed" in told for told in refused(study, 1, force=False))
    dealt = study.deal(1, force=True, why="small")
    assert [one.item for one in dealt.missing] == ["P1"]
    assert {one.item for one in sides(study)["r1"] if one.role == "item"} == {"P0", "P2"}


def test_nothing_to_deal_says_what_to_do(tmp_path: Path) -> None:
    pending = pair_study(tmp_path / "a", [pair_item(0, status="pending")])
    assert "ringtrue items accept" in refused(pending, 1)[0]
    silent = pair_study(tmp_path / "b", [pair_item(0, responses={})])
    assert "ringtrue collect" in refused(silent, 1, force=True, why="small")[0]


def test_raters_who_cannot_be_dealt_to_are_refused_together(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", judges={"panel": {"kind": "local"}})
    study.deal(["ann", "bob"], force=True, why="small")
    study.withdraw_rater("bob", why="ill")
    told = refused(study, ["ann", "bob", "panel", "panel~2", "new"])
    assert [line.split(".")[0] for line in told] == [
        "This rater has packets already",
        "This rater has packets already",
        "A judge of study",
        "A judge of study",
    ]
    assert all(refused(study, raters) for raters in ([], 0, ["x", "x"], [" "], ["a\nb"], ["x" * 5000]))
    study.withdraw_rater("ann", why="ill", anonymise=True)
    assert list(study.deal(["ann"], force=True, why="small").raters) == [
        "ann"
    ]  # the name is free again, and the cards are others


def test_no_rater_named_r_is_used_twice(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(["r2"], force=True, why="small")
    assert list(study.deal(2, force=True, why="small").raters) == ["r1", "r3"]


def test_attention_cards_of_the_study_or_none(tmp_path: Path) -> None:
    own = Attention("mine", "pair", "Q?", ("choose this one", "not this one"), {"voice": -2.0})
    study = pair_study(tmp_path / "s")
    study.deal(["a"], attention=[own], force=True, why="small")
    study.deal(["b"], attention=(), force=True, why="small")
    named = {name: [one.item for one in cards if one.role == "attention"] for name, cards in sides(study).items()}
    assert named == {"a": ["mine"], "b": []}
    without = pair_study(tmp_path / "none", rating={"attention": "none"})
    without.deal(1, force=True, why="small")
    assert not [one for one in sides(without)["r1"] if one.role == "attention"]


def test_the_plan_says_what_will_be_computed_and_names_nobody(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    dealt = study.deal(["Ada Example"], force=True, why="small")
    with study.records() as records:
        plan = next(entry.detail["plan"] for entry in records.audit_entries() if entry.act == "key sealed")
    assert plan["protocol"]["hash"] == study.settings.protocol.hash
    assert plan["deal"] == {
        "number": 1, "seed": "20261115.1", "raters": 1, "session": 40, "controls": {"pair": 4},
        "notes": [*dealt.notes, *dealt.outlook],
    }  # fmt: skip
    assert set(plan["items"]) == {f"P{n}" for n in range(5)}
    assert set(plan["measures"]) == set(study.settings.protocol.measures)
    assert plan["measures"]["pfi_001"] == "literal, crossed: pfi_001_each"
    assert plan["rules"]["verdict"][0]["label"] == "PASS"
    assert plan["screening"]["generic"]["cards_at_least"] == 6
    assert "Ada" not in json.dumps(plan)


def test_a_deal_says_what_its_control_material_allows(tmp_path: Path) -> None:
    """5 pairs and one card for attention, and the controls there are."""
    study = pair_study(tmp_path / "s")
    dealt = study.deal(1, force=True, why="small")
    assert dealt.raters == {"r1": [6]}
    assert any(
        note.startswith("0 instead of 4 generic control cards of the kind pair: add items") for note in dealt.notes
    )
    assert NO_CONTROLS in study.deal(1, controls=0, force=True, why="small").notes
    enough = pair_study(tmp_path / "more", pair_items(5, 6)).deal(7, force=True, why="small")
    assert set(map(tuple, enough.raters.values())) == {(10,)}
    assert "control cards for each rater: pair 4 generic" in enough.notes
    assert enough.minutes >= 1
    assert enough.outlook


def test_a_pilot_counts_nowhere_so_its_deal_foretells_no_verdict(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    assert study.deal(["ann"], pilot=True).outlook == ()
    assert study.deal(3, force=True, why="small").outlook
    with pytest.raises(BadInput) as refusal:
        study.deal(7, pilot=True)
    assert [(one.place, one.value) for one in refusal.value.problems] == [("--pilot", "")]


def test_controls_from_the_suite_are_told_and_their_items_not_rated(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 12)
    dealt = study.deal(5, force=True, why="small")
    assert POOLED in dealt.notes
    for cards in sides(study).values():
        assert Counter(one.role for one in cards) == {"item": 8, "control": 4, "attention": 1}
        assert len({one.item for one in cards}) == 13


def test_a_control_that_is_not_dealt_is_not_looked_through(tmp_path: Path) -> None:
    items = pair_items(3, 1)
    items[3]["responses"]["control"] = "As an AI I say thing 3"
    study = pair_study(tmp_path / "s", items)
    assert refused(study, 1, controls=1)
    assert study.deal(1, controls=0, force=True, why="small").leaks == ()


def test_blind_studies_have_controls_and_attention_for_the_kinds_they_deal(tmp_path: Path) -> None:
    study = fresh(tmp_path / "b", "blind")
    items = []
    for number in range(20):
        said = {name: f"{name[0]} says thing {number}" for name in ("real", "clone", "self", "generic")}
        head = {"id": f"Q{number}", "kind": "quote", "topic": "t", "prompt": f"{number}?", "status": "accepted"}
        items.append({**head, "responses": said, "real": said["real"], "tags": {"control": number >= 8}})
    write_json(study.folder / "items.json", items)
    study.deal(1, force=True, why="small")
    cards = Counter((one.role, one.about) for one in sides(study)["r1"])
    assert cards == {("item", "clone"): 8, ("control", "self"): 6, ("control", "generic"): 6, ("attention", ""): 2}


def test_a_refusal_leaves_no_trace_not_even_the_secret(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", [pair_item(0, responses={"full": "x"})])
    before = acts(study)
    assert refused(study, 1)
    assert acts(study) == before


_CHILD = """
import sys
from ringtrue import Study
study = Study.open(sys.argv[1])
while True:
    study.deal(1, force=True, why="small")
    print("dealt", flush=True)
"""


def test_killed_in_the_middle_of_dealing_either_all_is_there_or_nothing(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 30)
    acknowledged = 0
    for stop in (1, 2):
        command = [sys.executable, "-c", _CHILD, str(study.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for _ in range(stop):
                assert child.stdout.readline() == "dealt\n"
                acknowledged += 1
            child.send_signal(signal.SIGKILL)
            child.wait()
            acknowledged += child.stdout.read().count("dealt\n")
        with study.records() as records:
            issued = {one.packet.token for one in records.packets()}
            assert set(sealed_keys(records)) == issued
            assert len(issued) >= acknowledged
            assert verify_keys(records) == []
            assert records.verify_audit() == []
    assert list(study.deal(["after"], force=True, why="small").raters) == ["after"]


_ONCE = "import sys; from ringtrue import Study; print(*Study.open(sys.argv[1]).deal(2, force=True, why='x').raters)"


def test_two_who_deal_at_once_deal_one_after_the_other(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 6)
    command = [sys.executable, "-c", _ONCE, str(study.folder)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as one,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other,
    ):
        names = sorted(" ".join(child.communicate()[0] for child in (one, other)).split())
    assert names == ["r1", "r2", "r3", "r4"]
    for item in range(6):
        column = [one.sign for own in sides(study).values() for one in own if one.item == f"P{item}"]
        assert sum(column) == 0


def test_no_more_is_dealt_once_the_key_is_open(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(1, force=True, why="small")
    with study.records() as records:
        (one,) = records.packets()
    answer_packet(study, one, nearer_to("alpha"))
    study.unblind()
    assert refused(study, 1)[0].startswith("The answer key was opened")


# Names of raters to deal to.


def test_new_names_are_the_next_that_are_free(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", judges={"r1": {"kind": "local"}})
    with study.records() as records:
        records.note_about_rater("r3", "consent", {}, who="tester")
        assert rater_names(3, study, records, ()) == ["r2", "r4", "r5"]


def test_names_in_any_writing_are_taken_as_they_are(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    names = ["Zoë", "日本", "o'Brien 2", "x" * 80]
    with study.records() as records:
        assert rater_names(names, study, records, ()) == names


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00", "\u202eevil", "x" * 81])
def test_what_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    study = pair_study(tmp_path / "s")
    with study.records() as records, pytest.raises(BadInput, match="one line of at most 80"):
        rater_names([name], study, records, ())


# The plan that is sealed with the key.


ITEM = Item("P1", "pair", "Q?", fields={"responses": {"full": "a", "compressed": "b"}}, status="accepted")


def test_an_item_s_seal_depends_on_all_of_it_but_its_status_and_on_the_secret() -> None:
    seal = item_seal(ITEM, "secret")
    assert seal == item_seal(replace(ITEM, status="withdrawn"), "secret")
    others = (
        replace(ITEM, prompt="R?"),
        replace(ITEM, tags={"control": True}),
        replace(ITEM, fields={"responses": {"full": "b", "compressed": "a"}}),
    )
    assert len({seal, *(item_seal(other, "secret") for other in others)}) == 4
    assert item_seal(ITEM, "another") != seal


def test_the_plan_goes_into_json_and_holds_protocol_measures_rules_and_exclusions() -> None:
    speakers = {"full": {"kind": "openai", "model": "m", "url": "http://user@host/v1", "key_env": "MY_KEY"}}
    settings = Settings(load("blind"), "Ada", data={"speakers": speakers})
    plan = analysis_plan(settings, [ITEM], "secret", {"seed": "1.1"}, [{"rule": "length"}])
    assert canonical(plan)
    assert plan["speakers"] == {"full": {"kind": "openai", "model": "m"}}  # no address, no name of a key
    assert plan["measures"]["gate"] == "sound, gate: found, margin 0.65"
    assert plan["measures"]["agreement_holds"] == "sound, krippendorff_interval: holds"
    assert plan["measures"]["identified_by"].endswith("each difficulty")
    assert [rule["label"] for rule in plan["rules"]["sound_verdict"]] == [
        rule.label for rule in settings.protocol.sound_verdict
    ]
    assert any("withdrawn" in line for line in plan["exclusions"])
    assert "secret" not in canonical(plan)
