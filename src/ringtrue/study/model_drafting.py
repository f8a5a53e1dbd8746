"""Let a model put drafted prompts into better words: each sentence bound to words of the person that the item cites."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ringtrue.calls.journal import Journal
from ringtrue.calls.runner import Runner
from ringtrue.collect.asking import Asking, asked
from ringtrue.sources.citation_check import folded, references_of
from ringtrue.sources.citations import rendered
from ringtrue.sources.person_sources import SNAPSHOT, OwnText, read_snapshot
from ringtrue.study.collect import asking_of
from ringtrue.study.folder import StudyFolder
from ringtrue.study.items import change_items
from ringtrue.study.settings import FILE
from ringtrue.study.speakers import chosen, ready, setting_problems, speakers_of
from ringtrue.study.suite_guard import check_suite, sources_of
from ringtrue.terms.call import Call, Stop
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput

WORDED = "prompts worded by a model"
_MOST = 120  # words of a prompt
_FEWEST = 3  # words that a sentence must rest on
_QUOTED = re.compile(r"[“\"«]([^”\"»]+)[”\"»]")
_ASK = (
    "You help to prepare a test. Below are a draft of a question and passages that one person said or wrote. "
    "Put the question into better words. Add no fact, no name and no quotation that the passages do not hold, and do "
    'not answer the question. Reply with JSON alone: {"sentences": [{"text": "a sentence of the question", "evidence": '
    '"three or more words in a row, copied from a passage, that this sentence rests on"}]}'
)


@dataclass(frozen=True, slots=True)
class Sending:
    """What goes to the model for one item: the draft and the person's own words it cites, by citation."""

    item: Item
    passages: Mapping[str, str]

    @property
    def text(self) -> str:
        """The words that are sent."""
        shown = "\n\n".join(f"Passage:\n{words}" for words in self.passages.values())
        return f"{_ASK}\n\nDraft of the question:\n{self.item.prompt}\n\n{shown}"

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {"item": self.item.id, "citations": list(self.passages), "words": len(self.text.split())}


@dataclass(frozen=True, slots=True)
class Worded:
    """What became of it: items with a new prompt, and for the others why theirs stayed."""

    changed: tuple[str, ...]
    kept: Mapping[str, str]
    stop: Stop | None = None


class ModelDrafting:
    """A speaker of study.yaml and the pending items whose prompts it has not worded yet."""

    def __init__(self, study: StudyFolder, name: str) -> None:
        """Find the speaker and what would be sent to it; nothing is sent yet."""
        speaker = chosen(speakers_of(study.settings), name, "speakers")
        problems = setting_problems(study.folder, "speakers", [speaker])
        make = partial(asking_of, speaker, study.settings.protocol, study.folder)
        asking = None
        if not problems:
            asking = ready(make, problems, file=str(study.folder / FILE), place=f"speakers.{name}")
        if asking is None:
            raise BadInput(problems)
        self._study = study
        self._asking: Asking = asking
        snapshot = read_snapshot(study.folder / SNAPSHOT)
        pending = (item for item in study.items() if item.status == "pending" and not item.fields.get("generated"))
        made = (Sending(item, dict(_own_words(item, snapshot))) for item in pending)
        self.sendings: tuple[Sending, ...] = tuple(one for one in made if one.passages)

    def go(self) -> Worded:
        """Ask, check every answer against the passages, and write the prompts that stand."""
        answers: dict[str, str] = {}
        stop = None
        with self._study.records() as records:
            try:
                asyncio.run(self._ask(Journal(records, who=self._study.who), answers))
            except Stop as why:
                stop = why
        changes: dict[str, dict[str, Any]] = {}
        kept: dict[str, str] = {}
        for sending in self.sendings:
            found = self._checked(sending, answers.get(sending.item.id))
            if isinstance(found, str):
                kept[sending.item.id] = found
            else:
                changes[sending.item.id] = found
        change_items(self._study, changes, WORDED)
        return Worded(tuple(changes), kept, stop)

    async def _ask(self, journal: Journal, answers: dict[str, str]) -> None:
        async def answer(sending: Sending) -> None:
            call = Call(f"draft {self._asking.speaker.name} {sending.item.id}", _messages(sending), sending.item.id)
            outcome = await asked(runner, self._asking.adapter, call)
            if outcome.text is not None:
                answers[sending.item.id] = outcome.text

        async with Runner(journal) as runner:
            runner.expect(len(self.sendings))
            await runner.each(self.sendings, answer)

    def _checked(self, sending: Sending, answer: str | None) -> dict[str, Any] | str:
        """The new prompt with what each sentence rests on; or why the draft's own stays."""
        if answer is None:
            return "there was no answer"
        sentences = _sentences(answer)
        if not sentences:
            return "the answer is not the JSON that was asked for"
        generated = []
        for text, evidence in sentences:
            place = _place(evidence, sending.passages)
            if not place:
                return f"this sentence rests on no words of the passages: {text}"
            foreign = [one for one in _QUOTED.findall(text) if not _place(one, sending.passages, 1)]
            if foreign:
                return f"it quotes what the passages do not hold: {foreign[0]}"
            generated.append({"text": text, "evidence": evidence, "citation": place})
        prompt = " ".join(text for text, _ in sentences)
        if len(prompt.split()) > _MOST:
            return f"it has more than {_MOST} words"
        fault = self._breaks(sending.item, prompt)
        return fault or {"prompt": prompt, "generated": generated}

    def _breaks(self, item: Item, prompt: str) -> str:
        """A rule that the item keeps with its own prompt and breaks with the new one."""
        protocol, sources = self._study.settings.protocol, sources_of(self._study)
        new = Item(item.id, item.kind, prompt, item.citations, item.tags, item.fields, item.status)
        before, after = (check_suite(protocol, [one], sources=sources).findings for one in (item, new))
        broken = [one for one in after if one not in before]
        return f"{broken[0].rule}: {broken[0].what}" if broken else ""


def _own_words(item: Item, snapshot: Mapping[str, OwnText]) -> Iterator[tuple[str, str]]:
    """The person's own words on the lines an item cites: of the snapshot, which holds nobody else's."""
    for reference in references_of(item):
        text = snapshot.get(reference.path)
        if text is not None and not text.about and reference.first_line:
            words = " ".join(text.lines(reference.first_line, reference.last_line or reference.first_line).split())
            if words:
                yield rendered(reference), words


def _messages(sending: Sending) -> tuple[dict[str, str], ...]:
    return ({"role": "user", "content": sending.text},)


def _sentences(answer: str) -> Sequence[tuple[str, str]]:
    """Text and evidence of each sentence; none where the answer has another form."""
    start, end = answer.find("{"), answer.rfind("}")
    try:
        data = json.loads(answer[start : end + 1]) if start >= 0 else None
    except (ValueError, RecursionError):
        return ()
    rows = data.get("sentences") if isinstance(data, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return ()
    found = [(str(row.get("text") or "").strip(), str(row.get("evidence") or "").strip()) for row in rows]
    return found if all(text for text, _ in found) else ()


def _place(words: str, passages: Mapping[str, str], fewest: int = _FEWEST) -> str:
    """The citation whose passage holds these words in a row; "" where none does."""
    wanted = folded(words)
    if len(wanted.split()) < fewest:
        return ""
    return next((citation for citation, text in passages.items() if wanted in folded(text)), "")
