"""`ringtrue run --controls`: a generic speaker and the person judged too, killed and taken up again, added later."""

import json
from pathlib import Path
from typing import Any

import pytest

from model_server import Asked, ModelServer
from ringtrue.study.study import Study
from scenario_files import CLONE, JUDGE, OTHER, PROMPT, own_file, speakers_and_judges
from scenario_runs import arguments, killed_at

COUNT = 20
CALLS = COUNT * 3 + COUNT * 3 + COUNT * 2  # clone and generic are asked and judged twice, the person is judged twice


@pytest.fixture
def server():
    with ModelServer(answer=speakers_and_judges) as running:
        yield running


def asked(folder: Path, server: ModelServer, *more: object, count: int = COUNT, out: str = "run") -> list[str]:
    second = ("--judge", f"openai:{OTHER}@{server.url}")
    return arguments(folder, server.url, *second, *more, count=count, out=out)


def controls(folder: Path, count: int = COUNT) -> tuple[object, ...]:
    return "--controls", "--self", own_file(folder, count)


def result(folder: Path, out: str = "run") -> dict[str, Any]:
    return json.loads((folder / out / "result.json").read_text(encoding="utf-8"))


# Scores are 90, 92 and 45, one more or less by turns: over all scenarios the means are these. Of fifty scenarios 25 are
# drawn for each control, whose means are off by less than 1: the place is near 100 (90 - 45)/(92 - 45) = 95.74.
def test_controls_give_a_place_and_a_sound_verdict(here, server: ModelServer, tmp_path: Path) -> None:
    given = asked(tmp_path, server, *controls(tmp_path, 50), "--by", "sound", "--strict", count=50)
    done = here(*given)
    assert done.exit_code == 1, done.output
    told = " ".join(done.output.split())
    assert "without the persona's prompt answers 25 of them, and own.jsonl has the person's own on 25" in told
    assert "That is 125 calls more" in told  # 25 asked, 2 x 50 judged
    assert server.count == 50 * 3 + 125
    found = result(tmp_path)
    assert found["sound_verdict"]["label"] == "provisional"
    assert "a model judged that has no licence" in done.output
    assert any("judge-1 (j) has no licence: it was not calibrated" in note for note in found["notes"])
    calibrated = here("judge", "calibrate", str(tmp_path / "run"), "--json")
    assert calibrated.exit_code == 0, calibrated.output
    for licence in json.loads(calibrated.stdout)["licences"]:
        assert (licence["granted"], licence["basis"]) == (True, "controls")
        assert licence["estimates"]["generic_from_person"]["value"] == 1.0
    done = here(*given)  # nothing is asked again, and the same scores are now those of licensed judges
    assert done.exit_code == 0, done.output
    found = result(tmp_path)
    assert found["sound_verdict"]["label"] == "PASS"
    more = ("--licences", tmp_path / "run" / "licences", "--by", "sound")
    again = here(*asked(tmp_path, server, *controls(tmp_path, 50), *more, count=50, out="second"))
    assert again.exit_code == 0, again.output
    assert result(tmp_path, "second")["sound_verdict"]["label"] == "PASS"
    assert found["verdict"]["label"] == "FAIL"
    assert found["counts"]["judge_models"] == 2
    assert found["estimates"]["fidelity_place"]["value"] == pytest.approx(95.74, abs=1.5)
    assert [(one["scored"], one["cards"]) for one in found["judges"]] == [(100, 100), (100, 100)]
    report = (tmp_path / "run" / "report.md").read_text(encoding="utf-8")
    assert "Controls: the judges give the generic speaker 4" in report
    assert "Place between them: 9" in report
    assert Study.open(tmp_path / "run").doctor() == []


def test_a_killed_run_with_controls_goes_on_to_the_same_figures(here, server: ModelServer, tmp_path: Path) -> None:
    given = asked(tmp_path, server, *controls(tmp_path), "--concurrency", "4")
    killed_at(server, given, requests=70)
    before = server.count
    done = here(*given)
    assert done.exit_code == 1, done.output  # FAIL by the letter
    assert CALLS <= server.count <= CALLS + 4
    assert before < server.count
    found = result(tmp_path)["estimates"]
    # every scenario is judged for everybody, ten one way and ten the other: 90, 45, 92; 100 x 45/47 = 95.7447
    assert found["fidelity_raw"]["value"] == pytest.approx(90)
    assert found["fidelity_floor"]["value"] == pytest.approx(45)
    assert found["fidelity_ceiling"]["value"] == pytest.approx(92)
    assert found["fidelity_place"]["value"] == pytest.approx(100 * 45 / 47)
    assert found["agreement_weighted_score"]["n"] == 3 * COUNT  # a card of each speaker counts by itself
    assert here(*given).exit_code == 1
    assert server.count <= CALLS + 4  # nothing is asked again


def test_the_order_of_the_cards_of_a_scenario_does_not_tell_whose_they_are(
    here, server: ModelServer, tmp_path: Path
) -> None:
    here(*asked(tmp_path, server, *controls(tmp_path), "--concurrency", "1"))
    order: dict[str, list[str]] = {}
    for one in server.requests:
        if one.model == JUDGE:
            ferry = one.last.partition("and ferry ")[2].partition(" ")[0]
            kind = "own" if "Boat stays" in one.last else "generic" if "One should weigh" in one.last else "clone"
            order.setdefault(ferry, []).append(kind)
    assert len({tuple(kinds) for kinds in order.values()}) >= 4  # of the six there are
    assert {kinds[0] for kinds in order.values()} == {"clone", "generic", "own"}


