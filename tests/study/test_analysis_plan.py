"""The plan that is sealed with the key."""

from dataclasses import replace

from ringtrue.protocols import load
from ringtrue.store.canonical import canonical
from ringtrue.study.analysis_plan import analysis_plan, item_seal
from ringtrue.study.settings import Settings
from ringtrue.terms import Item

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
