"""A study: one folder, one protocol, one subject; each act is one method."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ringtrue.files import Problems, read_text, write_text
from ringtrue.protocols import BUILT_IN, load
from ringtrue.store import JudgmentRecord, Store
from ringtrue.study.archive import DATABASE, named_files, pack, unpack
from ringtrue.study.folder import StudyFolder
from ringtrue.study.pair_settings import check_form
from ringtrue.study.settings import DEFAULT_REPLICATES, FILE, read_settings, write_settings
from ringtrue.study.starter import ITEM_FILES, starter
from ringtrue.terms import BadInput, ItemStatus, JudgeKind, Problem, Rating, Result

if TYPE_CHECKING:
    from ringtrue.calls import Limits, Watch
    from ringtrue.judge.statistic import Opinion
    from ringtrue.study.collecting import CollectedAll
    from ringtrue.study.dealt import Dealt
    from ringtrue.study.desk import Desk
    from ringtrue.study.item_check import Suite
    from ringtrue.study.item_import import Imported
    from ringtrue.study.model_judging_act import Judged
    from ringtrue.study.quality import Quality
    from ringtrue.study.unblinding_act import Unblinded
    from ringtrue.study.withdrawing import WithdrawnRater


class Study(StudyFolder):
    """A study folder with all that can be done in it. Open one with `Study.open`, make one with `Study.create`."""

    @classmethod
    def create(
        cls,
        folder: Path | str,
        *,
        protocol: str,
        subject: Path | str | None = None,
        gold: Path | str | None = None,
        who: str = "organiser",
        form: Mapping[str, str] | None = None,
    ) -> Self:
        """Make the folder with study.yaml, an items.yaml to fill in, and an empty database.

        `form` names a preset, a design and what is graded, where the protocol has them: {"preset": "3x10"}.
        """
        place = Path(folder)
        if (place / FILE).exists() or (place / DATABASE).exists():
            raise BadInput([Problem(str(place), FILE, "There is a study here already.", remedy="Name another folder.")])
        _check_given(subject, gold)
        loaded = load(protocol)
        check_form(loaded, form or {})
        place.mkdir(parents=True, exist_ok=True)
        name = Path(subject).name if subject else place.resolve().name
        if protocol not in BUILT_IN:  # a study keeps the protocol it was made with, and its sample
            write_text(place / Path(protocol).name, read_text(protocol))
            protocol = Path(protocol).name
        if gold:
            sample = read_text(gold)
            gold = f"gold{Path(gold).suffix or '.txt'}"
            write_text(place / gold, sample)
        given = (str(subject) if subject else None, str(gold) if gold else None)
        write_settings(place, protocol, loaded, name, *given, form=form)
        if not any((place / file).exists() for file in ITEM_FILES):
            write_text(place / ITEM_FILES[0], starter(loaded))
        about = {"name": loaded.name, "version": loaded.version, "hash": loaded.hash}
        with Store.open(place / DATABASE, create=True) as store:
            store.create_study(name, protocol=about, who=who, settings={"protocol": protocol})
        return cls(place, read_settings(place), who)

    @classmethod
    def restore(cls, file: Path | str, folder: Path | str, *, who: str = "organiser") -> Self:
        """Make a study folder from a backup."""
        unpack(Path(file), Path(folder), who=who)
        return cls.open(folder, who=who)

    def import_items(self, sources: Sequence[Path | str]) -> "Imported":
        """Bring pairs from other people's files into the list of items, all of them or none."""
        from ringtrue.study.item_import import import_pairs

        done = import_pairs(self.items_file, self.settings.protocol, self.items(), sources)
        with self.records() as records:
            records.record_items(self.items(), who=self.who, file=self.items_file.name)
        return done

    def check_items(self) -> "Suite":
        """What the protocol asks of a suite, as far as the items can tell; BadInput where they cannot be read."""
        from ringtrue.study.item_check import check_suite

        return check_suite(self.settings.scored, self.items())

    def take_in(
        self,
        files: Sequence[Path | str],
        *,
        judge_kind: JudgeKind = "person",
        columns: Path | str | None = None,
        slots: Path | str | None = None,
    ) -> int:
        """Take files in, all of them or none: judgments, results of offline pages, surveys (by a mapping of `columns`).

        `slots` is the slot table that results of the older page need. Returns how many answers there were.
        """
        from ringtrue.study.taking_in import take_in

        taken = take_in(self, files, judge_kind=judge_kind, columns=columns, slots=slots)
        return sum(one.answers for one in taken)

    def collect(
        self,
        speaker: str | None = None,
        *,
        limits: "Limits | None" = None,
        budget: float | None = None,
        watch: "Watch | None" = None,
    ) -> "CollectedAll":
        """Put the items to the speakers of study.yaml, or to one of them; what has an answer is not asked again."""
        from ringtrue.study.collecting import Collecting

        return Collecting(self, speaker).go(limits=limits, budget=budget, watch=watch)

    def deal(self, raters: Sequence[str] | int, **options: Any) -> "Dealt":
        """Deal cards to raters, by name or so many new ones; again later it adds raters.

        Options: session=40, controls=None (6, or none where there are presets), waivers=(), attention=None (those of
        the study), force=False (deal without items that lack a text). A leak that no waiver covers refuses the deal.
        """
        from ringtrue.study.dealt import deal_study

        return deal_study(self, raters, **options)

    def packet_document(self, token: str, *, hosted: bool) -> dict[str, Any]:
        """All that reaches a rater's machine of one packet."""
        from ringtrue.study.exporting import document_of

        return document_of(self, token, hosted=hosted)

    def export(self, folder: Path | str) -> list[Path]:
        """Write one offline rating page for each packet that is out; returns the pages."""
        from ringtrue.study.exporting import export

        return export(self, Path(folder))

    def desk(self) -> AbstractContextManager["Desk"]:
        """The study open for raters: packets handed out, answers taken, progress told. For a server's whole life."""
        from ringtrue.study.desk import open_desk

        return open_desk(self)

    def consent_form(self) -> str:
        """What raters agree to, as a form to sign."""
        from ringtrue.study.exporting import consent_form_of

        return consent_form_of(self)

    def unblind(self, *, early: bool = False, why: str = "") -> "Unblinded":
        """Open the answer key in one recorded act; refused while packets are out, unless early and with a reason."""
        from ringtrue.study.unblinding_act import unblind_study

        return unblind_study(self, early=early, why=why)

    def withdraw_rater(self, name: str, *, why: str, **options: bool) -> "WithdrawnRater":
        """Leave a rater's answers out from now on; options: anonymise=False, keep_answers=False (anonymise only)."""
        from ringtrue.study.withdrawing import withdraw_rater

        return withdraw_rater(self, name, why=why, **options)

    def withdraw_item(self, name: str, *, why: str) -> int:
        """Leave an item out from now on; returns how many cards of it were dealt."""
        from ringtrue.study.withdrawing import withdraw_item

        return withdraw_item(self, name, why=why)

    def set_status(self, statuses: Mapping[str, ItemStatus]) -> list[str]:
        """Accept or reject items by id; returns those whose status changed."""
        from ringtrue.study.item_status import record_statuses

        return record_statuses(self, statuses)

    def ratings(self, words: dict[str, JudgmentRecord] | None = None) -> Iterator[Rating]:
        """Every standing answer, as ratings; people's words on causes of failure are put into `words`, by item.

        Blind answers are among them once the key was opened.
        """
        from ringtrue.study.ratings import ratings_in

        return ratings_in(self, words)

    def judge(
        self,
        name: str,
        *,
        own: Path | str | None = None,
        others: Path | str | None = None,
        limits: "Limits | None" = None,
        budget: float | None = None,
        watch: "Watch | None" = None,
    ) -> "Opinion | Judged":
        """Let a judge that is no person answer about every speaker's replies; what it says is recorded.

        "voice" is the embedded instrument and needs the person's own texts: of the folder `own`, or of subject.folder
        in study.yaml. Every other name is one of the judges of study.yaml, a language model.
        """
        from ringtrue.study.statistic_judging import JUDGES

        if name not in JUDGES:
            from ringtrue.study.model_judging_act import judge_by_model

            return judge_by_model(self, name, limits=limits, budget=budget, watch=watch)
        items = self.items()
        with self.records() as records:
            return JUDGES[name](self.folder, self.settings, items, records, who=self.who, own=own, others=others)

    def score(self, *, replicates: int = DEFAULT_REPLICATES, watch: Callable[[int], None] | None = None) -> Result:
        """Score the study as it is, record the result beside earlier ones, and write result.json.

        `watch` is told how many more resamples are done, for a progress bar.
        """
        from ringtrue.study.scoring_act import score_study

        return score_study(self, replicates=replicates, watch=watch)

    def quality(self) -> "Quality":
        """How the people of the study answered; shown, never applied."""
        from ringtrue.study.quality import quality_of

        return quality_of(self)

    def report(self, form: str = "md") -> list[Path]:
        """Write the newest result as md, json or csv into reports/, named by its number; returns the files."""
        from ringtrue.study.pair_outputs import write_pair_outputs
        from ringtrue.study.report_sections import sections_of
        from ringtrue.study.reports import write_report

        record = self.latest()
        if record is None:
            raise BadInput(
                [Problem(str(self.folder), DATABASE, "There is no result yet.", remedy="ringtrue score DIR")]
            )
        more = write_pair_outputs(self, record, form)
        sections = sections_of(self, record.result, record.seq)
        return write_report(self.folder / "reports", form, record, self.about(record), sections) + more

    def status(self) -> dict[str, Any]:
        """Where the study stands, and what comes next."""
        from ringtrue.study.standing import standing

        items = self.items()
        with self.records() as records:
            return standing(self.folder, self.settings, items, records)

    def doctor(self) -> list[Problem]:
        """Everything that is wrong with the study's records and files; none means that all is well."""
        problems: list[Problem] = []
        try:
            self.items()
        except BadInput as refusal:
            problems += refusal.problems
        problems += self._speaker_problems()
        with self.records() as records:
            problems += records.verify_audit()
            recorded = records.record().protocol
        if recorded["hash"] != self.settings.protocol.hash:
            what = f"The study was made with {recorded['name']} {recorded['version']}, whose text was another."
            remedy = "results of different versions are not pooled: begin a new study, or name the earlier file"
            problems.append(Problem(str(self.folder / FILE), "protocol", what, remedy=remedy))
        return problems

    def _speaker_problems(self) -> list[Problem]:
        """What would keep speakers and judges from being asked, of what study.yaml says about them."""
        from ringtrue.study.speaker_check import setting_problems
        from ringtrue.study.speakers import judges_of, speakers_of

        problems: list[Problem] = []
        for group, named in (("speakers", speakers_of), ("judges", judges_of)):
            try:
                problems += setting_problems(self.folder, group, named(self.settings).values())
            except BadInput as refusal:
                problems += refusal.problems
        return problems

    def backup(self, file: Path | str) -> Path:
        """Write the study, files and records, into one archive."""
        data = self.settings.data
        own = data["protocol"]  # the file of a protocol that is not built in, where there is one
        protocol = own if isinstance(own, str) else own.get("name", "")
        kept = (*ITEM_FILES, "result.json", protocol, *named_files(data))
        names = [FILE, *(name for name in dict.fromkeys(kept) if name and (self.folder / name).is_file())]
        pack(self.folder, names, Path(file), who=self.who)
        return Path(file)


def _check_given(subject: Path | str | None, gold: Path | str | None) -> None:
    problems = Problems()
    if subject is not None and not Path(subject).is_dir():
        problems.add(Problem(str(subject), "--subject", "There is no such folder.", remedy="Name the clone's folder."))
    if gold is not None and not Path(gold).is_file():
        problems.add(Problem(str(gold), "--gold", "There is no such file.", remedy="Name a text of the true voice."))
    problems.raise_if_any()
