"""Deal a study to raters in one transaction: rater names, analysis plan, sealed answer key, packets issued."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ringtrue.blind.balance import SideTally
from ringtrue.blind.card_drafts import Attention, MissingText
from ringtrue.blind.dealing import SESSION, Deal, deal
from ringtrue.blind.key import cards_of
from ringtrue.blind.leak_check import Leak, Waiver
from ringtrue.blind.typography import evened_responses, normalised
from ringtrue.judge.quality.screening import RULE
from ringtrue.store.audit import SEALED
from ringtrue.store.keys import deal_secret, opened_keys, seal_keys, sealed_keys
from ringtrue.store.study_store import StudyStore
from ringtrue.study.attention import attention_cards
from ringtrue.study.briefing import read_briefing
from ringtrue.study.conversation.begin import found_note
from ringtrue.study.deal_outlook import control_notes, outlook
from ringtrue.study.folder import StudyFolder
from ringtrue.study.leak_check import (
    COMPARED,
    EVENED,
    WAIVED,
    checked_leaks,
    compared_sets,
    earlier_waivers,
    told_waivers,
)
from ringtrue.study.manifest import seal_manifest
from ringtrue.study.model_judge import judge_of
from ringtrue.study.offline_packets import documents_of
from ringtrue.study.settings import Settings, gold_text
from ringtrue.study.speakers import judges_of, speakers_of
from ringtrue.study.suite_guard import GUARDED, DealGuard, accepted_suite, guard_deal
from ringtrue.study.unblind import item_seal
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.item import Item, Packet, Response
from ringtrue.terms.problem import BadInput, Problem, gathering
from ringtrue.terms.protocol import Measure, Rule

if TYPE_CHECKING:
    from ringtrue.blind.surface_style import SetComparison

# The names of raters who are dealt to: given by the organiser and checked, or the next ones that are free.


_LONGEST = 80


def rater_names(
    raters: Sequence[str] | int, study: StudyFolder, records: StudyStore, dealt: Collection[str]
) -> list[str]:
    """The names given, or this many new ones; `dealt` are those who have packets. BadInput with every fault."""
    if isinstance(raters, int):
        return _new(raters, study, records)
    withdrawn = {rater.name for rater in records.raters() if rater.state != "active"}
    judges = judges_of(study.settings)
    problems = [] if raters else [_problem(study, "No rater is named.", remedy="Name a rater.")]
    for name in raters:
        reasons = {
            "This rater has packets already.": name in dealt,
            "This rater was withdrawn.": name in withdrawn,
            "A judge of study.yaml has this name.": judge_of(name) in judges,
            f"A name is one line of at most {_LONGEST} characters.": not _is_name(name),
        }
        what = next((reason for reason, holds in reasons.items() if holds), None)
        problems += [_problem(study, what, name[:_LONGEST], "Name another.")] if what else []
    if problems:
        raise BadInput(problems)
    return list(raters)


def _new(count: int, study: StudyFolder, records: StudyStore) -> list[str]:
    if count < 1:
        raise BadInput([_problem(study, "Deal to one rater at least.", str(count))])
    taken = {rater.name for rater in records.raters()} | set(judges_of(study.settings))
    free = (f"r{number}" for number in range(1, count + len(taken) + 1) if f"r{number}" not in taken)
    return [next(free) for _ in range(count)]


def _is_name(name: str) -> bool:
    """Whether it can be read in a table, a link and a file's name."""
    return bool(name.strip()) and name.isprintable() and len(name) <= _LONGEST


def _problem(study: StudyFolder, what: str, value: str = "", remedy: str = "") -> Problem:
    return Problem(str(study.folder), "raters", what, value, remedy)


# The analysis plan of a deal: what will be computed from which items by which rules, sealed before anybody answers.


EXCLUSIONS = (
    "items rejected or withdrawn, with their answers",
    "raters withdrawn, with their answers",
    "attention cards enter no estimate",
    "cards of a control enter the gate, floors and ceilings alone; items tagged control are not part of the suite",
    "answers taken back by the rater before the packet was returned",
    "answers after the key was opened are refused",
)


