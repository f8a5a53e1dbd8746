"""The names of raters who are dealt to: given by the organiser and checked, or the next ones that are free."""

from collections.abc import Collection, Sequence

from ringtrue.store import StudyStore
from ringtrue.study.dealing import judge_of
from ringtrue.study.folder import StudyFolder
from ringtrue.study.speakers import judges_of
from ringtrue.terms import BadInput, Problem

_LONGEST = 80


def rater_names(
    raters: Sequence[str] | int, study: StudyFolder, records: StudyStore, dealt: Collection[str]
) -> list[str]:
    """The names given, or so many new ones; `dealt` are those who have packets. BadInput with every fault."""
    if isinstance(raters, int):
        return _new(raters, study, records)
    withdrawn = {rater.name for rater in records.raters() if rater.state != "active"}
    judges = judges_of(study.settings)
    problems = [] if raters else [_problem(study, "There is nobody to deal to.", remedy="Name a rater.")]
    for name in raters:
        reasons = {
            "This rater has packets already.": name in dealt,
            "This rater was withdrawn.": name in withdrawn,
            "A judge of study.yaml has this name.": judge_of(name) in judges,
            f"A name is one line of at most {_LONGEST} characters.": not _is_name(name),
        }
        what = next((told for told, holds in reasons.items() if holds), None)
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
