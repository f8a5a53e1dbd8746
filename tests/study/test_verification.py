"""Ways to bend a study after dealing and after opening the key: each is found by doctor and refused by score.

The edits are real ones: SQL on the database with the audit chain left alone, and files written by hand.
"""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from dealt_studies import answer_all, nearer_to, pair_item, pair_study
from ringtrue.cli import main
from ringtrue.study.manifest import recorded_changes
from ringtrue.study.study import Study
from ringtrue.study.verification import MEANING
from ringtrue.terms.item import Response
from ringtrue.terms.problem import BadInput

Bend = Callable[[Path], None]
STAGES = ("dealt", "opened")


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A study as it is once all packets are back, and the same with its key opened and a result."""
    top = tmp_path_factory.mktemp("verification")
    folder = pair_study(top / "dealt", 6, gold="gold.txt").folder
    (folder / "gold.txt").write_text("How Ada really speaks, in her own words.", encoding="utf-8")
    written("study.yaml", 'name: ""', 'name: "s", consent: "signed"')(folder)
    study = Study.open(folder, who="tester")
    study.deal(["ann", "bob", "cid"], controls=6, force=True, why="small")
    with study.records() as records:
        for rater in ("ann", "bob", "cid"):
            records.note_about_rater(rater, "consent", {"agreed": True, "version": "1"}, who=rater)
        records.record_responses([Response("P1", "another", "alpha says it")], who="tester")
    answer_all(study, nearer_to("alpha"))
    copytree(top / "dealt", top / "opened")
    opened = Study.open(top / "opened", who="tester")
    opened.unblind()
    opened.score(replicates=20)
    return {name: top / name for name in STAGES}


@pytest.fixture
def bent(stages: dict[str, Path], tmp_path: Path) -> Callable[[str, Bend], Path]:
    def make(stage: str, bend: Bend) -> Path:
        copytree(stages[stage], tmp_path / "s")
        bend(tmp_path / "s")
        return tmp_path / "s"

    return make


def ringtrue(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def sql(statement: str) -> Bend:
    def bend(folder: Path) -> None:
        with sqlite3.connect(folder / "study.db") as database:
            changed = database.execute(statement).rowcount
        database.close()
        assert changed > 0, f"the edit changed nothing: {statement}"

    return bend


def written(name: str, old: str, new: str) -> Bend:
    def bend(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")

    return bend


def items(change: Callable[[list[dict[str, object]]], object]) -> Bend:
    def bend(folder: Path) -> None:
        listed = json.loads((folder / "items.json").read_text(encoding="utf-8"))
        change(listed)
        (folder / "items.json").write_text(json.dumps(listed), encoding="utf-8")

    return bend


def other_protocol(folder: Path) -> None:
    """The protocol with another cut, under its own name, wherever the study takes it from."""
    import ringtrue.protocols

    kept = folder / "protocol.yaml"
    source = kept if kept.is_file() else Path(ringtrue.protocols.__file__).parent / "pairs.yaml"
    text = source.read_text(encoding="utf-8")
    assert "label: PASS" in text
    kept.write_text(text.replace("label: PASS", "label: Passed", 1), encoding="utf-8")
    if source != kept:
        written("study.yaml", '"pairs"', '"protocol.yaml"')(folder)


def other_key(folder: Path) -> None:
    """The two sides of every card exchanged."""
    with sqlite3.connect(folder / "study.db") as database:
        for packet, card, sides in database.execute("select packet, card, sides from keys").fetchall():
            entry = json.loads(sides)
            entry["speakers"].reverse()
            changed = json.dumps(entry, separators=(",", ":"))
            database.execute("update keys set sides = ? where packet = ? and card = ?", (changed, packet, card))
    database.close()


BENDS: dict[str, Bend] = {
    "keys": other_key,
    "keys that are no JSON": sql("update keys set sides = 'x'"),
    "a key deleted": sql("delete from keys where packet = (select min(packet) from keys)"),
    "a key added": sql("insert into keys select study, 'zz', card, sides, salt, act from keys limit 1"),
    "answers": sql("update answers set value = '2.0' where value = '-2.0'"),
    "judgments": sql("update judgments set value = '2.0' where value = '-2.0'"),
    "judgments deleted": sql("delete from judgments where rater = 1"),
    "responses": sql("update responses set text = 'another text'"),
    "packets": sql("update packets set cards = replace(cards, 'alpha', 'omega')"),
    "packets withdrawn": sql("update packet_states set state = 'withdrawn' where seq = 1"),
    "items recorded": sql("update items set body = replace(body, 'alpha', 'omega')"),
    "items": items(lambda listed: listed[0].update(prompt="Another question?")),
    "items taken out": items(lambda listed: listed.pop()),
    "items added": items(lambda listed: listed.append(pair_item(9))),
    "statuses": items(lambda listed: [one.update(status="rejected") for one in listed[:3]]),
    "consent deleted": sql("delete from rater_notes where rater = 2"),
    "consent": sql("update rater_notes set body = replace(body, 'true', 'false')"),
    "consent added": sql("insert into rater_notes select study, 99, 3, kind, body, act from rater_notes limit 1"),
    "consent of the person": written("study.yaml", "signed", "signed again"),
    "plan": sql("update seals set plan = replace(plan, 'rejected', 'disliked')"),
    "plan that is no JSON": sql("update seals set plan = 'x'"),
    "protocol": other_protocol,
    "words of the protocol": written("protocol.yaml", "The human index is", "They passed, with"),
    "gold": written("gold.txt", "really", "hardly"),
    "gold deleted": lambda folder: (folder / "gold.txt").unlink(),
    "study.yaml": written("study.yaml", "seed: 20261115", "seed: 7"),
    "study.yaml, a key added": written("study.yaml", "seed: 20261115", "seed: 20261115\ndesign: equivalence"),
    "raters": sql("update raters set state = 'withdrawn' where number = 1"),
    "raters renamed": sql("update raters set name = 'zoe' where number = 1"),
    "secret": sql("update deal_secrets set secret = 'ab'"),
    "secret deleted": sql("delete from deal_secrets"),
    "log": sql("update audit set who = 'somebody' where seq = 3"),
    "log cut off": sql("delete from audit where seq = (select max(seq) from audit)"),
    "log that is no JSON": sql("update audit set detail = 'x' where act = 'key sealed'"),
}


def problems(*arguments: object) -> list[dict[str, str]]:
    """What a command refuses the study for."""
    refused = ringtrue(*arguments, "--json")
    assert refused.exit_code == 2, arguments
    found: list[dict[str, str]] = json.loads(refused.stdout)["problems"]
    assert all(problem["file"] and problem["place"] and problem["what"] for problem in found)
    return found


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("way", BENDS)
def test_a_bent_study_is_found_by_doctor_and_refused_by_score(
    bent: Callable[[str, Bend], Path], way: str, stage: str
) -> None:
    folder = bent(stage, BENDS[way])
    assert problems("doctor", folder)
    assert MEANING in [problem["what"] for problem in problems("score", folder)]


@pytest.mark.parametrize("way", ["keys", "judgments", "statuses", "consent", "gold", "log"])
def test_whatever_relies_on_a_bent_study_refuses_it(bent: Callable[[str, Bend], Path], way: str) -> None:
    folder = bent("opened", BENDS[way])
    for command in (("unblind", folder), ("report", folder), ("backup", folder, folder / "b")):
        assert MEANING in [problem["what"] for problem in problems(*command)]
    assert not (folder / "b").exists()
    assert json.loads(ringtrue("status", folder, "--json").stdout)["problems"]


@pytest.mark.parametrize("stage", STAGES)
def test_an_untouched_study_passes_all_commands(bent: Callable[[str, Bend], Path], stage: str) -> None:
    folder = bent(stage, lambda _: None)
    assert ringtrue("doctor", folder).exit_code == 0
    assert json.loads(ringtrue("status", folder, "--json").stdout)["problems"] == []
    assert ringtrue("unblind", folder).exit_code == 0
    assert ringtrue("score", folder, "--replicates", 100).exit_code in (0, 1)
    assert ringtrue("report", folder).exit_code == 0
    assert ringtrue("backup", folder, folder / "b").exit_code == 0
    assert ringtrue("doctor", folder).exit_code == 0
    restored = folder.parent / "restored"
    assert ringtrue("restore", folder / "b", restored).exit_code == 0
    assert ringtrue("doctor", restored).exit_code == 0


def test_a_key_exchanged_after_opening_does_not_turn_the_verdict(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("opened", lambda _: None)
    before = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    other_key(folder)
    with pytest.raises(BadInput) as refused:
        Study.open(folder).score(replicates=20)
    assert {problem.file for problem in refused.value.problems} >= {"answer key"}
    assert json.loads((folder / "result.json").read_text(encoding="utf-8")) == before


def test_an_edited_result_file_is_found_and_is_not_handed_on(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("opened", written("result.json", '"notes": [', '"notes": ["PASS, really", '))
    assert ringtrue("doctor", folder).exit_code == 2
    assert ringtrue("report", folder).exit_code == 2
    assert ringtrue("score", folder, "--replicates", 100).exit_code in (0, 1)  # writes it anew
    assert ringtrue("doctor", folder).exit_code == 0


def test_a_change_is_refused_until_it_is_put_back(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("opened", BENDS["statuses"])
    said = [(problem["place"], problem["what"]) for problem in problems("score", folder)]
    assert said[1:] == [(f"item P{n}", "It is not as it was dealt: status accepted -> rejected.") for n in range(3)]
    items(lambda listed: [one.update(status="accepted") for one in listed])(folder)
    assert ringtrue("doctor", folder).exit_code == 0


def test_a_change_recorded_after_opening_stands_at_the_top_of_the_report(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("opened", BENDS["statuses"])
    written("study.yaml", "seed: 20261115", "seed: 7")(folder)
    assert ringtrue("record-change", folder, "--why", " ").exit_code == 2
    done = ringtrue("record-change", folder, "--why", "they looked wrong", "--json")
    assert json.loads(done.stdout)["changes"] == [
        "study.yaml seed: changed",
        *(f"item P{number}: status accepted -> rejected" for number in range(3)),
    ]
    assert json.loads(ringtrue("record-change", folder, "--why", "again", "--json").stdout)["changes"] == []
    result = Study.open(folder).score(replicates=20)
    assert result.sound_verdict.label == "provisional"
    assert any("changed when its outcome could be known" in reason for reason in result.sound_verdict.reasons)
    assert result.notes[0].startswith("After the key was opened")
    assert "item P0: status accepted -> rejected" in result.notes[0]
    assert "Reason: they looked wrong" in result.notes[0]
    (report,) = (path for path in Study.open(folder).report("md") if path.name.startswith("result-"))
    text = report.read_text(encoding="utf-8")
    assert text.index("Changed when the outcome could be known") < text.index("## The two verdicts")
    assert "they looked wrong" in text[: text.index("## ")]
    items(lambda listed: listed[4].update(prompt="And another?"))(folder)  # the next edit is refused again
    assert ringtrue("score", folder).exit_code == 2


def test_a_change_recorded_before_opening_is_listed_and_not_at_the_top(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("dealt", written("gold.txt", "really", "truly"))
    assert ringtrue("record-change", folder, "--why", "a slip of the pen").exit_code == 0
    study = Study.open(folder)
    study.unblind()
    note = study.score(replicates=20).notes[0]
    assert note.startswith("After dealing, before the key was opened")
    assert "the gold text: changed" in note
    text = next(path for path in study.report() if path.name.startswith("result-")).read_text(encoding="utf-8")
    assert "Changed when the outcome could be known" not in text
    assert "a slip of the pen" in text


def test_an_item_or_a_rater_withdrawn_after_opening_is_a_recorded_change(bent: Callable[[str, Bend], Path]) -> None:
    study = Study.open(bent("opened", lambda _: None), who="tester")
    study.withdraw_item("P1", why="a misprint")
    study.withdraw_rater("bob", why="knew the author")
    with study.records() as records:
        changes = recorded_changes(records)
    assert [(one.what, one.why, one.known) for one in changes] == [
        ("item P1: status accepted -> withdrawn", "a misprint", True),
        ("rater number 2 withdrawn, with their answers", "knew the author", True),
    ]
    assert study.doctor() == []
    assert sum(note.startswith("After the key was opened") for note in study.score(replicates=20).notes) == 2


def test_withdrawing_one_item_does_not_let_another_edit_through(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("dealt", items(lambda listed: listed[0].update(prompt="Another question?")))
    with pytest.raises(BadInput, match=r"not as it was recorded"):
        Study.open(folder).withdraw_item("P1", why="a misprint")
    assert ringtrue("import", folder, folder / "none.csv").exit_code == 2
    assert ringtrue("doctor", folder).exit_code == 2


def test_after_dealing_a_status_changes_with_a_reason_only(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("dealt", lambda _: None)
    before = (folder / "items.json").read_bytes()
    refused = ringtrue("items", "reject", folder, "P1")
    assert refused.exit_code == 2
    assert "--why" in refused.stderr
    assert (folder / "items.json").read_bytes() == before
    assert ringtrue("items", "reject", folder, "P1", "--why", "a misprint").exit_code == 0
    assert ringtrue("doctor", folder).exit_code == 0


def test_further_raters_are_not_dealt_an_edited_study(bent: Callable[[str, Bend], Path]) -> None:
    folder = bent("dealt", BENDS["items"])
    with pytest.raises(BadInput, match=r"not as it was recorded"):
        Study.open(folder).deal(["dan"], controls=6, force=True, why="small")
    items(lambda listed: listed[0].update(prompt="Question 0?"))(folder)
    Study.open(folder).deal(["dan"], controls=6, force=True, why="small")
    assert Study.open(folder).doctor() == []


def test_what_may_change_after_dealing(bent: Callable[[str, Bend], Path]) -> None:
    """Comments, the order of keys, a remark for the report."""
    folder = bent("dealt", written("study.yaml", "seed: 20261115", "note: a trial\nseed: 20261115  # as ever"))
    assert ringtrue("doctor", folder).exit_code == 0


def test_before_dealing_there_is_nothing_to_record(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.set_status({"P1": "rejected"})
    with pytest.raises(BadInput, match="Nothing was dealt"):
        study.record_change(why="x")


def test_an_anonymised_rater_s_notes_are_gone_rightly(bent: Callable[[str, Bend], Path]) -> None:
    study = Study.open(bent("dealt", lambda _: None), who="tester")
    study.withdraw_rater("ann", why="asked to be forgotten", anonymise=True)
    with study.records() as records:
        records.note_about_rater("rater-1", "remark", {"text": "x"}, who="tester")
    assert study.doctor() == []


def test_a_study_dealt_by_an_earlier_version_is_taken_as_it_is_with_a_reason(tmp_path: Path) -> None:
    """Such a study has no manifest in its chain; here one is dealt and its chain is made anew without it."""
    study = pair_study(tmp_path / "s")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ringtrue.study.deal.seal_manifest", lambda *_: None)
        study.deal(3, controls=6, force=True, why="small")
    assert [problem.place for problem in study.doctor()] == ["manifest"]
    (change,) = study.record_change(why="compared with the backup")
    assert "earlier version" in change
    assert study.doctor() == []
