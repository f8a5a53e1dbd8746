"""Deal a study to people: leaks looked for, cards drawn, key and plan sealed, packets issued; later deals go on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ringtrue.blind import Attention, Deal, Leak, Tally, Waiver, deal
from ringtrue.blind.deal import CONTROLS, SESSION
from ringtrue.blind.texts import Missing
from ringtrue.store import StudyStore
from ringtrue.store.keys import deal_secret, opened_keys, seal_keys, sealed_keys
from ringtrue.study.analysis_plan import analysis_plan
from ringtrue.study.attention import attention_cards
from ringtrue.study.briefing import read_briefing
from ringtrue.study.folder import StudyFolder
from ringtrue.study.gold import gold_text
from ringtrue.study.leak_check import WAIVED, checked_leaks, earlier_waivers, told_waivers
from ringtrue.study.rater_names import rater_names
from ringtrue.terms import BadInput, Item, Packet, Problem, Response

SEALED = "key sealed"  # the act in the audit log
NO_CONTROLS = "no control cards: how well raters can tell at all will not be known; --controls 6 adds them"


@dataclass(frozen=True, slots=True)
class Dealt:
    """What was dealt: the packets, what could not be dealt, the leaks let pass, and how it is sealed."""

    packets: tuple[Packet, ...]
    seed: str
    seal: str  # the hash of key and plan, which may be published at once
    plan: str  # the hash of the plan alone
    leaks: tuple[Leak, ...] = ()
    missing: tuple[Missing, ...] = ()
    notes: tuple[str, ...] = ()

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
        controls: int | None = None,
        waivers: Sequence[Waiver] = (),
        attention: Sequence[Attention] | None = None,
        force: bool = False,
    ) -> Dealt:
        """Deal to these raters, or to so many new ones; `deal_study` makes it one transaction."""
        if opened_keys(self._records) is not None:
            what = "The answer key was opened: nobody can rate blind any more."
            raise BadInput([self._problem("deal", what, remedy="Start a new study for further raters.")])
        names = rater_names(raters, self._study, self._records, {one.packet.rater for one in self._packets})
        read_briefing(self._study.folder, self._settings)  # what is wrong with it is told before anything is sealed
        wanted = self._usual_controls() if controls is None else controls
        passed = self._leaks(waivers, controlled=wanted > 0)
        cards = self._attention() if attention is None else attention
        secret = deal_secret(self._records, who=self._study.who)
        number = 1 + sum(entry.act == SEALED for entry in self._records.audit_entries())
        seed = f"{self._settings.seed}.{number}"
        made = deal(
            self._items,
            self._responses,
            self._settings.protocol,
            names,
            seed,
            session=session,
            controls=wanted,
            attention=cards,
            earlier=self._tally(),
            secret=secret,
        )
        self._check(made, cards, force)
        notes = made.notes if wanted else (*made.notes, NO_CONTROLS)
        drawn = {"number": number, "seed": seed, "raters": len(names), "session": session, "controls": wanted}
        self._issue(made, secret, drawn | {"notes": list(notes)}, told_waivers(waivers, passed))
        return Dealt(made.packets, seed, "", "", tuple(passed), made.missing, notes)

    def _usual_controls(self) -> int:
        """As many cards of each control as a rater needs to be known by; none where a preset plans in minutes."""
        return 0 if self._settings.protocol.presets else CONTROLS

    def _attention(self) -> tuple[Attention, ...]:
        kinds = {item.kind for item in self._items if item.status == "accepted" and not item.tags.get("control")}
        return attention_cards(self._study.folder, self._settings, kinds)

    def _leaks(self, waivers: Sequence[Waiver], *, controlled: bool) -> list[Leak]:
        """The leaks that may pass; every other one refuses the deal."""
        return checked_leaks(
            self._settings,
            self._items,
            self._responses,
            waivers,
            gold=gold_text(self._study.folder, self._settings),
            earlier=earlier_waivers(self._records),
            controlled=controlled,
        )

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
        records.issue_packets(made.packets, who=who)

    def _tally(self) -> Tally:
        """The sides dealt so far, those of withdrawn raters and packets left out."""
        active = {rater.name for rater in self._records.raters() if rater.state == "active"}
        kept = {one.packet.token for one in self._packets if one.state != "withdrawn" and one.packet.rater in active}
        keys = sealed_keys(self._records)
        return Tally.of(keys, without=[token for token in keys if token not in kept])

    def _check(self, made: Deal, attention: Sequence[Attention], force: bool) -> None:
        """Refuse a deal without cards of items, or one that leaves accepted items out."""
        folder = self._study.folder
        own = set(made.items.values()) - {one.name for one in attention}
        if not own:
            if not any(item.status == "accepted" for item in self._items):
                what, remedy = "No item is accepted.", f"ringtrue items accept {folder} --all"
            else:
                what, remedy = "No accepted item has the texts a card shows.", f"ringtrue collect {folder}"
            raise BadInput([self._problem("items", what, remedy=remedy)])
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
    with study.records() as records:
        with records.together():
            done = Dealing(study, records).go(raters, **options)
        sealed = [entry.detail for entry in records.audit_entries() if entry.act == SEALED][-1]
    return replace(done, seal=sealed["seal"], plan=sealed["plan_hash"])
