"""Set pieces: which pieces are found, and in what form."""

from ringtrue.voice.explain.boilerplate import boilerplate
from ringtrue.voice.explain.corpus import Corpus
from ringtrue.voice.explain.passages import cut, readings

BODY = ["red cats", "blue dogs", "old ships", "wet roads", "long days", "thin ice", "calm seas", "dry leaves"]


def corpus(own: list[str], replies: list[str]) -> Corpus:
    return Corpus([[cut(number, read, 60, "en") for number, read in readings(side)] for side in (own, replies)])


def test_the_longest_form_stands_for_its_parts() -> None:
    replies = [f"I would be happy to help with {thing} today {number}." for number, thing in enumerate(BODY)]
    own = [f"There were {thing} here and {number} there." for number, thing in enumerate(BODY)]
    found, compared = boilerplate(corpus(own, replies))
    # Eight of eight replies and no text of the person's; where all have it, the first six words are looked at.
    over = {(one.words, one.place): (one.own, one.replies) for one in found if one.z > 0}
    assert over[("i", "would", "be", "happy", "to", "help"), "text start"] == (0, 100)
    assert over[("i", "would", "be", "happy", "to", "help", "with"), "anywhere"] == (0, 100)
    assert compared < 30


def test_a_piece_in_few_texts_is_not_shown() -> None:
    # Twelve of forty texts would be three tenths; eleven are not, though surely more than none of sixty.
    def signed(many: int) -> list[str]:
        replies = [f"{BODY[n % 8]} were seen by {n} of us {n * 7}" for n in range(40)]
        return [f"{text} my dear old friend." if n < many else f"{text}." for n, text in enumerate(replies)]

    own = [f"There were {BODY[n % 8]} here {n} and {n * 5} there." for n in range(60)]
    for many, expected in ((11, False), (13, True)):
        found, _ = boilerplate(corpus(own, signed(many)))
        assert (("my", "dear", "old", "friend") in [one.words for one in found]) is expected


def test_with_few_texts_every_sentence_stands_in() -> None:
    # One long text of the person: its sentences, none of which begins so, are what the replies are held against.
    own = [" ".join(f"There were {thing} here. They stayed {n} days." for n, thing in enumerate(BODY * 3))]
    replies = [f"Certainly, {thing} are fine. They are {number}." for number, thing in enumerate(BODY)]
    found, _ = boilerplate(corpus(own, replies))
    assert ("certainly",) in [one.words[:1] for one in found if one.place == "text start"]
