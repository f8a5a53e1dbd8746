"""The whole way offline: a study is dealt, a page exported, rated in a browser, its file taken in, the key opened."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from page.rater import Rater, Visit, given, through_lite
from pair_studies import pair_study
from ringtrue.store.keys import sealed_keys
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

GOLD = "I ring what I cast and I cast what I can carry. Nobody ever paid me for the second best note of a bell."
ANSWERS = {"voice": -1, "vibe": 3, "logic": 2, "continuity": 2}


def rated(visit: Visit, page: Path) -> dict[str, Any]:
    """The result of a page whose every card is answered alike."""
    text = page.read_text(encoding="utf-8")
    document = json.loads(text.split('id="ringtrue-document">')[1].split("</script>")[0])
    rater = through_lite(visit.open_file(page, document))
    for number in range(1, len(document["cards"]) + 1):
        rater.rate(number, ANSWERS)
    return rater.sees("thanks.title").download()


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = pair_study(tmp_path / "study", "lite", count=3)
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    made.deal(["anna", "ben"], force=True, why="a small study")
    return made


def test_from_the_deal_to_the_ratings(study: Study, visit: Visit, tmp_path: Path) -> None:
    files = []
    for page in study.export(tmp_path / "pages"):
        file = tmp_path / f"{page.stem}.json"
        file.write_text(json.dumps(rated(visit, page)), encoding="utf-8")
        files.append(file)
    study.take_in(files)
    with study.records() as records:
        key = {card: entry for cards in sealed_keys(records).values() for card, entry in cards.items()}
        assert {record.state for record in records.packets()} == {"returned"}
    study.unblind()
    found = {(row.rater, row.item, row.question): row.value for row in study.ratings()}
    # A voice of -1 leans to the text shown first: toward the compressed speaker where it stood first, away otherwise.
    for entry in key.values():
        if entry["role"] == "item":
            toward = 1 if entry["speakers"][0] == "compressed" else -1
            assert {found[rater, entry["item"], "vibe"] for rater in ("anna", "ben")} == {3}
            assert toward in {found[rater, entry["item"], "voice"] for rater in ("anna", "ben")}
    assert len([1 for _, _, question in found if question == "voice"]) == 6


def test_a_file_sent_twice_is_refused(study: Study, visit: Visit, tmp_path: Path) -> None:
    page = study.export(tmp_path / "pages")[0]
    file = tmp_path / "result.json"
    result = rated(visit, page)
    assert {name for _, name in given(result)} == set(ANSWERS)
    file.write_text(json.dumps(result), encoding="utf-8")
    study.take_in([file])
    with pytest.raises(BadInput):
        study.take_in([file])


def test_the_page_shows_no_more_than_the_study_lets_it(study: Study, visit: Visit, tmp_path: Path) -> None:
    page = study.export(tmp_path / "pages")[0]
    text = page.read_text(encoding="utf-8")
    rater: Rater = visit.open_file(page, json.loads(text.split('id="ringtrue-document">')[1].split("</script>")[0]))
    rater.sees("welcome.title")
    text = re.sub(r"'sha256-[^']*'", "", text)  # letters that happen to stand in a hash say nothing
    for word in ("compressed", "P1", "P2", "TECH", "pfi_model", "Ada", "anna", str(study.folder)):
        assert word not in text, word
