"""The pairs of a study as rows for its outputs: items, texts and ratings put side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ringtrue.items.selection import domain_of, index_of, stratum_of
from ringtrue.report.pair_rows import PairRow
from ringtrue.study.folder import StudyFolder
from ringtrue.study.ratings import ratings_in
from ringtrue.terms import Estimate, Item, Protocol, Rating, Result

if TYPE_CHECKING:
    from ringtrue.score.table import Study as Compiled
    from ringtrue.stats.arrays import Array

_LEVEL = 0.95


def pair_rows(study: StudyFolder, result: Result) -> list[PairRow]:
    """A row for every pair that counts, in the order of the list."""
    protocol = study.settings.scored
    items = [item for item in study.items() if item.kind == "pair" and item.status not in ("rejected", "withdrawn")]
    compiled = compiled_ratings(protocol, study.items(), list(ratings_in(study)))
    table = compiled.answers["pfi_001_each"].matrix(_places(compiled))
    scored = {row["id"]: row for row in result.items}
    with study.records() as records:
        collected = {
            (one.response.item, one.response.speaker): one.response.text for one in records.responses(last=True)
        }
    rows = []
    for item in items:
        values = table[compiled.ids.index(item.id)] if item.id in compiled.ids else table[:0]
        rows.append(_row(item, values, scored.get(item.id, {}), collected))
    return rows


def compiled_ratings(protocol: Protocol, items: Sequence[Item], ratings: Sequence[Rating]) -> "Compiled":
    """Items and ratings as columns, the indices of single ratings among them."""
    from ringtrue.score.items import with_rating_measures
    from ringtrue.score.table import compiled

    return with_rating_measures(protocol, compiled(protocol, items, ratings, {"domain"}))


def grades_of_both(study: StudyFolder) -> dict[tuple[str, str], Estimate]:
    """Where both texts are graded: the mean of each grade for each speaker, with its crossed interval."""
    from ringtrue.stats.interval.crossed import crossed_mean_of

    asked = [question for kind in study.settings.protocol.kinds.values() for question in kind.questions]
    names = {question.answers for question in asked if question.answers}
    if not names:
        return {}
    scored = study.settings.scored
    compiled = compiled_ratings(scored, study.items(), list(ratings_in(study)))
    shown = {speaker for kind in scored.kinds.values() for speaker in kind.show}
    columns = {(name, scored.candidate): compiled.answers[name] for name in names if name in compiled.answers}
    columns |= {key: found for key, found in compiled.controls.items() if key[0] in names and key[1] in shown}
    found = {key: crossed_mean_of(one.values, one.items, one.raters) for key, one in columns.items() if one.values.size}
    return {key: _within(scored, key[0], estimate) for key, estimate in found.items()}


def _within(protocol: Protocol, question: str, found: Estimate) -> Estimate:
    """The estimate with an interval that does not leave the question's scale."""
    asked = protocol.question(question)
    scale = protocol.scales[asked.scale] if asked else None
    if scale is None or scale.low is None or scale.high is None or found.low is None or found.high is None:
        return found
    return replace(found, low=max(found.low, scale.low), high=min(found.high, scale.high))


def over_raters(values: "Array") -> Estimate:
    """The mean of one pair's ratings with the t interval over its raters; no interval where none can be estimated."""
    import numpy as np
    from scipy.special import stdtrit

    known = values[~np.isnan(values)]
    n = known.size
    if not n:
        return Estimate.absent("not rated")
    mean = float(known.mean())
    method = f"mean of {n} raters of this pair; t interval over raters"
    if n == 1 or float(np.ptp(known)) < 1e-12:
        why = "one rater" if n == 1 else "all ratings are identical"
        return Estimate(mean, n=n, method=method, reason=f"{why}: no interval")
    half = float(stdtrit(n - 1, 0.5 + _LEVEL / 2)) * float(known.std(ddof=1)) / float(np.sqrt(n))
    return Estimate(mean, max(mean - half, 0.0), min(mean + half, 1.0), n, method)


def _places(compiled: "Compiled") -> Any:
    import numpy as np

    return np.arange(compiled.size)


def _row(
    item: Item, values: "Array", scored: Mapping[str, Any], collected: Mapping[tuple[str, str], str | None]
) -> PairRow:
    index = over_raters(values.ravel())
    raw = index_of(item)
    given = item.fields.get("responses")
    brought = given if isinstance(given, Mapping) else {}
    words = {name: _words(collected.get((item.id, name)) or brought.get(name)) for name in ("full", "compressed")}
    anchored = item.fields.get("pfi_model_anchored")
    return PairRow(
        item.id,
        domain_of(item),
        str(item.tags.get("persona", "")),
        str(item.tags.get("run", "")),
        index.n,
        index,
        scored.get("pfi_004_each"),
        scored.get("pair_equivalence"),
        raw,
        float(anchored) if isinstance(anchored, int | float) else None,
        scored.get("pair_combined"),
        str(item.tags.get("stratum") or stratum_of(raw)),
        words["full"],
        words["compressed"],
    )


def _words(text: Any) -> int | None:
    return len(text.split()) if isinstance(text, str) else None
