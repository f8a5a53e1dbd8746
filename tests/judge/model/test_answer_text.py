"""Finding the one JSON object in what a judge wrote."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.model.answer_text import LONGEST, answer_object

NAMES = frozenset({"voice", "logic"})
GOOD = '{"voice": {"score": 3}}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\nThat is all.",
        f"I looked at {{all}} of it, and at [1, 2].\n\n{GOOD}",
        f'Notes: {{}} and {{"other": 1}}.\n{GOOD}',
        f"[{GOOD}]",
        f'<think>perhaps {{"voice": {{"score": 1}}}}</think>\n{GOOD}',
        f"{GOOD}\n\nOnce more: {GOOD}",
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert answer_object(text, NAMES) == {"voice": {"score": 3}}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no JSON object"),
        ("I cannot judge this.", "no JSON object"),
        ('{"other": 1}', "none of the questions"),
        ('{"voice": {"score": 3}', "broken or cut off"),
        ('{"voice": {"score": 3,}}', "broken or cut off"),
        ("{'voice': {'score': 3}}", "broken or cut off"),
        (GOOD + ' {"voice": {"score": 100}}', "several JSON objects"),
        ('{"voice": {"score": 3}, "voice": {"score": 4}}', "voice: stands twice"),
        ('{"voice": {"score": NaN}}', "NaN is not a number"),
        ('{"voice": {"score": -Infinity}}', "-Infinity is not a number"),
        ('{"voice": {"score": ' + "9" * 5000 + "}}", "broken or cut off"),
        ('{"voice":' * 100_000, "broken or cut off|over"),
        ('{"a":' * 30_000, "broken or cut off"),
        ("{" * LONGEST, "broken or cut off"),
        (GOOD + " " * LONGEST, "over 200000 characters"),
    ],
)
def test_what_keeps_it_from_being_read(text: str, fault: str) -> None:
    found = answer_object(text, NAMES)
    assert isinstance(found, str)
    assert any(part in found for part in fault.split("|"))


def test_thoughts_are_left_aside_at_the_beginning_only() -> None:
    inside = '{"voice": {"quote": "so <think>he said</think> then"}}'
    assert answer_object(inside, NAMES) == {"voice": {"quote": "so <think>he said</think> then"}}


def test_a_key_at_the_top_counts_unless_it_may_be_the_inside_of_something_broken() -> None:
    flat = frozenset({"choice"})
    assert answer_object('{"choice": "A"}', NAMES, flat) == {"choice": "A"}
    assert answer_object('{"voice": {"choice": "A"},', NAMES, flat) == "the JSON object is broken or cut off"
    assert answer_object('{"choice": "A"}', NAMES) == "the JSON object answers none of the questions"


@given(st.text(max_size=60), st.dictionaries(st.sampled_from(["voice", "logic", "x"]), st.integers(), min_size=1))
def test_anything_gives_an_object_or_a_fault(prose: str, data: dict[str, int]) -> None:
    found = answer_object(prose + json.dumps(data), NAMES)
    assert found == data or isinstance(found, str)
    assert isinstance(answer_object(prose, NAMES), str)
