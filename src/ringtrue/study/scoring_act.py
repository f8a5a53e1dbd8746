"""Scoring a study: its items and ratings as they are now, recorded beside earlier results and written to a file."""

from collections.abc import Callable

from ringtrue.files import write_json
from ringtrue.items import ItemFile
from ringtrue.store import JudgmentRecord
from ringtrue.study.causes import with_words
from ringtrue.study.folder import StudyFolder
from ringtrue.study.pair_scoring import with_form
from ringtrue.study.ratings import ratings_and_words
from ringtrue.study.settings import DEFAULT_REPLICATES
from ringtrue.study.statistic_judging import has_statistics, with_statistics
from ringtrue.study.unblinding_act import nothing_to_score, with_waiting
from ringtrue.terms import Result

FILE = "result.json"


def score_study(
    study: StudyFolder, *, replicates: int = DEFAULT_REPLICATES, watch: Callable[[int], None] | None = None
) -> Result:
    """The result; `watch` is told how many more resamples are done."""
    from ringtrue.score import gathered, scored  # with it comes NumPy, which nothing but scoring needs here

    protocol, seed = study.settings.scored, study.settings.seed
    words: dict[str, JudgmentRecord] = {}
    items = ItemFile(study.items_file, protocol)
    with study.records() as records:
        with records.recording_items(items, who=study.who, file=study.items_file.name) as passing:
            given = gathered(protocol, passing, ratings_and_words(records, study.settings.protocol, words))
            if not given.ratings and not has_statistics(records):
                raise nothing_to_score(study.folder, records)
        result = scored(protocol, given, replicates=replicates, seed=seed, **({"watch": watch} if watch else {}))
        result = with_form(with_words(result, words), study)
        result = with_waiting(with_statistics(result, study.settings, items, records), records)
        records.record_result(result, who=study.who)
    write_json(study.folder / FILE, result.outline())
    return result
