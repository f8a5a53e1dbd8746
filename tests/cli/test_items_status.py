"""`ringtrue items accept | reject | withdraw`, as a user types them."""

import json
from pathlib import Path

import pytest

from dealt_studies import pair_item, pair_study
from ringtrue import Study


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return pair_study(tmp_path / "study", [pair_item(n, status="pending") for n in range(4)])


def statuses(study: Study) -> list[str]:
    return [item.status for item in study.items()]


def test_accept_by_name_and_all_that_are_pending(here, study: Study) -> None:
    assert "1 item is accepted now." in here("items", "accept", study.folder, "P2").stdout
    assert here("items", "reject", study.folder, "P0").exit_code == 0
    assert json.loads(here("items", "accept", study.folder, "--all", "--json").stdout) == {"accepted": ["P1", "P3"]}
    assert statuses(study) == ["rejected", "accepted", "accepted", "accepted"]


@pytest.mark.parametrize("arguments", [("accept",), ("accept", "P1", "--all"), ("accept", "nobody"), ("reject",)])
def test_what_says_too_little_or_too_much_changes_nothing(here, study: Study, arguments: tuple[str, ...]) -> None:
    verb, *rest = arguments
    assert here("items", verb, study.folder, *rest).exit_code == 2
    assert statuses(study) == ["pending"] * 4


def test_withdraw_needs_a_reason_and_tells_of_cards(here, study: Study) -> None:
    here("items", "accept", study.folder, "--all")
    study.deal(2)
    assert here("items", "withdraw", study.folder, "P1").exit_code == 2
    done = here("items", "withdraw", study.folder, "P1", "--why", "a misprint")
    assert "P1 is withdrawn; 2 cards of it were dealt" in done.stdout
    told = json.loads(here("items", "withdraw", study.folder, "P2", "--why", "too", "--json").stdout)
    assert told == {"withdrawn": "P2", "why": "too", "cards": 2}
    assert statuses(study) == ["accepted", "withdrawn", "withdrawn", "accepted"]
