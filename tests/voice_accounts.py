"""Accounts of a voice for tests: small enough to be read at a glance, and with hostile names where wanted."""

from dataclasses import replace
from typing import Any

from ringtrue.cli.voice_findings import Account, VoiceRequest
from ringtrue.sources.person_texts import PersonTexts
from ringtrue.terms.result import Estimate
from ringtrue.voice.content.contradictions import Candidate, Contradictions
from ringtrue.voice.content.coverage import Coverage, Match
from ringtrue.voice.content.dispersion import Dispersion
from ringtrue.voice.content.facts import Fact
from ringtrue.voice.explain.usage import Example, Explanation, Refusal, Usage
from ringtrue.voice.result import Bare, Hint, Overlap, Reading, VoiceEstimate, VoiceFlag

PLACE = VoiceEstimate(0.75, 0.5, 1.0, 3, method="of letters", raw=2.5, likelihood=0.995, auc=0.97)
NOWHERE = VoiceEstimate(None, reason="not enough material")
BEES, SAILS = Fact("F1", "She keeps bees."), Fact("F2", "She never sails.")
SPREAD = Estimate(0.875, 0.75, 1.0, 3)
NONE = Estimate.absent("nothing to compare")
OVER = Usage(
    "word", "zanzibar", "per 1,000 words", 0.0, 8.0, 9.0, 5.0, 0.001, reply_examples=(Example(0, "zanzibar it is"),)
)
UNDER = Usage("word", "well", "per 1,000 words", 6.0, 0.5, 0.1, -4.0, 0.002, own_examples=(Example(0, "well, no"),))


def texts(place: str, *names: str) -> PersonTexts:
    """As many texts as names, each of four words."""
    return PersonTexts(place, tuple(f"a text called {name}" for name in names), names)


def reading(**changed: Any) -> Reading:
    """Three replies at .75, the second the least like the person; nothing to hold against them."""
    hints = tuple(Hint(number, place, "a note") for number, place in enumerate((0.9, 0.1, None)))
    return replace(Reading(PLACE, hints, (), (), SPREAD, None, ()), **changed)


def explanation(*rows: Usage, **changed: Any) -> Explanation:
    """Two replies of ten words against one text of 2,000; nothing sets them apart unless rows are given."""
    return replace(Explanation(rows, (), 1, 2000, 2, 10, "en", 40, "log-odds"), **changed)


def account(*, read: Reading | None = None, explained: Explanation | None = None, **changed: Any) -> Account:
    """The whole account, without facts."""
    request = VoiceRequest(texts("own", "o1.txt"), texts("replies", "r1.txt", "r2.txt", "r3.txt"))
    dispersion = Dispersion(NONE, NONE, Estimate(1.25, 1.0, 1.5, 3))
    made = Account(request, read or reading(), explained or explanation(), dispersion, None, None, ())
    return replace(made, **changed)


def with_facts(made: Account, *, candidates: tuple[Candidate, ...] = (), share: Estimate | None = None) -> Account:
    """The same, with two facts of which one was spoken of."""
    matches = (
        Match(BEES, "covered", 0, "her bees", Estimate(0.8, n=1), NONE, Estimate(0.9, n=1)),
        Match(SAILS, "not covered", None, "", Estimate(0.1, n=1), NONE, Estimate(0.2, n=1)),
    )
    found = share or Estimate(0.5, 0.25, 0.75, 2)
    coverage = Coverage(matches, found, NONE, NONE, "tfidf (letters)", "Apache-2.0", Estimate(0.55, 0.3, 0.8, 2))
    return replace(made, coverage=coverage, contradictions=Contradictions(candidates, ("Irony is not seen.",)))


def clash(fact: Fact = BEES, reply: int = 1, reason: str = "negation") -> Candidate:
    """A place that may contradict a fact."""
    return Candidate(fact, reply, "I never kept a bee.", (reason,))


BARE = Bare(replace(PLACE, value=0.25, low=0.0, high=0.5), Estimate(0.625, 0.5, 0.75, 3))
COPIED = Overlap(1, 0, 12, "a text called o1.txt")
COPYING = VoiceFlag("copying", "40% of the words stand in the sources", ("a text called",))
LOUD = VoiceFlag("caricature", "louder than the person", ("zanzibar it is", "zanzibar again"))
REFUSED = Refusal("rhythm", "too few sentences")
