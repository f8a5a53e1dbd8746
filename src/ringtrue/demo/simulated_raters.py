"""Simulated raters: packets are dealt to them and filled by stated chances; nobody rates, and every file says so.

Unlike a person, a simulated rater looks up in the sealed key whose text a card shows. All draws are seeded, the deal's
too, so the demo gives the same numbers every time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.blind.leak_check import LeakRule, Waiver
from ringtrue.demo import chances
from ringtrue.files.json_file import write_json
from ringtrue.judge.result_file import checksum
from ringtrue.protocols.scales import PLACES
from ringtrue.store.keys import deal_secret, sealed_keys
from ringtrue.study.intake import shown_hash
from ringtrue.study.offline_packets import documents_of
from ringtrue.study.study import Study
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Question

SIMULATED = "simulated: filled by chance from ringtrue/demo/chances.py, no person agreed or answered"
INATTENTIVE, TIRED = "simulated-6", "simulated-7"  # one answers many cards unread, one tires
AS_IT_WRITES = "the generic bot stands in the clone's place, and is shown as it writes"
RESULTS = "results"  # the folder of the result files
_SIDES = ("A", "B")


def rater_names(count: int) -> list[str]:
    """So many raters, named as what they are."""
    return [f"simulated-{number}" for number in range(1, count + 1)]


def rate(study: Study, raters: Sequence[str], who: Mapping[str, str], waive: Sequence[LeakRule] = ()) -> None:
    """Deal the study, fill every packet, import the results, open the key; what is done already is not done again.

    `who` gives the speaker of `chances` who stands behind a speaker of the study; `waive` names leaks that may pass.
    """
    with study.records() as records:
        dealt, opened = bool(records.packets()), records.is_opened
        deal_secret(records, who=study.who, given=f"the demo repeats its draws: {chances.SEED}")
    if not dealt:
        waivers = [Waiver(rule, AS_IT_WRITES) for rule in waive]
        study.deal(raters, waivers=waivers, force=bool(waive), why=AS_IT_WRITES if waive else "")
    if not opened:
        items = {item.id: item for item in study.items()}
        scene = f"{chances.SEED} {study.settings.protocol.name} {who[study.settings.protocol.candidate]}"
        files = fill_packets(study, lambda rater: _Mind(rater, scene, who, items).answered, SIMULATED)
        if files:
            study.take_in(files)
        study.unblind()


Answering = Callable[[Mapping[str, Any], KeyEntry, Sequence[Question], int], tuple[float, list[tuple[str, Any]]]]


def fill_packets(study: Study, rater_of: Callable[[str], Answering], note: str) -> list[Path]:
    """Write a result file for each packet that is out, labelled with the note.

    `rater_of` gives the way somebody answers: from a card, its entry in the sealed key, its questions and its place
    among all of the rater's cards to seconds and answers by question.
    """
    with study.records() as records:
        packets = records.packets()
        entries = cards_of(sealed_keys(records))
    documents = documents_of(study, packets)
    seen: dict[str, int] = {}  # cards of a rater in earlier sessions
    files = []
    for record in packets:
        token, rater = record.packet.token, record.packet.rater
        document = documents.of(token, hosted=False)
        if record.state == "out":
            answers = [*_answers(document, study, rater_of(rater), entries, seen.get(rater, 0))]
            files.append(study.folder / RESULTS / f"{rater}-{documents.session(token)[0]}.json")
            files[-1].parent.mkdir(exist_ok=True)
            write_json(files[-1], _result(document, answers, note))
        seen[rater] = seen.get(rater, 0) + len(document["cards"])
    return files


def _result(document: Mapping[str, Any], answers: list[dict[str, Any]], note: str) -> dict[str, Any]:
    """The result as an offline page saves it, labelled as simulated."""
    asked = document["consent"]
    ticked = {"statements": {one["id"]: True for one in asked["statements"]}} if asked else {}
    consent = {"version": asked["version"], "hash": asked["hash"], **ticked} if asked else {}
    body = {
        "ringtrue": 1,
        "packet": document["packet"],
        "language": document["language"],
        "partial": False,
        "consent": {**consent, "note": note},
        "sitting": {"note": note},
        "answers": answers,
    }
    return {**body, "checksum": checksum(body)}


def _answers(
    document: Mapping[str, Any], study: Study, answering: Answering, entries: Mapping[str, KeyEntry], before: int
) -> Iterator[dict[str, Any]]:
    kinds = study.settings.protocol.kinds
    for place, card in enumerate(document["cards"], start=1):
        asked = kinds[card["kind"]].questions
        shown = [shown_hash(text) for text in card["texts"]]
        seconds, values = answering(card, entries[card["id"]], asked, before + place)
        for question, value in values:
            yield {
                "card": card["id"],
                "question": question,
                "value": value,
                "shown": shown,
                "seconds": seconds,
                "visible_seconds": seconds,
                "position": place,
            }


def attentive(rng: Random, card: Mapping[str, Any], entry: KeyEntry, question: Question) -> Any:
    """What an attention card tells its reader to answer, and any answer where it says nothing."""
    if question.on_card in entry.expect:
        value = entry.expect[question.on_card]
        return list(value) if isinstance(value, tuple) else value
    return _unread(rng, card, entry, question)


def _unread(rng: Random, card: Mapping[str, Any], entry: KeyEntry, question: Question) -> Any:
    """Any answer the question takes."""
    del entry
    if question.positions:
        return rng.choice(PLACES[:2])
    if question.lists is not None:
        return [rng.random() < 0.5 for _ in card["lists"].get(question.lists, ())] or None
    match question.scale:
        case "real-one":
            return rng.choice(_SIDES)
        case "nearer":
            return rng.randint(-2, 2)
        case "grade":
            return rng.randint(1, 3)
    return None


@dataclass
class _Mind:
    """One simulated rater in one study. What a card is answered depends on its item and texts, not on its sides."""

    rater: str
    scene: str
    who: Mapping[str, str]
    items: Mapping[str, Item]
    _leanings: dict[str, float] = field(default_factory=dict)

    def answered(
        self, card: Mapping[str, Any], entry: KeyEntry, asked: Sequence[Question], place: int
    ) -> tuple[float, list[tuple[str, Any]]]:
        """Seconds and answers; `place` is the card's among all of the rater's."""
        rng = Random(f"{self.scene} {self.rater} {entry.item} {entry.about}")  # noqa: S311 - a simulation
        usual = chances.SECONDS[card["kind"]] / (8 if self.rater == INATTENTIVE else 1)
        seconds = round(max(1.5, rng.lognormvariate(0.0, 0.35) * usual), 1)
        answer = _unread if rng.random() < self._lapse(place) else self._way(card["kind"], entry)
        found = [(question.on_card, answer(rng, card, entry, question)) for question in asked]
        return seconds, [(name, value) for name, value in found if value is not None]

    def _way(self, kind: str, entry: KeyEntry) -> "_Way":
        """How cards of a kind are answered."""
        if entry.role == "attention":
            return attentive
        if kind == "pair":
            return _PairCard(self).answer
        return {"quote": self._quote, "style": self._style}.get(kind, self._criteria)

    def _lapse(self, place: int) -> float:
        """How probable it is that a card is answered without having been read."""
        if self.rater == INATTENTIVE:
            return chances.INATTENTIVE
        return chances.TIRED if self.rater == TIRED and place > chances.TIRED_FROM else chances.LAPSE

    def speaker(self, name: str) -> str:
        """Who stands behind a speaker of the study."""
        return self.who.get(name, name)

    def leaning(self, *about: str, spread: float) -> float:
        """What is easy or hard about something, the same every time it is asked for."""
        name = " ".join(about)
        if name not in self._leanings:
            self._leanings[name] = Random(f"{self.scene} {name}").gauss(0.0, spread)  # noqa: S311 - a simulation
        return self._leanings[name]

    @property
    def bias(self) -> float:
        """How ready the rater is to say yes."""
        return self.leaning(self.rater, spread=chances.RATER_SD)

    def _quote(self, rng: Random, card: Mapping[str, Any], entry: KeyEntry, question: Question) -> Any:
        """The side the rater takes for the person's own."""
        del card, question
        chance = chances.FOUND[self.speaker(entry.about)][str(self.items[entry.item].tags["difficulty"])]
        lean = self.leaning(entry.item, entry.about, spread=chances.QUOTE_SD)
        found = rng.random() < chances.shifted(chance, lean + self.bias)
        return _SIDES[(entry.sign > 0) != found]

    def _style(self, rng: Random, card: Mapping[str, Any], entry: KeyEntry, question: Question) -> Any:
        chance = chances.STYLE[self.speaker(entry.about)].get(question.name, 0.5)
        return self._ticks(rng, chance, card, entry, question)

    def _criteria(self, rng: Random, card: Mapping[str, Any], entry: KeyEntry, question: Question) -> Any:
        mark = chances.marked(self.speaker(entry.about), entry.item)
        if question.positions:
            lean = self.leaning(entry.item, entry.about, "trap", spread=chances.QUOTE_SD)
            trapped = rng.random() < chances.shifted(chances.TRAPPED[mark], lean)
            return PLACES[entry.positions.index("trap" if trapped else "expected")]
        return self._ticks(rng, chances.MET[mark], card, entry, question)

    def _ticks(
        self, rng: Random, chance: float, card: Mapping[str, Any], entry: KeyEntry, question: Question
    ) -> list[bool] | None:
        """A tick or none for each thing listed; None where the card has no such list."""
        things = card["lists"].get(question.lists, ())
        about = entry.item, entry.about
        whole = self.leaning(*about, spread=chances.ITEM_SD) + self.bias
        leanings = [
            whole + self.leaning(*about, question.name, str(place), spread=chances.THING_SD)
            for place in range(len(things))
        ]
        return [rng.random() < chances.shifted(chance, lean) for lean in leanings] or None


