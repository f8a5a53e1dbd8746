"""The instrument as a judge: estimates by speaker, hints by reply, all of them a statistic's."""

import pytest

from ringtrue.judge.statistic.voice import QUESTION, RATER, Opinion, voice_opinion
from ringtrue.protocols.loader import BUILT_IN, load
from writers import Writer


@pytest.fixture(scope="module")
def opinion() -> Opinion:
    ada = Writer("ada")
    others = {name: Writer(name).texts(6, 250) for name in ("bob", "cy", "dee", "eve")}
    answers = {
        "clone": {f"I{n}": text for n, text in enumerate(ada.texts(10, 110))},
        "generic": {f"I{n}": text for n, text in enumerate(Writer("fay").texts(10, 110))},
        "terse": {"I0": "Only a few words."},
    }
    return voice_opinion(ada.texts(12, 250), others, answers, bare="generic")


def test_every_speaker_has_an_estimate_labelled_statistic(opinion: Opinion) -> None:
    assert list(opinion.estimates) == ["voice_clone", "voice_generic", "voice_terse"]
    assert {estimate.kind for estimate in opinion.estimates.values()} == {"statistic"}
    clone, generic = opinion.estimates["voice_clone"], opinion.estimates["voice_generic"]
    assert clone.value is not None
    assert generic.value is not None
    assert clone.value > 0.5 > generic.value
    assert clone.raw is not None
    assert f"log-odds {clone.raw:+.1f}" in clone.method
    assert "AUC of the instrument" in clone.method


def test_what_does_not_suffice_is_refused_and_not_guessed(opinion: Opinion) -> None:
    terse = opinion.estimates["voice_terse"]
    assert terse.value is None
    assert "not enough material" in str(terse.reason)
    assert not [hint for hint in opinion.hints if hint.speaker == "terse"]


def test_the_generic_speaker_is_the_bare_model_of_the_others(opinion: Opinion) -> None:
    assert opinion.readings["clone"].bare is not None
    assert opinion.readings["generic"].bare is None


def test_hints_name_reply_and_speaker_and_no_protocol_asks_for_them(opinion: Opinion) -> None:
    about = {(hint.speaker, hint.item) for hint in opinion.hints}
    assert about == {(speaker, f"I{n}") for speaker in ("clone", "generic") for n in range(10)}
    assert {(hint.rater, hint.judge_kind, hint.question) for hint in opinion.hints} == {(RATER, "statistic", QUESTION)}
    asked = {question.name for name in BUILT_IN for kind in load(name).kinds.values() for question in kind.questions}
    assert QUESTION not in asked
