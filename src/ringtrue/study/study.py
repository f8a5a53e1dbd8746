"""The public class Study: one folder, one protocol, one subject; each command of the program is one method."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from ringtrue.files.atomic_write import write_text
from ringtrue.files.problems import Problems
from ringtrue.files.text_file import read_text
from ringtrue.files.yaml_file import write_yaml
from ringtrue.protocols.loader import load
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.store import Store
from ringtrue.study.backup import DATABASE, named_files, pack, unpack
from ringtrue.study.folder import ITEM_FILES, StudyFolder, starter
from ringtrue.study.kept_protocol import FILE as PROTOCOL_FILE
from ringtrue.study.kept_protocol import is_protocol_of, keep_protocol
from ringtrue.study.settings import DEFAULT_REPLICATES, FILE, check_form, settings_from, write_settings
from ringtrue.study.verification import changing, problems_of, record_change, refuse_altered
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import ItemStatus
from ringtrue.terms.notebook import frame, html_table
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import JudgeKind
from ringtrue.terms.result import Result

if TYPE_CHECKING:
    from ringtrue.calls.limits import Limits
    from ringtrue.calls.progress import Watch
    from ringtrue.judge.statistic.voice import Opinion
    from ringtrue.study.agreement import StudyAgreement
    from ringtrue.study.collect import CollectedAll
    from ringtrue.study.comparison.comparison import Comparison
    from ringtrue.study.deal import Dealt
    from ringtrue.study.drafting import Drafted
    from ringtrue.study.hosted_rating import HostedRating
    from ringtrue.study.items import Imported
    from ringtrue.study.model_judging import Judged
    from ringtrue.study.rater_quality import Quality
    from ringtrue.study.suite_guard import Suite
    from ringtrue.study.unblind import Unblinded
    from ringtrue.study.withdraw import WithdrawnRater


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
        settings: Mapping[str, Any] | None = None,
    ) -> Self:
        """Make the folder with study.yaml, an items.yaml to fill in, and an empty database.

        `form` names a preset, a design and what is graded, where the protocol has them: {"preset": "3x10"}. `settings`
        are what study.yaml says in addition to its protocol, where it is not to be filled in by hand.
        """
        place = Path(folder)
        if (place / FILE).exists() or (place / DATABASE).exists():
            raise BadInput([Problem(str(place), FILE, "There is a study here already.", remedy="Name another folder.")])
        _check_given(subject, gold)
        loaded = load(protocol)
        check_form(loaded, form or {})
        place.mkdir(parents=True, exist_ok=True)
        name = Path(subject or place).resolve().name
        protocol = keep_protocol(place, protocol)
        sample = _copied(gold, place / f"gold{Path(gold).suffix or '.txt'}") if gold else None
        if settings is None:
            sources = os.path.relpath(Path(subject).resolve(), place.resolve()) if subject else None
            data = write_settings(place, protocol, loaded, name if subject else "", sources, sample, form=form)
        else:
            data = {"protocol": protocol, **settings}
            write_yaml(place / FILE, data)
        if not any((place / file).exists() for file in ITEM_FILES):
            write_text(place / ITEM_FILES[0], starter(loaded))
        about = {"name": loaded.name, "version": loaded.version, "hash": loaded.hash}
        with Store.open(place / DATABASE, create=True) as store:
            store.create_study(name, protocol=about, who=who, settings={"protocol": protocol})
        return cls(place, settings_from(data, place, loaded), who)

    @classmethod
    def restore(cls, file: Path | str, folder: Path | str, *, who: str = "organiser") -> Self:
        """Make a study folder from a backup."""
        unpack(Path(file), Path(folder), who=who)
        return cls.open(folder, who=who)

    def import_items(self, sources: Sequence[Path | str], *, why: str = "") -> "Imported":
        """Bring pairs, or tests of a test-case YAML, from other people's files into the list of items, all or none.

        After dealing it needs a reason.
        """
        from ringtrue.formats.test_cases import is_test_cases
        from ringtrue.study.items import import_pairs
        from ringtrue.study.test_cases import import_test_cases

        files = [Path(source) for source in sources]
        tests = all(file.is_file() and is_test_cases(file) for file in files)
        with changing(self, why), self.records() as records:
            done = (
                import_test_cases(self, files)
                if tests
                else import_pairs(self.items_file, self.settings.protocol, self.items(), sources)
            )
            records.record_items(self.items(), who=self.who, file=self.items_file.name)
        return done

    def draft_items(self, *, count: int = 100, names: Sequence[str] = (), why: str = "", **options: Any) -> "Drafted":
        """Draft what is missing to a suite of so many items from the subject's sources; they are added as pending.

        `names` are what the person is called in transcripts. Option: watch, told what is being done. After dealing it
        needs a reason.
        """
        from ringtrue.study.drafting import draft_items

        return draft_items(self, count=count, names=names, why=why, **options)

    def check_items(self) -> "Suite":
        """Check the items against what the protocol asks of a suite; BadInput where they cannot be read."""
        from ringtrue.study.suite_guard import suite_of

        items = self.items()
        with self.records() as records:
            return suite_of(self, items, [one.response for one in records.responses(last=True)])

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
        from ringtrue.study.intake import take_in

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
        from ringtrue.study.collect import Collecting

        return Collecting(self, speaker).go(limits=limits, budget=budget, watch=watch)

    def deal(self, raters: Sequence[str] | int, **options: Any) -> "Dealt":
        """Deal cards to raters, by name or this many new ones; again later it adds raters.

        Options: session=40, controls=None (as the protocol says), waivers=(), attention=None (those of
        the study), force=False with why="" (deal although rules are broken or items lack a text), pilot=False (one
        rater who never counts), more_to_come=False (the panel is asked at the score alone),
        normalise=False (typography evened out on all cards). A leak that no waiver covers refuses the deal.
        """
        from ringtrue.study.deal import deal_study

        return deal_study(self, raters, **options)

    def packet_document(self, token: str, *, hosted: bool) -> dict[str, Any]:
        """All that reaches a rater's machine of one packet."""
        from ringtrue.study.offline_packets import document_of

        return document_of(self, token, hosted=hosted)

    def export(self, folder: Path | str, *, form: Literal["page", "form"] = "page") -> list[Path]:
        """Write one offline rating page for each packet that is out, or its form for a survey platform; the files."""
        from ringtrue.study.offline_packets import export
        from ringtrue.study.packet_forms import export_forms

        return (export_forms if form == "form" else export)(self, Path(folder))

    def hosted_rating(self) -> AbstractContextManager["HostedRating"]:
        """The study open for hosted rating: packets, saved answers, progress. For a server's whole life."""
        from ringtrue.study.hosted_rating import open_hosted_rating

        return open_hosted_rating(self)

    def consent_form(self) -> str:
        """What raters agree to, as a form to sign."""
        from ringtrue.study.offline_packets import consent_form_of

        return consent_form_of(self)

    def unblind(self, *, early: bool = False, why: str = "") -> "Unblinded":
        """Open the answer key in one recorded act; refused while packets are out, unless early and with a reason."""
        from ringtrue.study.unblind import unblind_study

        return unblind_study(self, early=early, why=why)

    def withdraw_rater(self, name: str, *, why: str, **options: bool) -> "WithdrawnRater":
        """Leave a rater's answers out from now on; options: anonymise=False, keep_answers=False (anonymise only)."""
        from ringtrue.study.withdraw import withdraw_rater

        return withdraw_rater(self, name, why=why, **options)

    def admit_rater(self, name: str, *, why: str) -> None:
        """Let a rater go on who failed the check on the sample; the reason is in the audit log."""
        from ringtrue.study.admission import admit_rater

        admit_rater(self, name, why=why)

    def withdraw_item(self, name: str, *, why: str) -> int:
        """Leave an item out from now on; returns how many cards of it were dealt."""
        from ringtrue.study.withdraw import withdraw_item

        return withdraw_item(self, name, why=why)

    def set_status(self, statuses: Mapping[str, ItemStatus], *, why: str = "") -> list[str]:
        """Accept or reject items by id; returns those whose status changed. After dealing it needs a reason."""
        from ringtrue.study.items import record_statuses

        return record_statuses(self, statuses, why=why)

    def record_change(self, *, why: str) -> list[str]:
        """Take settings, items, protocol and gold text of a dealt study as they now are; returns what changed."""
        return record_change(self, why)

    def ratings(self, words: dict[str, JudgmentRecord] | None = None) -> Iterator[Rating]:
        """Every current answer, as ratings; people's words on causes of failure are put into `words`, by item.

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
        from ringtrue.study.score import JUDGES

        if name not in JUDGES:
            from ringtrue.study.model_judging import judge_by_model

            return judge_by_model(self, name, limits=limits, budget=budget, watch=watch)
        items = self.items()
        with self.records() as records:
            return JUDGES[name](self.folder, self.settings, items, records, who=self.who, own=own, others=others)

    def score(
        self,
        *,
        replicates: int = DEFAULT_REPLICATES,
        watch: Callable[[int], None] | None = None,
        protocol: Literal["kept", "current"] = "kept",
    ) -> Result:
        """Score the study by the protocol it keeps, record the result beside earlier ones, and write result.json.

        Refused where the study is not as it was recorded and dealt. With protocol="current" it is scored by the
        installed version instead, into result-current.json: a second result, which replaces no other. `watch` is
        called with how many more resamples are done, for a progress bar.
        """
        from ringtrue.study.score import score_by_current, score_study

        refuse_altered(self)
        if protocol == "current":
            return score_by_current(self, replicates=replicates, watch=watch)
        result = score_study(self, replicates=replicates, watch=watch)
        if self.settings.protocol.sheet is not None:
            from ringtrue.study.conversation.outputs import write_results

            record = self.latest()
            write_results(self, result, record.provenance if record else None)
        return result

    def agreement(self) -> "StudyAgreement":
        """How far the raters agree, question by question; can be had before unblinding, and opens nothing."""
        from ringtrue.study.agreement import agreement_of

        return agreement_of(self)

    def quality(self) -> "Quality":
        """How the people of the study answered; shown, never applied."""
        from ringtrue.study.rater_quality import quality_of

        return quality_of(self)

    def report(self, form: str = "") -> list[Path]:
        """Write the newest result into reports/, named by its number; returns the files.

        As html, md, json, yaml, csv, parquet or junit; without a format as md and html.
        """
        from ringtrue.study.pairs.outputs import write_pair_outputs
        from ringtrue.study.report import write_report

        refuse_altered(self, result=True)
        record = self.latest()
        if record is None:
            raise BadInput(
                [Problem(str(self.folder), DATABASE, "There is no result yet.", remedy="ringtrue score DIR")]
            )
        more = write_pair_outputs(self, record, form or "md")
        return write_report(self, record, form) + more

    def ratings_frame(self) -> Any:
        """Every current answer as a pandas DataFrame, a row each; sealed ones are left out. Needs pandas."""
        from ringtrue.study.exports import RATING_COLUMNS, rating_rows

        return frame(list(rating_rows(self)), RATING_COLUMNS)

    def _repr_html_(self) -> str:
        """The study in a notebook: where it stands."""
        found = self.status()
        rows = [(name, value) for name, value in found.items() if isinstance(value, str | int | float) and value != ""]
        return html_table(("study", self.folder.resolve().name), rows)

    def compare(self, *later: Path | str, fixed_raters: bool = False) -> "Comparison":
        """Compare later versions with this one, on the items all share; each with the one before it."""
        from ringtrue.study.comparison.comparison import compare

        return compare([self.folder, *later], fixed_raters=fixed_raters)

    def status(self) -> dict[str, Any]:
        """How far the study has come, in counts, and the next command."""
        from ringtrue.study.status import status_of

        problems = problems_of(self)
        items = self.items()
        try:
            with self.records() as records:
                found = status_of(self.folder, self.settings, items, records)
        except (ValueError, KeyError, TypeError) as error:  # what was put in the place of a row cannot be read
            if not problems:
                raise
            raise BadInput(problems) from error
        return found | {"problems": [problem.as_dict() for problem in problems]}

    def doctor(self) -> list[Problem]:
        """Validate the study's records and files: everything that is wrong; an empty list means that all is well."""
        problems: list[Problem] = []
        try:
            self.items()
        except BadInput as refusal:
            problems += refusal.problems
        problems += problems_of(self, calls=True, result=True)
        problems += self._speaker_problems()
        with self.records() as records:
            recorded = records.record().protocol
        if not is_protocol_of(recorded, self.settings.protocol):
            what = f"The study was made with {recorded['name']} {recorded['version']}, which has changed since."
            remedy = "results of different versions are not pooled: start a new study, or name the earlier file"
            problems.append(Problem(str(self.folder / FILE), "protocol", what, remedy=remedy))
        return list(dict.fromkeys(problems))

    def _speaker_problems(self) -> list[Problem]:
        """What would keep speakers and judges from being asked, of what study.yaml says about them."""
        from ringtrue.study.speakers import judges_of, setting_problems, speakers_of

        problems: list[Problem] = []
        for group, named in (("speakers", speakers_of), ("judges", judges_of)):
            try:
                problems += setting_problems(self.folder, group, named(self.settings).values())
            except BadInput as refusal:
                problems += refusal.problems
        return problems

    def backup(self, file: Path | str) -> Path:
        """Write the study, files and records, into one archive; refused where they are not as recorded."""
        refuse_altered(self, result=True)
        data = self.settings.data
        own = data["protocol"]  # the file of a protocol that is not built in, where there is one
        protocol = own if isinstance(own, str) else own.get("name", "")
        kept = (*ITEM_FILES, "result.json", PROTOCOL_FILE, protocol, *named_files(data))
        names = [FILE, *(name for name in dict.fromkeys(kept) if name and (self.folder / name).is_file())]
        pack(self.folder, names, Path(file), who=self.who)
        return Path(file)


def _copied(source: Path | str, target: Path) -> str:
    """The name of a copy of a text file in the study folder."""
    write_text(target, read_text(source))
    return target.name


def _check_given(subject: Path | str | None, gold: Path | str | None) -> None:
    problems = Problems()
    if subject is not None and not Path(subject).is_dir():
        problems.add(Problem(str(subject), "--subject", "There is no such folder.", remedy="Name the clone's folder."))
    if gold is not None and not Path(gold).is_file():
        problems.add(Problem(str(gold), "--gold", "There is no such file.", remedy="Name a text of the true voice."))
    problems.raise_if_any()
