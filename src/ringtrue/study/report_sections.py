"""What a report says besides the usual: each protocol's own sections, how the cards were dealt, how raters answered."""

from ringtrue.report.judging import judging_section
from ringtrue.study.folder import StudyFolder
from ringtrue.study.scenario_outputs import sections_of as scenario_sections
from ringtrue.terms import Result

Section = tuple[str, list[str]]


def sections_of(study: StudyFolder, result: Result, number: int | None = None) -> list[Section]:
    """The sections that have something to say, in the order of the report; `number` is that of the result."""
    from ringtrue.study.pair_outputs import pair_sections

    shown = _told_of_judges(study, result)
    own = [*scenario_sections(study, shown), *pair_sections(study, shown, number)]
    judges = [section for section in judging_section(shown) if section not in own]  # a run tells of them in its place
    return [*own, *judges, *_dealing(study), *_quality(study)]


def _told_of_judges(study: StudyFolder, result: Result) -> Result:
    """The result with its model judges; older versions did not note them, so they are looked up for what is shown."""
    if result.judges:
        return result
    from ringtrue.study.judge_panel import with_judges

    with study.records() as records:
        return with_judges(result, study, records)


def _dealing(study: StudyFolder) -> list[Section]:
    """How the cards were dealt; nothing where none were."""
    from ringtrue.report.dealing import dealing_section
    from ringtrue.study.deal_account import deal_account

    account = deal_account(study)
    return [dealing_section(account)] if account else []


def _quality(study: StudyFolder) -> list[Section]:
    """How people answered; nothing where no person did."""
    from ringtrue.report.quality import quality_section
    from ringtrue.study.quality import quality_of

    quality = quality_of(study)
    return [quality_section(quality.as_dict())] if quality.panel.raters else []
