"""`ringtrue deal`, as a user types it."""

import json
from pathlib import Path

import pytest

from dealt_studies import pair_item, pair_study


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return pair_study(tmp_path / "study").folder


def test_deal_tells_raters_cards_seal_and_next_step(run, folder: Path) -> None:
    done = run("deal", folder, "--raters", 2, "--force", "--why", "small")
    assert done.returncode == 0, done.stderr
    assert "12 cards dealt to 2 raters." in done.stdout
    assert "Sealed: " in done.stdout
    assert "Next: ringtrue serve" in done.stdout
    assert "alpha" not in done.stdout  # no text, no speaker, no token
    later = run("deal", folder, "--rater", "ann", "--rater", "bob", "--json")
    told = json.loads(later.stdout)
    assert told["raters"] == {"ann": [6], "bob": [6]}
    assert told["cards"] == 12
    assert len(told["seal"]) == len(told["plan"]) == 64
    assert told["seed"] == "20261115.2"


def test_for_whom_has_to_be_said_once(here, folder: Path) -> None:
    both = here("deal", folder, "--raters", 2, "--rater", "ann", "--force", "--why", "small")
    assert both.exit_code == 2
    assert "--raters N for new raters, or --rater ID" in both.output
    plain = here("deal", folder, "--json")  # the preset of the protocol says seven
    assert len(json.loads(plain.stdout)["raters"]) == 7


def test_leaks_are_listed_refused_and_waived(here, tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(3)]
    items[0]["responses"]["full"] += " and very much more"
    items += [pair_item(n, tags={"control": True}) for n in range(3, 6)]
    items[3]["responses"]["control"] = "as an AI says thing 3"
    folder = pair_study(tmp_path / "s", items).folder
    refused = here("deal", folder, "--raters", 1, "--controls", 6, "--json", "--force", "--why", "small")
    assert refused.exit_code == 2
    problems = json.loads(refused.stdout)["problems"]
    assert {problem["what"].split(":")[0] for problem in problems} == {"length", "machine"}
    assert "P3, control, line 1" in {problem["place"] for problem in problems}
    waivers = ("--waive", "length:P0=both ramble", "--waive", "machine=it is a joke of his")
    done = here("deal", folder, "--raters", 1, "--controls", 6, *waivers, "--force", "--why", "small")
    assert done.exit_code == 0, done.output
    assert "2 leaks allowed" in done.output
    wrong = here("deal", folder, "--raters", 1, "--waive", "lenght=x", "--force", "--why", "small")
    assert wrong.exit_code == 2
    assert "did you mean length?" in wrong.output


def test_missing_texts_and_force(here, tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(3)]
    del items[2]["responses"]["full"]
    folder = pair_study(tmp_path / "s", items).folder
    assert here("deal", folder, "--raters", 1).exit_code == 2
    done = here("deal", folder, "--raters", 1, "--force", "--why", "small")
    assert done.exit_code == 0
    assert "1 accepted item left out because a text is missing." in done.output


def test_many_raters_are_shown_in_part(here, folder: Path) -> None:
    done = here("deal", folder, "--raters", 30)
    assert "and 5 more; --json lists them" in done.output
    assert "180 cards dealt to 30 raters" in done.output


def test_typography_is_evened_out_on_demand(here, tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(5)]
    items[0]["responses"]["full"] = "alpha says “thing” 0 here"
    folder = pair_study(tmp_path / "s", items).folder
    refused = here("deal", folder, "--raters", 7)
    assert refused.exit_code == 2
    assert "--normalise" in refused.output
    done = here("deal", folder, "--raters", 7, "--normalise")
    assert done.exit_code == 0, done.output
    assert "texts changed for that: 1," in done.output
    assert "no artefact stands out" in done.output
