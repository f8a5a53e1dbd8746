"""Who may be spoken of, and near matches looked for as long as they are cheap."""

import json
from typing import Any

from ringtrue.terms import Item


def test_in_a_study_of_very_many_items_only_the_first_faults_get_a_near_match(desk: Any) -> None:
    # 100,000 items: two comparisons with all of them spend the 200,000 there are; questions are few and still matched.
    items = [Item(f"D{n:06}", "decision", "?") for n in range(100_000)]
    rows = [{"rater": "R1", "item": f"d{n:06}", "question": "vibes", "value": 1} for n in range(3)]
    problems = desk.refusal(lambda: desk.read("\n".join(map(json.dumps, rows)), items=items))
    assert [problem.remedy for problem in problems if "item" in problem.place] == [
        "Did you mean D000000?",
        "Use the id of an item of this study.",
        "Use the id of an item of this study.",
    ]


def test_the_speaker_that_stands_on_every_card_may_be_named(desk: Any) -> None:
    answers = desk.take({"item": "Q1", "question": "voice", "value": 2, "speaker": "real"})
    assert answers[0].rating.speaker == "real"
