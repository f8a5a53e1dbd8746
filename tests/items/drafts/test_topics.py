"""What a passage is about: noun phrases by their neighbours, the telling ones first."""

from ringtrue.items.drafts.topics import Topic, Weights, named

TEXT = (
    "I bought the furnace. The furnace was too large. My tuner sold the oven door.\n\n"
    "The door was rust, and the tuner went by the door. I told my tuner. I lost my tuner.\n\n"
    "The bank admired the curve. I drew the curve for the bank. I left the bank."
)


def test_one_noun_or_two_of_which_the_second_is_one() -> None:
    found = Weights([TEXT]).topics_in("We keep the furnace by the oven door. The bank admired my tuner.")
    assert [topic.name for topic in found] == ["the furnace", "the oven door", "the bank", "your tuner"]


def test_empty_words_days_and_peoples_are_no_topics() -> None:
    text = "The thing was the week. The American said the Tuesday. " * 3
    assert Weights([text]).topics_in(text) == []


def test_a_word_that_is_mostly_a_verb_is_no_noun() -> None:
    text = (
        "I support it. They support us. We support the plan. The plan holds. You support the support. Support the plan."
    )
    weights = Weights([text + " We support them. They support it. I support you."])
    assert {topic.head for topic in weights.topics_in("The support was the plan.")} == {"plan"}


def test_telling_are_words_that_come_up_again_but_not_everywhere() -> None:
    texts = [f"The bell rang in town{n}.\n\nI hung the bell." for n in range(20)] + [
        "The lathe.\n\nI love the lathe, the bell."
    ]
    assert [topic.head for topic in Weights(texts).telling("The bell lies on the lathe.", 1)] == ["lathe"]


def test_topics_in_a_sentence() -> None:
    two = [Topic("the meter", "meter"), Topic("the ear", "ear")]
    assert named(two) == "the meter and the ear"
    assert named(two[:1]) == "the meter"
    assert named([]) == ""


def test_portuguese_phrases_are_found_too() -> None:
    text = "O forno era caro. Comprei o forno com o banco. O banco não gostou da curva. A curva subiu.\n\nA curva caiu."
    assert [topic.head for topic in Weights([text]).topics_in("Vendi o forno para o banco.")] == ["forno", "banco"]