def analysis_plan(
    settings: Settings,
    items: Sequence[Item],
    secret: str,
    deal: Mapping[str, Any],
    waivers: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The plan in JSON's types; `deal` says how the cards were drawn. It names no rater and reveals no side."""
    protocol = settings.protocol
    return {
        "protocol": {"name": protocol.name, "version": protocol.version, "hash": protocol.hash},
        "form": {**settings.form.as_dict(), **({"order": list(settings.form.order)} if settings.form.order else {})},
        "deal": dict(deal),
        "items": {item.id: item_seal(item, secret) for item in items},
        "speakers": _speakers(settings),
        "measures": {name: _way(measure) for name, measure in protocol.measures.items()},
        "rules": {"verdict": _rules(protocol.verdict), "sound_verdict": _rules(protocol.sound_verdict)},
        "checks": [check.name for check in protocol.checks],
        "exclusions": list(EXCLUSIONS),
        "screening": dict(RULE),
        "waivers": [dict(waiver) for waiver in waivers],
    }


def _speakers(settings: Settings) -> dict[str, Any]:
    """Who is heard: kind and model, without addresses."""
    return {
        name: {"kind": one.kind} | ({"model": str(one.settings["model"])} if "model" in one.settings else {})
        for name, one in speakers_of(settings).items()
    }


def _way(measure: Measure) -> str:
    """How a measure is computed, in one line."""
    ways = {"formula": measure.formula, "crossed": measure.crossed, "gate": measure.gate}
    given = next((f"{name}: {value}" for name, value in ways.items() if value is not None), None)
    way = given or f"{measure.statistic}: {', '.join(measure.of)}"
    margin = f", margin {measure.margin:g}" if measure.gate else ""
    return f"{measure.kind}, {way}{margin}" + (f", each {measure.each}" if measure.each else "")


def _rules(rules: Sequence[Rule]) -> list[dict[str, Any]]:
    return [{"label": rule.label, "all": list(rule.all), "any": list(rule.any)} for rule in rules]


# Deal a study to people: leaks looked for, cards drawn, key and plan sealed, packets issued; later deals go on.


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt: the packets, what could not be dealt, the leaks waived, and how it is sealed."""

    packets: tuple[Packet, ...]
    seed: str
    seal: str  # the hash of key and plan, which may be published at once
    plan: str  # the hash of the plan alone
    leaks: tuple[Leak, ...] = ()
    missing: tuple[MissingText, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()  # typography evened out; what all pairs together show about artefacts and style
    outlook: tuple[str, ...] = ()  # what the study will be able to conclude
    minutes: int = 0  # that the first of the raters needs, roughly

    @property
    def raters(self) -> dict[str, list[int]]:
        """The numbers of cards in each rater's packets, one for each session."""
        found: dict[str, list[int]] = {}
        for packet in self.packets:
            found.setdefault(packet.rater, []).append(len(packet.cards))
        return found


class Dealing:
    """One deal of a study."""

    def __init__(self, study: StudyFolder, records: StudyStore) -> None:
        """Read what there is to deal."""
        self._study = study
        self._records = records
        self._settings = study.settings
        self._items: list[Item] = study.items()
        self._responses: list[Response] = [one.response for one in records.responses(last=True)]
        self._packets = records.packets()

    def go(
        self,
        raters: Sequence[str] | int,
        *,
        session: int = SESSION,
        controls: int | Mapping[str, int] | None = None,
        waivers: Sequence[Waiver] = (),
        attention: Sequence[Attention] | None = None,
        force: bool = False,
        why: str = "",
        pilot: bool = False,
        more_to_come: bool = False,
        normalise: bool = False,
    ) -> Dealt:
        """Deal to these raters, or to this many new ones; `deal_study` makes it one transaction."""
        self._refuse_opened()
        self._refuse_nothing()
        names = rater_names(raters, self._study, self._records, {one.packet.rater for one in self._packets})
        problems: list[Problem] = []  # of everything that can be looked at, told together
        with gathering(problems):
            guarded = self._guard(names, why=self._reason(force, why), pilot=pilot, growing=more_to_come)
        with gathering(problems):
            read_briefing(self._study.folder, self._settings)
        cards = self._attention() if attention is None else attention
        cards, evened = self._even_out(cards) if self._normalises(normalise) else (cards, ())
        secret = deal_secret(self._records, who=self._study.who)
        number = 1 + sum(1 for _ in self._records.audit_entries(SEALED))
        seed = f"{self._settings.seed}.{number}"
        panel = len(self._active() | set(names))
        made = self._deal(names, seed, secret, session=session, controls=controls, attention=cards, panel=panel)
        with gathering(problems):
            self._check(made, cards, force)
        with gathering(problems):
            passed, compared = self._leaks(waivers, made)
        if problems:
            raise BadInput(problems)
        protocol = self._settings.scored
        notes = (*made.notes, *control_notes(made, protocol, panel), *self._without_sample(made))
        told = () if pilot else outlook(made, protocol, panel)  # a pilot counts nowhere
        drawn = {"number": number, "seed": seed, "raters": len(names), "session": session, "controls": made.wanted}
        if pilot:
            self._records.add_pilot(names[0], who=self._study.who)
        self._records.note(GUARDED, {"deal": number, **guarded}, who=self._study.who)
        self._note_texts(number, compared, evened, pilot)
        drawn |= {"normalised": True} if evened else {}
        self._issue(made, secret, drawn | {"notes": [*notes, *told]}, told_waivers(waivers, passed))
        findings = (*evened, *(sentence for one in compared for sentence in one.sentences()))
        return Dealt(made.packets, seed, "", "", tuple(passed), made.missing, notes, findings, told)

    def _note_texts(
        self, number: int, compared: Sequence["SetComparison"], evened: tuple[str, ...], pilot: bool
    ) -> None:
        """Put into the audit log what all pairs together show, and that typography was evened out."""
        if compared:
            sets = [one.as_dict() for one in compared]
            self._records.note(COMPARED, {"deal": number, "sets": sets}, who=self._study.who)
        if evened:
            self._records.note(EVENED, {"deal": number, "pilot": pilot, "told": list(evened)}, who=self._study.who)

    def _active(self) -> set[str]:
        """The raters who were dealt to and have not left."""
        active = {rater.name for rater in self._records.raters() if rater.state == "active"}
        return active & {one.packet.rater for one in self._packets if one.state != "withdrawn"}

    def _guard(self, names: Sequence[str], *, why: str, pilot: bool, growing: bool) -> dict[str, Any]:
        """The rules and their answers, for the audit log; BadInput if they refuse the deal."""
        if pilot and len(names) != 1:
            raise BadInput([self._problem("--pilot", "A pilot is one rater.", "", "Name one: --rater ID.")])
        suite = accepted_suite(self._study, self._items, self._responses)
        panel = len(self._active() | set(names))
        people = None if growing else self._people()
        return guard_deal(self._study, self._records, DealGuard(suite, panel, people, pilot), why)

    def _people(self) -> int | None:
        """The fewest people the protocol is for, where people rate at all."""
        protocol = self._settings.protocol
        return protocol.people if any("person" in kind.judges for kind in protocol.kinds.values()) else None

    def _without_sample(self, made: Deal) -> tuple[str, ...]:
        """Said while it can still be changed: the sample of a dealt study is under seal."""
        asked = {card.kind for card in made.cards if self._settings.protocol.kinds[card.kind].gold}
        if not asked or gold_text(self._study.folder, self._settings):
            return ()
        remedy = "add gold: FILE to study.yaml, then ringtrue record-change"
        return (f"the questions refer to a sample, and the study has none: {remedy}",)

    def _reason(self, force: bool, why: str) -> str:
        if force and not why.strip():
            remedy = "add --why TEXT: it goes into the audit log and the report"
            raise BadInput([self._problem("--force", "A forced deal needs a reason.", remedy=remedy)])
        return why if force else ""

    def _refuse_opened(self) -> None:
        if opened_keys(self._records) is not None:
            what = "The answer key was opened: no new blind ratings are possible."
            raise BadInput([self._problem("deal", what, remedy="Start a new study for further raters.")])

    def _refuse_nothing(self) -> None:
        if not any(item.status == "accepted" for item in self._items):
            accept = f"ringtrue items accept {self._study.folder} --all"
            what, remedy = "No item is accepted.", accept if self._items else f"write items, then {accept}"
            raise BadInput([self._problem("items", what, remedy=remedy)])

    def _deal(self, names: Sequence[str], seed: str, secret: str, **options: Any) -> Deal:
        """The packets and the key, balanced with the deals before; nothing is recorded yet."""
        protocol, earlier = self._settings.protocol, self._tally()
        return deal(self._items, self._responses, protocol, names, seed, earlier=earlier, secret=secret, **options)

    def _attention(self) -> tuple[Attention, ...]:
        kinds = {item.kind for item in self._items if item.status == "accepted" and not item.tags.get("control")}
        return attention_cards(self._study.folder, self._settings, kinds)

    def _normalises(self, asked: bool) -> bool:
        """Whether typography is evened out: as for the raters before, who must not see other cards than those now."""
        pilots = self._records.pilots()
        before = any(one.packet.rater not in pilots for one in self._packets)
        noted = self._records.audit_entries(f"noted: {EVENED}")
        evened = any(not entry.detail["note"]["pilot"] for entry in noted)
        if asked and before and not evened:
            what = "Raters dealt to before see the texts as they are."
            remedy = "deal without --normalise, or start a new study"
            raise BadInput([self._problem("--normalise", what, remedy=remedy)])
        return asked or evened

    def _even_out(self, cards: Sequence[Attention]) -> tuple[list[Attention], tuple[str, ...]]:
        """Take the texts in plain typography from here on, attention cards too; and a sentence on it."""
        accepted = [item for item in self._items if item.status == "accepted"]
        self._responses, changed = evened_responses(accepted, self._responses, self._settings.protocol)
        plain = [replace(card, texts=tuple(map(normalised, card.texts))) for card in cards]
        told = "quotes, dashes, ellipses and spaces are written the same way on all cards"
        return plain, (f"{told}; texts changed for that: {changed}, and none of those stored",)

    def _leaks(self, waivers: Sequence[Waiver], made: Deal) -> tuple[list[Leak], list["SetComparison"]]:
        """The leaks that may pass, every other one refuses the deal; and what all pairs together show.

        Of controls those are looked at that are dealt.
        """
        controls = {(one.item, one.about) for one in cards_of(made.key).values() if one.role == "control"}
        compared = compared_sets(self._settings, self._items, self._responses, controls)
        passed = checked_leaks(
            self._settings,
            self._items,
            self._responses,
            waivers,
            gold=gold_text(self._study.folder, self._settings),
            earlier=earlier_waivers(self._records),
            controls=controls,
            over_sets=[leak for one in compared for leak in one.leaks],
        )
        return passed, compared

    def _issue(self, made: Deal, secret: str, drawn: dict[str, Any], waivers: list[dict[str, Any]]) -> None:
        """Record the items, seal key and plan, then issue the packets."""
        dealt = set(made.items.values())
        items = [item for item in self._items if item.id in dealt]
        plan = analysis_plan(self._settings, items, secret, drawn, waivers)
        records, who = self._records, self._study.who
        records.record_items(self._items, who=who, file=self._study.items_file.name)
        if waivers:
            records.note(WAIVED, {"deal": drawn["number"], "waivers": waivers}, who=who)
        seal_keys(records, made.key, who=who, plan=plan)
        seal_manifest(self._study, records, self._items, secret)
        records.issue_packets(made.packets, who=who)

    def _tally(self) -> SideTally:
        """The sides dealt so far, those of withdrawn raters and packets left out."""
        active = self._active()
        kept = {one.packet.token for one in self._packets if one.state != "withdrawn" and one.packet.rater in active}
        keys = sealed_keys(self._records)
        return SideTally.of(keys, without=[token for token in keys if token not in kept])

    def _check(self, made: Deal, attention: Sequence[Attention], force: bool) -> None:
        """Refuse a deal without cards of items, or one that leaves accepted items out."""
        folder = self._study.folder
        own = set(made.items.values()) - {one.name for one in attention}
        if not own:
            what = "No accepted item has the texts a card shows."
            raise BadInput([self._problem("items", what, remedy=f"ringtrue collect {folder}")])
        if made.missing and not force:
            remedy = f"ringtrue collect {folder}; or --force to deal without the item"
            raise BadInput(
                [self._problem(one.item, f"There is no text of {one.speaker}: {one.why}.", "", remedy)
                 for one in made.missing]
            )  # fmt: skip

    def _problem(self, place: str, what: str, value: str = "", remedy: str = "") -> Problem:
        return Problem(str(self._study.folder), place, what, value, remedy)


def deal_study(study: StudyFolder, raters: Sequence[str] | int, **options: Any) -> Dealt:
    """Deal a study in one transaction: whatever happens, all of it is there or nothing. Options as `Dealing.go` has."""
    refuse_altered(study)
    with study.records() as records:
        if found_note(records) is not None:
            what = "A conversation is scored in its order, beside its anchor, and not dealt as cards."
            remedy = f"ringtrue export {study.folder} --out pages writes the page to score it on"
            raise BadInput([Problem(str(study.folder), "protocol", what, remedy=remedy)])
        with records.together():
            done = Dealing(study, records).go(raters, **options)
        sealed = [entry.detail for entry in records.audit_entries(SEALED)][-1]
        documents = documents_of(study, records.packets())
    first = [packet.token for packet in done.packets if packet.rater == done.packets[0].rater]
    minutes = sum(documents.of(token, hosted=False)["minutes"] for token in first)
    return replace(done, seal=sealed["seal"], plan=sealed["plan_hash"], minutes=round(minutes))
