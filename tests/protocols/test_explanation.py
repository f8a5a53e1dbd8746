"""A protocol in plain words: everything asked, measured and decided is there."""

from dataclasses import replace

import pytest

from ringtrue.protocols.explanation import describe
from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.terms.protocol import Rule


@pytest.mark.parametrize("name", BUILT_IN)
def test_everything_a_protocol_asks_measures_and_decides_is_told(name: str) -> None:
    protocol = load(name)
    told = describe(protocol)
    for kind in protocol.kinds.values():
        assert kind.name in told
        for question in kind.questions:
            assert f"{question.name}: {question.text}" in told
    for measure in protocol.measures.values():
        assert measure.name in told
        assert measure.about in told
    for rule in (*protocol.verdict, *protocol.sound_verdict, *protocol.cause):
        assert rule.label in told
        assert all(condition in told for condition in rule.conditions)
    for suite_rule in protocol.suite:
        assert suite_rule.name in told


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("blind", "  quote: 30% of the items, real and clone side by side, unnamed, judged by people"),
        ("blind", "    provisional if people < 3 (fewer than three people judged)"),
        ("blind", "  A conditional pass is to be fixed within 14 days"),
        (
            "pairs",
            "  pair: full and compressed side by side, unnamed, after a sample of the true voice, judged by people",
        ),
        ("pairs", "    alpha (literal) = cronbach_alpha of pfi_001_each"),
        ("scenarios", "  scenario: clone alone, judged by language models or people"),
        ("recognition", "  Whole sessions are resampled: one session alone has no interval."),
        ("recognition", "      and f1 / sessions <= 1"),
    ],
)
def test_sentences_read_as_they_should(name: str, line: str) -> None:
    assert line in describe(load(name)).splitlines()


def test_conditions_are_joined_by_the_words_they_mean() -> None:
    rule = Rule("MAYBE", ("warmth > 1", "warmth > 2"), ("people > 3", "raters > 4"), "a note")
    told = describe(replace(load("lite"), verdict=(rule, Rule("FAIL")))).splitlines()
    start = told.index("    MAYBE (a note) if")
    assert told[start + 1 : start + 6] == [
        "      warmth > 1",
        "      and warmth > 2",
        "      and people > 3",
        "      or raters > 4",
        "    FAIL otherwise",
    ]
