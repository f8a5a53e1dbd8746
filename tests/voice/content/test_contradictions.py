"""Planted contradictions are listed with their reasons, agreement is not, and there is nothing to take for a score."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.contradictions import (
    Candidate,
    Contradictions,
    clashes,
    find_contradictions,
    negated,
    number,
    quantities,
    read_sentence,
    same_topic,
)
from ringtrue.voice.content.facts import Fact
from ringtrue.voice.content.opposites import pairs_of
from ringtrue.voice.content.sentences import words as words_negation
from ringtrue.voice.content.sentences import words as words_quantities

CLASHING = [
    ("Never raises prices during a drought.", "I would raise prices in a drought, of course.", "negation"),
    ("Refuses to borrow money for growth.", "I would borrow money to grow fast.", "negation"),
    ("Sold the company to his brother.", "I would never sell the company to my brother.", "negation"),
    ("Writes every plan by hand.", "I don't write plans by hand.", "negation"),
    ("Has three children.", "My two children live abroad.", "number: 3 against 2 children"),
    ("Founded the company in 1998.", "I founded the company in 2003.", "number: 1998 against 2003"),
    ("Donates 10% of the profit.", "We donate 20 percent of our profit.", "number: 10 against 20 %"),
    ("Good tools must be cheap.", "Good tools must be expensive.", 'opposite words: "cheap" against "expensive"'),
    ("Sold the company to his brother.", "I bought the company from my brother.", "opposite verbs"),
    ("Always delegates decisions.", "I centralise every decision.", "opposite verbs"),
    ("Wants higher taxes on land.", "Taxes on land should be lower.", "opposite direction"),
    ("Prefers trains to planes.", "I prefer planes to trains.", "order turned round"),
    ("Hires for curiosity rather than diplomas.", "I hire for diplomas rather than curiosity.", "order turned round"),
    ("Tests machines before they ship.", "We ship machines before we test them.", "order turned round"),
    ("Nunca contrata parentes.", "Eu contrato parentes quando preciso.", "negation"),
    ("Evita empréstimos de bancos.", "Faço empréstimos com bancos todo ano.", "negation"),
    ("Acorda às cinco da manhã para escrever.", "Acordo às nove da manhã para escrever.", "number: 5 against 9"),
    ("Doa 1.500 reais por mês.", "Doo 200 reais por mês.", "number: 1500 against 200"),
    ("Vendeu o carro para financiar o produto.", "Comprei o carro e financiei o produto.", "opposite verbs"),
    ("Defende preços mais altos para o café.", "Os preços do café devem ser mais baixos.", "opposite direction"),
    ("Prefere trem a avião.", "Prefiro avião a trem.", "order turned round"),
]
AGREEING = [
    ("Never raises prices during a drought.", "In a drought I never raise my prices."),
    ("Never raises prices during a drought.", "I refuse to raise prices during a drought."),
    ("Never refuses a loan to farmers.", "I give farmers a loan, I never refuse."),
    ("Has three children.", "My three children live abroad."),
    ("Donates 10% of the profit.", "We donate ten percent of our profit."),
    ("Prefers trains to planes.", "I prefer trains to planes any day."),
    ("Ships after testing the machine.", "The machine is tested before it ships."),
    ("Good tools must be cheap.", "Good tools must not be expensive."),
    ("Not only writes plans but draws them.", "I write plans and draw them."),
    ("Nunca contrata parentes.", "Não contrato parentes, nunca."),
    ("Contrata amigos no Brasil.", "Contrato amigos no Brasil."),
    ("Doa 1.500 reais por mês.", "Doo 1,500 reais por mês."),
    ("Keeps bees behind the workshop.", "The weather is not nice and I hate soup."),
]


def listed(fact: str, reply: str) -> Contradictions:
    return find_contradictions([Fact("F", fact)], [reply])


@pytest.mark.parametrize(("fact", "reply", "reason"), CLASHING)
def test_planted_contradictions_are_listed_with_the_reason(fact: str, reply: str, reason: str) -> None:
    found = listed(fact, reply).candidates
    assert len(found) == 1
    assert any(said.startswith(reason) for said in found[0].reasons), found[0].reasons


@pytest.mark.parametrize(("fact", "reply"), AGREEING)
def test_agreement_is_not_listed(fact: str, reply: str) -> None:
    assert listed(fact, reply).candidates == ()


def test_candidates_come_in_the_order_of_facts_and_replies_with_their_sentence() -> None:
    facts = [Fact("one", CLASHING[0][0]), Fact("two", CLASHING[4][0], "SOUL.md")]
    replies = [f"Nice day. {CLASHING[4][1]}", "Nothing here.", f"{CLASHING[0][1]} And so on."]
    found = find_contradictions(facts, replies).candidates
    assert [(c.fact.id, c.reply, c.excerpt) for c in found] == [("one", 2, CLASHING[0][1]), ("two", 0, CLASHING[4][1])]


def test_nothing_in_the_result_could_be_taken_for_a_score() -> None:
    kinds = {field.name: field.type for kind in (Candidate, Contradictions) for field in fields(kind)}
    assert kinds == {
        "fact": Fact,
        "reply": int,  # the reply's place in the list
        "excerpt": str,
        "reasons": tuple[str, ...],
        "candidates": tuple[Candidate, ...],
        "notes": tuple[str, ...],
    }


def test_a_long_list_is_cut_short_and_says_so() -> None:
    replies = [f"I would raise prices in drought number {i}." for i in range(30)]
    found = find_contradictions([Fact("F", CLASHING[0][0])], replies)
    assert len(found.candidates) == 20
    assert found.notes == ("F: the list ends at 20 candidates",)


def test_a_sentence_said_again_is_listed_once_where_it_first_stands() -> None:
    found = find_contradictions([Fact("F", CLASHING[0][0])], ["Hello.", *[CLASHING[0][1]] * 30])
    assert [candidate.reply for candidate in found.candidates] == [1]
    assert found.notes == ()


def test_a_position_of_two_sentences_lists_a_reply_once_with_all_reasons() -> None:
    found = listed("Has three children. His three children must be honest.", "My two children must be dishonest.")
    assert [candidate.reasons for candidate in found.candidates] == [
        ("number: 3 against 2 children", 'opposite words: "honest" against "dishonest"')
    ]


def test_no_facts_or_no_replies_give_an_empty_list() -> None:
    assert find_contradictions([], ["text"]) == Contradictions((), ())
    assert find_contradictions([Fact("F", "Text here.")], ["", "..."]) == Contradictions((), ())


@given(st.text(max_size=120), st.text(max_size=120).filter(lambda text: any(c.isalnum() for c in text)))
def test_any_text_is_read_and_nothing_contradicts_itself(reply: str, fact: str) -> None:
    find_contradictions([Fact("F", fact)], [reply])
    assert find_contradictions([Fact("F", fact)], [fact]).candidates == ()


# Reasons why two sentences disagree, one rule at a time.


said = """
I never not sell buy cheap expensive trains planes than before rather prefer to 3 two % $ and , . children no
"""
words = st.sampled_from(said.split())
sentences = st.lists(words, max_size=10).map(" ".join) | st.text(max_size=30)


def kind_of(reason: str) -> str:
    return reason.partition(":")[0]


def reasons(position: str, sentence: str) -> tuple[str, ...]:
    return clashes(read_sentence(position), read_sentence(sentence))


CASES = {  # position, sentence, and the reasons to be found
    "words": ("Tools are cheap.", "Tools are expensive.", 'opposite words: "cheap" against "expensive"'),
    "verbs": ("He sold bread.", "He bought bread.", 'opposite verbs: "sold" against "bought"'),
    "direction": ("Prices rise.", "Prices fall.", 'opposite direction: "rise" against "fall"'),
    "not the opposite": ("Tools are cheap.", "Tools are not expensive."),
    "both denied": ("Tools are not cheap.", "Tools are not expensive.", 'opposite words: "cheap" against "expensive"'),
    "one sentence holds both": ("Cheap beats expensive.", "Expensive things break."),
    "denied by the position": (
        "Never plants trees.",
        "I plant trees.",
        'negation: the position denies "plants", the reply does not',
    ),
    "denied by the reply": (
        "Plants trees.",
        "I do not plant trees.",
        'negation: the reply denies "plants", the position does not',
    ),
    "denied by both": ("Never plants trees.", "I never plant trees."),
    "numbers": ("Has 3 dogs.", "I have 2 dogs.", "number: 3 against 2 dogs"),
    "the same number of the same thing": ("Has 3 dogs.", "I have three dogs and 2 cats."),
    "numbers of different things": ("Has 3 dogs.", "I have 2 cats."),
    "numbers that overlap": ("Has 3 or 4 dogs.", "I have 4 or 5 dogs."),
    "order": (
        "Prefers bread to cake.",
        "I prefer cake to bread.",
        'order turned round: "bread" and "cake" have changed places',
    ),
    "the same order": ("Bread rather than cake.", "Bread rather than cake."),
}


@pytest.mark.parametrize("case", CASES)
def test_each_rule_finds_what_it_is_for(case: str) -> None:
    position, sentence, *found = CASES[case]
    assert reasons(position, sentence) == tuple(found)


def test_several_numbers_are_listed_in_order() -> None:
    assert reasons("Between 9 dogs and 5 dogs.", "I have 1.5 dogs.") == ("number: 5, 9 against 1.5 dogs",)


def test_a_direction_in_a_sentence_turned_round_agrees() -> None:
    assert reasons("Tests machines before shipping machines.", "Ships machines after testing machines.") == ()


@given(sentences)
def test_no_sentence_clashes_with_itself(text: str) -> None:
    assert not [reason for reason in reasons(text, text) if reason.startswith(("negation", "number", "order"))]


@given(sentences, sentences)
def test_whatever_is_said_the_reasons_are_different_and_of_known_kinds(one: str, two: str) -> None:
    found = reasons(one, two)
    assert len(set(found)) == len(found)
    kinds = {"opposite words", "opposite verbs", "opposite direction", "negation", "order turned round", "number"}
    assert set(map(kind_of, found)) <= kinds


@given(sentences, sentences)
def test_it_does_not_matter_for_opposites_and_numbers_who_said_which(one: str, two: str) -> None:
    def kinds(found: tuple[str, ...]) -> list[str]:
        return sorted(kind for kind in map(kind_of, found) if kind == "number" or kind.startswith("opposite"))

    assert kinds(reasons(one, two)) == kinds(reasons(two, one))


# Which sentences are about the same thing, against the rule applied pair by pair.


topics = st.lists(st.frozensets(st.sampled_from("abcdef"), max_size=6), max_size=80)


@given(topics, topics)
def test_as_pair_by_pair(left: list[frozenset[str]], right: list[frozenset[str]]) -> None:
    expected = [
        (i, j)
        for i, one in enumerate(left)
        for j, other in enumerate(right)
        if len(one & other) >= 2 and 2 * len(one & other) >= min(len(one), len(other))
    ]
    assert list(same_topic(left, right)) == expected


# A sentence read once: words, stems, denials, quantities and topics side by side.


said_reading = ["I", "don't", "never", "sold", "3", "dogs", ",", ".", "the", "n\u00e3o", "10%", "caf\u00e9", "rarely"]
ordinary = st.lists(st.sampled_from(said_reading)).map(" ".join)


def test_small_words_marks_negators_and_numbers_have_no_stem() -> None:
    read = read_sentence("I don't walk the 3 dogs, ever.")
    assert read.words == ("i", "don't", "walk", "the", "3", "dogs", ",", "ever", ".")
    assert read.stems == ("", "", "walk", "", "", "dog", "", "", "")


def test_what_follows_a_negation_is_denied_until_the_clause_ends() -> None:
    read = read_sentence("I never walk dogs, but walk cats.")
    assert [word for word, denied in zip(read.words, read.denied, strict=True) if denied] == ["walk", "dogs"]


def test_numbers_are_kept_by_what_they_count_and_make_a_topic() -> None:
    read = read_sentence("Two dogs and 10% of them.")
    assert read.counted == {"dog": {2.0}, "%": {10.0}}
    assert read.topics == {"#", "dog"}


def test_a_word_with_an_opposite_stands_for_the_pair() -> None:
    cheap, dear = read_sentence("Cheap bread."), read_sentence("Costly bread.")
    assert cheap.topics == dear.topics == {f"pair {pair}" for pair in pairs_of("cheap")} | {"bread"}


@pytest.mark.parametrize("text", ["", " ", "?!", "the of and"])
def test_a_sentence_about_nothing_has_no_topic(text: str) -> None:
    assert read_sentence(text).topics == frozenset()


@given(ordinary | st.text(max_size=40))
def test_every_word_has_its_stem_and_its_sign(text: str) -> None:
    read = read_sentence(text)
    assert read.text == text
    assert len(read.words) == len(read.stems) == len(read.denied)
    assert ("#" in read.topics) == bool(read.counted)
    assert {stem for stem in read.stems if stem and stem in read.topics} <= set(read.stems)


@given(ordinary)
def test_case_accents_and_blanks_do_not_matter(text: str) -> None:
    one, two = read_sentence(text), read_sentence(f"  {text.upper()}\n".replace(" ", "  "))
    assert (one.words, one.stems, one.denied, one.counted, one.topics) == (
        two.words, two.stems, two.denied, two.counted, two.topics,
    )  # fmt: skip


# Which words are denied.


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("we never sell shares", "sell shares"),
        ("we never sell, we keep", "sell"),
        ("I don't sell shares but keep bonds", "sell shares"),
        ("never refuse to lend money", "refuse"),
        ("not only cheap", ""),
        ("there is no doubt about it", ""),
        ("there is no money for it", "money for it"),
        ("contrato gente no Brasil", ""),
        ("nao quero nada disso", "quero nada disso"),
        ("evito gastar", "gastar"),
        ("", ""),
    ],
)
def test_what_a_clause_denies(text: str, denied: str) -> None:
    read = words_negation(text)
    assert [word for word, sign in zip(read, negated(read), strict=True) if sign] == denied.split()


# Numbers and what they count.


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("7", 7.0),
        ("1,000", 1000.0),
        ("1.000.000", 1e6),
        ("3,5", 3.5),
        ("3.5", 3.5),
        ("20%", 20.0),
        ("twenty", 20.0),
        ("três", None),  # words() has taken the accent off before
        ("tres", 3.0),
        ("one", None),
        ("1.2.3", None),
        ("b52", None),
        ("word", None),
    ],
)
def test_what_a_word_counts(word: str, value: float | None) -> None:
    assert number(word) == value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("three children and two dogs", {"children": {3.0}, "dog": {2.0}}),
        ("20 % of profit, or 30 percent", {"%": {20.0, 30.0}}),
        ("$500 or 20 dollars", {"money": {500.0, 20.0}}),
        ("in 1998.", {"": {1998.0}}),
        ("dez por cento", {"%": {10.0}}),
        ("no number", {}),
    ],
)
def test_numbers_by_what_they_count(text: str, found: dict[str, set[float]]) -> None:
    assert quantities(words_quantities(text)) == found
