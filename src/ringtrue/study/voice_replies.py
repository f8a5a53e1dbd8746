"""Ask a speaker for replies to measure: a small study of open questions, kept so that only what is missing is asked."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.calls.adapter import speaker_named
from ringtrue.files.json_file import write_jsonl
from ringtrue.files.text_file import read_text
from ringtrue.sources.replies import Replies
from ringtrue.study.folder import made_whole
from ringtrue.study.settings import FILE
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput, Problem

if TYPE_CHECKING:
    from ringtrue.calls.limits import Limits
    from ringtrue.calls.progress import Watch
    from ringtrue.terms.call import Stop

# Questions anybody can answer at length, whoever they are and whatever they do. They name no subject of the sources:
# what is measured is how the speaker puts things.
QUESTIONS = (
    "What did you get wrong early on, and how did you find out?",
    "Tell me about somebody you learned from.",
    "What do people outside your work misunderstand about it?",
    "What would you say to a person who is about to give up?",
    "Describe an ordinary day, from the start to the end of it.",
    "What makes you angry, and what do you do about it?",
    "Which advice did you follow that you should not have followed?",
    "What has changed most in your time, and was it for the better?",
    "How do you decide when two good things cannot both be had?",
    "What do you do when you do not know the answer?",
    "Tell me about a disagreement that was worth having.",
    "What do you owe to those who come after you?",
    "When is it right to break a promise?",
    "How do you know that a piece of work is finished?",
    "What do you think about money?",
    "What would you like to be remembered for, if for anything?",
)
_WORDS = 120  # asked for, so that eight replies have enough words
_SPEAKER = "control"  # the name under which the protocol asks somebody to answer freely
_WHO = "voice"


def ask_for_replies(
    spelling: str,
    folder: Path,
    *,
    prompt: str | None = None,
    questions: str | None = None,
    limits: "Limits | None" = None,
    budget: float | None = None,
    watch: "Watch | None" = None,
) -> tuple[Replies, "Stop | None"]:
    """The speaker's replies, one for each question, and what stopped the asking early, if anything did.

    `prompt` is a file with the system prompt, `questions` a text file with one on each line; without it QUESTIONS are
    asked. What has an answer in the folder is not asked again.
    """
    study = _opened(folder, spelling, prompt, questions)
    done = study.collect(_SPEAKER, limits=limits, budget=budget, watch=watch)
    with study.records() as records:
        said = [one.response for one in records.responses(speaker=_SPEAKER, last=True)]
    texts = {one.item: one.text for one in said if one.text}
    names = tuple(sorted(texts))
    replies = Replies(spelling, tuple(texts[name] for name in names), names, names, names)
    if not names:
        reason = done.stop.what if done.stop else "Every question failed."
        remedy = done.stop.remedy if done.stop else "See the study's records, or try another speaker."
        raise BadInput([Problem("command line", "--speaker", reason, spelling, remedy)])
    return replies, done.stop


def _opened(folder: Path, spelling: str, prompt: str | None, questions: str | None) -> Study:
    """The study of this folder, made where there is none."""
    if (folder / FILE).is_file():
        return Study.open(folder, who=_WHO)
    speaker = speaker_named(spelling, name=_SPEAKER)
    settings = {"kind": speaker.kind, **_seen_from(folder, speaker.settings)}
    if prompt is not None:
        read_text(prompt)  # refused here, where the option is known, and not as a line of a study.yaml nobody wrote
        settings["system"] = os.path.relpath(Path(prompt).resolve(), folder.resolve())
    asked = _read_questions(questions) if questions else QUESTIONS
    items = [
        {"id": f"Q{number:02}", "kind": "pair", "status": "accepted", "domain": "voice", "prompt": _worded(question)}
        for number, question in enumerate(asked, 1)
    ]
    about = {"subject": {"name": "the person"}, "speakers": {_SPEAKER: settings}, "note": "Replies asked for by voice."}
    with made_whole(folder) as scratch:
        write_jsonl(scratch / "items.jsonl", items)
        Study.create(scratch, protocol="pairs", who=_WHO, settings=about)
    return Study.open(folder, who=_WHO)


def _seen_from(folder: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with the paths of files as seen from the study."""
    given: dict[str, Any] = {key: list(value) if isinstance(value, tuple) else value for key, value in settings.items()}
    if isinstance(given.get("file"), str):
        given["file"] = os.path.relpath(Path(given["file"]).resolve(), folder.resolve())
    return given


def _worded(question: str) -> str:
    return f"{question}\n\nAnswer in your own words, in about {_WORDS} words, without lists or headings."


def _read_questions(path: str) -> list[str]:
    found = [line.strip(" \t-*") for line in read_text(path).splitlines() if line.strip(" \t-*")]
    if not found:
        what = "There is no question in this file."
        raise BadInput([Problem(path, "--questions", what, remedy="Write one question on each line.")])
    return found
