"""Score a study: ratings to measures, intervals, checks and verdicts. Pure: the same input gives the same result."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from ringtrue.score.causes import item_rows
from ringtrue.score.checks import criteria_checks, suite_checks
from ringtrue.score.estimates import estimated, unwatched
from ringtrue.score.formulas import formula, tags_for, tags_used
from ringtrue.score.items import ItemColumns, with_rating_measures
from ringtrue.score.notes import about_categories, difference, notes
from ringtrue.score.over_raters import leaving_out
from ringtrue.score.rules import decided, names_for_rules
from ringtrue.score.table import Study, compiled, given_items
from ringtrue.stats.resample import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms import UNTOLD, Bands, Estimate, Item, Protocol, Rating, Result


def score(
    protocol: Protocol,
    items: Iterable[Item],
    ratings: Iterable[Rating],
    *,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
    watch: Callable[[int], None] = unwatched,
) -> Result:
    """Everything a protocol says about these items and ratings.

    The order of items, ratings and raters makes no difference. Ratings about a control enter the gate alone. `watch` is
    told, again and again, how many more replicates are done.
    """
    return scored(protocol, gathered(protocol, items, ratings), replicates=replicates, seed=seed, watch=watch)


def gathered(protocol: Protocol, items: Iterable[Item], ratings: Iterable[Rating]) -> Study:
    """The first half of it: all items, then all ratings are gone through, and kept as columns."""
    given = given_items(protocol, items, tags_used(protocol))
    return with_rating_measures(protocol, compiled(protocol, given, ratings))


def scored(
    protocol: Protocol,
    study: Study,
    *,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
    watch: Callable[[int], None] = unwatched,
) -> Result:
    """The second half: everything a protocol says about what was gathered."""
    columns = ItemColumns(protocol, study)
    estimates = estimated(protocol, study, replicates, seed, watch, columns)
    counts = _counts(study)
    known = names_for_rules(estimates, {}, **counts)
    categories = {category: decided(rules, known) for category, rules in protocol.status.items()}
    status = {category: verdict.label for category, verdict in categories.items()}
    names = names_for_rules(estimates, status, **counts)
    asked = any(criterion.over_raters for criterion in protocol.checks)
    without = leaving_out(protocol, study) if asked and study.raters else {}
    literal, sound = decided(protocol.verdict, names), decided(protocol.sound_verdict, names)
    return Result(
        protocol={"name": protocol.name, "version": protocol.version, "hash": protocol.hash},
        estimates=estimates,
        verdict=literal,
        sound_verdict=sound,
        difference=difference(literal, sound),
        checks=(*suite_checks(protocol, study, columns), *criteria_checks(protocol, estimates, names, without)),
        status=status,
        bands=_bands(protocol.bands, estimates),
        items=item_rows(protocol, study, columns),
        coverage=_coverage(protocol, study, columns),
        counts=counts,
        resampling={"seed": seed, "replicates": replicates},
        notes=(*notes(protocol, study, estimates), *about_categories(categories)),
    )


def _counts(study: Study) -> dict[str, int]:
    rated = np.zeros(study.size, dtype=np.bool_)
    for answers in study.answers.values():
        rated[answers.items] = True
    return {
        "items": study.size,
        "rated": int(rated.sum()),
        "raters": len(study.raters),
        "people": study.people,
        "sessions": study.sessions,
        "ratings": study.ratings,
    }


def _coverage(protocol: Protocol, study: Study, columns: ItemColumns) -> float:
    """The share of items that have what the study is about; without a rule of its own, any answer will do."""
    if study.size == 0:
        return 0.0
    if protocol.coverage is None:
        return _counts(study)["rated"] / study.size
    expression = formula(protocol.coverage)
    names = {name: columns[name] for name in expression.names}
    holds = expression.evaluate(names, tags=tags_for(expression, study.tags))
    return float(np.nan_to_num(np.broadcast_to(holds, (study.size,))).mean())  # what is not known is not covered


def _bands(bands: Bands | None, estimates: Mapping[str, Estimate]) -> dict[str, dict[str, str]]:
    """The band of the value of each banded estimate and of both ends of its interval."""
    if bands is None:
        return {}
    return {
        name: {end: band(bands, getattr(estimates[name], end)) for end in ("value", "low", "high")} for name in bands.of
    }


def band(bands: Bands, value: float | None) -> str:
    """The first band whose least value is reached: half-open, unrounded."""
    if value is None:
        return UNTOLD
    return next(label for label, least in bands.steps if least is None or value >= least)
