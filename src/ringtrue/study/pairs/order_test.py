"""What a pair study adds to its result: the names of its form, and the test of the expected order of domains."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ringtrue.study.folder import StudyFolder
from ringtrue.study.pairs.sections import conclusion, is_pair_study
from ringtrue.study.ratings import ratings_in
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Estimate, Result

if TYPE_CHECKING:
    from ringtrue.stats.arrays import Array
    from ringtrue.stats.association.page import OrderTest

DOMAIN = "domain"


def with_form(result: Result, study: StudyFolder) -> Result:
    """The result of a pair study with the names of its form, its conclusion and the test of the expected order."""
    form = study.settings.form
    if not is_pair_study(form.scored):
        return result
    notes = (*result.notes, conclusion(result.checks))
    named = replace(result, protocol={**result.protocol, **form.as_dict()}, notes=notes)
    if not form.order:
        return named
    test = order_test(form.scored, study.items(), list(ratings_in(study)), form.order)
    method = f"{test.method}; expected order {' < '.join(form.order)}"
    p = Estimate(test.p, n=test.n, method=method, reason=test.reason)
    value = Estimate(test.value, n=test.n, method=test.method, reason=test.reason)
    return replace(named, estimates={**named.estimates, "order_l": value, "order_p": p})


def order_test(
    protocol: Protocol, items: Sequence[Item], ratings: Sequence[Rating], order: Sequence[str]
) -> "OrderTest":
    """Do the raters put the domains in this order, lowest first? Page's test over raters who rated every domain.

    The index is the one the protocol's domain means are made of; a domain nobody rated leaves no test.
    """
    import numpy as np

    from ringtrue.score.measures import with_rating_measures
    from ringtrue.score.study_table import compiled
    from ringtrue.stats.association.page import OrderTest, page_test

    index = protocol.measures[DOMAIN].crossed or ""
    study = with_rating_measures(protocol, compiled(protocol, items, ratings, {DOMAIN}))
    missing = [name for name in order if name not in study.tags[DOMAIN]]
    if missing or index not in study.answers or not study.answers[index].values.size:
        what = f"no pair of {', '.join(missing)}" if missing else "no ratings"
        return OrderTest.absent(what, method="Page's L")
    table = study.answers[index].matrix(np.arange(study.size))
    rows = [_means(table[study.tags[DOMAIN] == name]) for name in order]
    return page_test(np.array(rows), range(len(order)))


def _means(table: "Array") -> list[float]:
    """For each rater the mean over the pairs of one domain; NaN for one who rated none of them."""
    import numpy as np

    known = ~np.isnan(table)
    counts = known.sum(axis=0)
    return [
        float(total / count) if count else float("nan")
        for total, count in zip(np.nansum(table, axis=0), counts, strict=True)
    ]