def test_controls_can_come_later_and_ask_for_nothing_twice(here, server: ModelServer, tmp_path: Path) -> None:
    here(*asked(tmp_path, server))
    assert server.count == COUNT * 3
    told = " ".join(here(*asked(tmp_path, server, "--controls")).output.split())
    assert "without --self FILE nothing shows how the judges score the person's own answers" in told
    assert server.count == COUNT * 6
    found = result(tmp_path)
    assert found["sound_verdict"]["label"] == "provisional"
    assert found["estimates"]["fidelity_place"]["value"] is None
    assert any("No self control" in note for note in found["notes"])
    here(*asked(tmp_path, server, *controls(tmp_path)))
    assert server.count == CALLS
    assert result(tmp_path)["estimates"]["fidelity_place"]["value"] == pytest.approx(100 * 45 / 47)
    lost = here(*asked(tmp_path, server))
    assert lost.exit_code == 2
    assert "The run has controls." in lost.output
    other = own_file(tmp_path, COUNT - 1, "other.jsonl")
    changed = here(*asked(tmp_path, server, "--controls", "--self", other))
    assert changed.exit_code == 2
    assert "own answers have changed" in " ".join(changed.output.split())
    assert server.count == CALLS


def test_a_run_that_was_dealt_to_people_gets_no_controls(here, server: ModelServer, tmp_path: Path) -> None:
    here(*asked(tmp_path, server))
    said = len(server.requests)
    study = Study.open(tmp_path / "run", who="ana")
    study.deal(3, controls=0, force=True, why="to see")
    done = here(*asked(tmp_path, server, "--controls"))
    assert done.exit_code == 2
    assert "The study was dealt to people" in done.output
    assert (len(server.requests), (tmp_path / "run" / "generic.md").exists()) == (said, False)


def test_a_dry_run_says_what_controls_cost_and_a_budget_counts_them(here, server: ModelServer, tmp_path: Path) -> None:
    prices = [f"--set={who}.prices.{way}=10" for who in ("speaker", "judge") for way in ("in", "out")]
    given = asked(tmp_path, server, *controls(tmp_path), *prices)
    plan = json.loads(here(*given, "--dry-run", "--json").stdout)
    assert plan["controls"]["calls"] == COUNT * 3 + COUNT * 2
    assert sum(one["calls"] for one in plan["forecast"].values()) == CALLS
    whole = sum(one["cost"] for one in plan["forecast"].values())
    assert 0 < plan["controls"]["cost"] < whole
    assert server.count == 0
    stopped = here(*given, "--budget", f"{whole / 8:.4f}", "--json")
    assert stopped.exit_code == 3, stopped.output
    said = json.loads(stopped.stdout)
    assert said["controls"] == COUNT * 2
    assert 0 < said["scored"] + said["controls_scored"] < COUNT * 3
    assert server.count < CALLS


def test_another_generic_speaker_needs_prices_of_its_own(here, server: ModelServer, tmp_path: Path) -> None:
    prices = [f"--set={who}.prices.{way}=1" for who in ("speaker", "judge") for way in ("in", "out")]
    given = asked(tmp_path, server, "--controls", "--generic", f"openai:g@{server.url}", *prices, "--budget", "9")
    refused = here(*given)
    assert refused.exit_code == 2
    assert "--set generic.prices.in" in refused.output.replace("\n", " ")


def test_a_generic_speaker_of_its_own_gets_the_neutral_prompt_too(here, server: ModelServer, tmp_path: Path) -> None:
    server.answer = lambda one: "One should weigh all options carefully and keep everybody informed." if (
        one.model == "g"
    ) else speakers_and_judges(one)  # fmt: skip
    here(*asked(tmp_path, server, "--controls", "--generic", f"openai:g@{server.url}"))
    prompts = {one.model: one.messages[0]["content"] for one in server.requests if one.model in ("g", CLONE)}
    assert prompts[CLONE] == PROMPT
    assert prompts["g"] == (tmp_path / "run" / "generic.md").read_text(encoding="utf-8")


def test_a_generic_speaker_that_fails_leaves_cards_without_a_score_and_the_clone_as_it_is(
    here, server: ModelServer, tmp_path: Path
) -> None:
    from model_server import Fault

    def silent(one: Asked) -> Fault | None:
        spoken = one.model == CLONE and one.messages[0]["content"] != PROMPT
        return Fault(400, "No.") if spoken and "ferry 3 " in one.last else None

    server.script = silent
    done = here(*asked(tmp_path, server, *controls(tmp_path)))
    assert done.exit_code == 3, done.output
    assert "judge-1 scored 59 of 60, judge-2 scored 59 of 60 cards" in " ".join(done.output.split())
    found = result(tmp_path)
    assert found["estimates"]["aggregate_fidelity"]["value"] == pytest.approx(90)
    assert not any("unscored" in row for row in found["items"])
    server.script = lambda _: None
    assert here(*asked(tmp_path, server, *controls(tmp_path))).exit_code == 1
    assert result(tmp_path)["estimates"]["fidelity_floor"]["value"] == pytest.approx(45)


def test_one_model_under_two_names_stays_one_when_study_yaml_says_otherwise(
    here, server: ModelServer, tmp_path: Path
) -> None:
    twin = ("--judge", f"openai:{JUDGE}@{server.url.replace('127.0.0.1', 'localhost')}")
    here(*arguments(tmp_path, server.url, *twin, *controls(tmp_path)))
    assert result(tmp_path)["counts"]["judge_models"] == 1
    settings = tmp_path / "run" / "study.yaml"
    text = settings.read_text(encoding="utf-8")
    for edited in (f"model: {JUDGE}-two".join(text.rsplit(f"model: {JUDGE}", 1)), text[: text.index("  judge-2:")]):
        settings.write_text(edited, encoding="utf-8")
        here("score", str(tmp_path / "run"))
        assert result(tmp_path)["counts"]["judge_models"] == 1
