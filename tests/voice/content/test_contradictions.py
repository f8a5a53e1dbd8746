"""Planted contradictions are listed with their reasons, agreement is not, and there is nothing to take for a score."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content import Candidate, Contradictions, Fact, contradictions

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
    return contradictions([Fact("F", fact)], [reply])


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
    found = contradictions(facts, replies).candidates
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
    found = contradictions([Fact("F", CLASHING[0][0])], replies)
    assert len(found.candidates) == 20
    assert found.notes == ("F: the list ends at 20 candidates",)


def test_a_sentence_said_again_is_listed_once_where_it_first_stands() -> None:
    found = contradictions([Fact("F", CLASHING[0][0])], ["Hello.", *[CLASHING[0][1]] * 30])
    assert [candidate.reply for candidate in found.candidates] == [1]
    assert found.notes == ()


def test_a_position_of_two_sentences_lists_a_reply_once_with_all_reasons() -> None:
    found = listed("Has three children. His three children must be honest.", "My two children must be dishonest.")
    assert [candidate.reasons for candidate in found.candidates] == [
        ("number: 3 against 2 children", 'opposite words: "honest" against "dishonest"')
    ]


def test_no_facts_or_no_replies_give_an_empty_list() -> None:
    assert contradictions([], ["text"]) == Contradictions((), ())
    assert contradictions([Fact("F", "Text here.")], ["", "..."]) == Contradictions((), ())


@given(st.text(max_size=120), st.text(max_size=120).filter(lambda text: any(c.isalnum() for c in text)))
def test_any_text_is_read_and_nothing_contradicts_itself(reply: str, fact: str) -> None:
    contradictions([Fact("F", fact)], [reply])
    assert contradictions([Fact("F", fact)], [fact]).candidates == ()
