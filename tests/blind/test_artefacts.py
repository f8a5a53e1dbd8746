"""Artefacts over a set of pairs: figures by hand, every artefact planted, and nothing fires by chance too often."""

from random import Random

import pytest

from blind.tables import BLIND, quotes
from ringtrue.blind.artefacts import CardSet, Pair, artefacts, card_sets, set_leaks, set_tests
from ringtrue.blind.leak_check import Waiver, checked_drafts, waived
from ringtrue.terms.item import Response

PLAIN = "one two three four five"


def cards(*pairs: tuple[str, str], prompt: str = "Why?") -> CardSet:
    """Pairs of the clone's text and the real one."""
    return CardSet("suite", "clone", "real", tuple(Pair(prompt, *pair) for pair in pairs))


def long_and_short(longer: int, shorter: int, same: int = 0) -> CardSet:
    return cards(
        *[(f"{PLAIN} six", PLAIN)] * longer,
        *[(PLAIN, f"{PLAIN} six")] * shorter,
        *[(PLAIN, PLAIN)] * same,
    )


def test_the_longer_text_in_23_of_29_pairs_is_a_leak_with_that_figure() -> None:
    # 2 x (475020 + 118755 + 23751 + 3654 + 406 + 29 + 1) / 2^29 = .00232; no other feature differs, so m = 1.
    suite = long_and_short(23, 6, 1)
    (leak,) = set_leaks(suite, set_tests(suite, artefacts()))
    assert (leak.rule, leak.item, leak.speaker, leak.place) == ("length", "suite", "clone", "all 30 pairs")
    assert leak.what == "the longer text is the clone's in 23 of 29 pairs (p .002, corrected .002)"


def test_the_one_ahead_is_named_whoever_it_is() -> None:
    suite = long_and_short(6, 23)
    assert "is the real's in 23 of 29 pairs" in str(set_tests(suite, artefacts())[0])


def test_holm_corrects_for_the_artefacts_that_differ_somewhere() -> None:
    # Length 9 of 10: 2 x 11 / 1024 = .0215, x 2 = .043. Line breaks 6 of 7: 2 x 8 / 128 = .125, x 1. Neither elsewhere.
    longer, broken = f"{PLAIN} six", "one two\nthree four five"
    suite = cards(*[(longer, PLAIN)] * 9, (PLAIN, longer), *[(broken, PLAIN)] * 6, (PLAIN, broken))
    tests = set_tests(suite, artefacts())
    assert [(one.text, one.ahead, one.of) for one in tests] == [
        ("the longer text", 9, 10),
        ("the text with more line breaks", 6, 7),
    ]
    assert [one.p for one in tests] == pytest.approx([22 / 1024, 16 / 128])
    assert [one.corrected for one in tests] == pytest.approx([44 / 1024, 16 / 128])
    assert [one.fires for one in tests] == [True, False]


@pytest.mark.parametrize(
    ("rule", "text", "marked"),
    [
        ("length", "the longer text", f"{PLAIN} six"),
        ("numbers", "the text with more of the prompt's numbers", "one two 1,500 four five"),
        ("name", "the text with more of the name", "one two Ng four five"),
        ("typography", "the text with curly quotes", "one two “three” four five"),
        ("typography", "the text with long dashes", "one two—three four five six"),
        ("typography", "the text with an ellipsis character", "one two three four five…"),
        ("typography", "the text with double spaces", "one two  three four five"),
        ("typography", "the text with a trailing space", "one two three four five "),
        ("typography", "the text with more line breaks", "one two\n\nthree four five"),
        ("markdown", "the text with bullets", "- two three four five"),
        ("markdown", "the text with headings", "# two three four five"),
        ("markdown", "the text with bold or italic", "one **two** three four five"),
    ],
)
def test_every_artefact_is_found_where_it_is_planted(rule: str, text: str, marked: str) -> None:
    suite = cards(*[(marked, PLAIN)] * 12, prompt="What about 1,500 bells in 2014?")
    fired = {(one.rule, one.text) for one in set_tests(suite, artefacts(["Ada", "Ng"])) if one.fires}
    assert (rule, text) in fired
    assert {found for found, _ in fired} == {rule}


def test_how_often_a_mark_is_used_is_no_artefact() -> None:
    suite = cards(*[("“a” “b” “c” d", "“a” b c d")] * 20)
    assert set_tests(suite, artefacts()) == []


def test_chance_alone_fires_in_at_most_one_set_of_twenty() -> None:
    # Lengths and breaks drawn for both sides alike. 400 sets at level .05: mean 20 at most, standard deviation 4.4.
    rng = Random(18)

    def text() -> str:
        return "\n".join("so " * rng.randint(3, 9) for _ in range(rng.randint(1, 3))).strip() + rng.choice(
            ["", "…", " "]
        )

    sets = [cards(*[(text(), text()) for _ in range(25)]) for _ in range(400)]
    assert sum(any(one.fires for one in set_tests(one_set, artefacts())) for one_set in sets) <= 33


def test_suite_and_controls_are_sets_of_their_own_and_one_sided_cards_none() -> None:
    texts = [Response(f"Q{n:03d}", who, f"{who} {n}") for n in range(3) for who in ("real", "clone", "generic")]
    sets = card_sets(*checked_drafts(quotes(3), texts, BLIND, {("Q001", "generic"), ("Q002", "generic")}))
    assert [(one.name, one.speaker, one.beside, len(one.pairs)) for one in sets] == [
        ("suite", "clone", "real", 3),
        ("generic-cards", "generic", "real", 2),
    ]
    assert sets[0].pairs[0] == Pair("On rain", "clone 0", "real 0")


def test_a_leak_of_a_set_is_let_pass_by_rule_or_by_the_name_of_the_set() -> None:
    suite = long_and_short(23, 6)
    found = set_leaks(suite, set_tests(suite, artefacts()))
    for item in (None, "suite"):
        assert [leak.waived for leak in waived(found, [Waiver("length", "it rambles", item)])] == ["it rambles"]
