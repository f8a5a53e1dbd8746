"""Scoring a study: its items and ratings as they are now, recorded beside earlier results and written to a file."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ringtrue.files import write_json
from ringtrue.items import ItemFile
from ringtrue.store import JudgmentRecord, StudyStore
from ringtrue.study.causes import with_words
from ringtrue.study.folder import StudyFolder
from ringtrue.study.judge_panel import with_judges
from ringtrue.study.pair_scoring import with_form
from ringtrue.study.ratings import ratings_and_words
from ringtrue.study.settings import DEFAULT_REPLICATES
from ringtrue.study.statistic_judging import has_statistics, with_statistics
from ringtrue.study.unblinding_act import nothing_to_score, with_waiting
from ringtrue.terms import Item, Result

if TYPE_CHECKING:
    from ringtrue.score.table import Study as Gathered

FILE = "result.json"


def score_study(
    study: StudyFolder, *, replicates: int = DEFAULT_REPLICATES, watch: Callable[[int], None] | None = None
) -> Result:
    """The result; `watch` is told how many more resamples are done."""
    from ringtrue.score import scored  # with it comes NumPy, which nothing but scoring needs here

    protocol, seed = study.settings.scored, study.settings.seed
    words: dict[str, JudgmentRecord] = {}
    items = study.kept_items or ItemFile(study.items_file, protocol)
    with study.records() as records:
        given = _given(study, items, records, words)
        result = scored(protocol, given, replicates=replicates, seed=seed, **({"watch": watch} if watch else {}))
        del given  # as large as all the rest, and there is more to come
        result = with_form(with_words(result, words), study)
        result = with_judges(with_statistics(result, study.settings, items, records), study, records)
        result = with_waiting(result, records)
        records.record_result(result, who=study.who)
    write_json(study.folder / FILE, result.outline())
    return result


def _given(
    study: StudyFolder, items: Iterable[Item], records: StudyStore, words: dict[str, JudgmentRecord]
) -> "Gathered":
    """Items and ratings, the items recorded if they are not as they were; people's words go into `words`."""
    from ringtrue.score import gathered

    passing = items
    if not study.is_recorded(items):
        passing = records.items_recorded(items, who=study.who, file=study.items_file.name)
    given = gathered(study.settings.scored, passing, ratings_and_words(records, study.settings.protocol, words))
    if not given.ratings and not has_statistics(records):
        raise nothing_to_score(study.folder, records)
    return given