_Way = Callable[[Random, Mapping[str, Any], KeyEntry, Question], Any]


@dataclass
class _PairCard:
    """A card of two texts beside a sample: which is nearer, then grades of the preferred text or of both."""

    mind: _Mind
    _voice: int = 0  # toward the one the card is about

    def answer(self, rng: Random, card: Mapping[str, Any], entry: KeyEntry, question: Question) -> Any:
        """The answer to one question of the card; which text is nearer is asked first."""
        del card
        taste = self.mind.leaning(entry.item, entry.about, spread=chances.PAIR_SD) + self.mind.bias
        if question.scale == "nearer":
            usual = chances.LEANING[self.mind.speaker(entry.about)] + taste
            self._voice = max(-2, min(2, round(rng.gauss(usual, chances.PICK_SD))))
            return self._voice * entry.sign
        if question.scale != "grade":
            return None
        graded = chances.GRADES[self.mind.speaker(self._graded(entry, question))]
        return max(1, min(3, round(rng.gauss(graded, chances.GRADE_SD))))

    def _graded(self, entry: KeyEntry, question: Question) -> str:
        """The speaker of the text a grade is about."""
        if question.side is not None:
            return entry.speakers[question.side]
        other = next(name for name in entry.speakers if name != entry.about)
        return entry.about if self._voice >= 0 else other
