"""Results by how close raters are to the person: the estimates that decide, from each group of raters alone."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from ringtrue.study.folder import StudyFolder
from ringtrue.study.rater_circumstances import circumstances_of
from ringtrue.study.rater_quality import REPLICATES, deciding
from ringtrue.study.ratings import ratings_in
from ringtrue.terms.result import RaterGroup, Result

NOT_SAID = "not said"


def with_groups(result: Result, study: StudyFolder) -> Result:
    """The result with one entry for each group that has answered; none where all raters are in the same one.

    Intervals of small groups are wide, and those of a single rater say nothing of others: they are shown, not compared.
    """
    with study.records() as records:
        closeness = {name: one.closeness for name, one in circumstances_of(study, records).items() if one.closeness}
    if not closeness:
        return result
    ratings = list(ratings_in(study))
    people = dict.fromkeys(one.rater for one in ratings if one.judge_kind == "person")
    members: dict[str, list[str]] = {}
    for name in people:
        members.setdefault(closeness.get(name, NOT_SAID), []).append(name)
    if len(members) < 2:
        return result
    return replace(result, groups=tuple(_groups(result, study, members)))


def _groups(result: Result, study: StudyFolder, members: dict[str, list[str]]) -> Iterator[RaterGroup]:
    for name in sorted(members, key=lambda one: (one == NOT_SAID, one)):
        yield _group(name, members[name], study, result)


def _group(name: str, raters: Collection[str], study: StudyFolder, result: Result) -> RaterGroup:
    from ringtrue.score.scoring import score

    settings = study.settings
    ratings = (one for one in ratings_in(study) if one.rater in raters)
    found = score(settings.scored, study.items(), ratings, replicates=REPLICATES, seed=settings.seed)
    names = [one for one in deciding(settings.scored, found.estimates) if one in result.estimates]
    return RaterGroup(name, len(raters), {one: found.estimates[one] for one in names})
