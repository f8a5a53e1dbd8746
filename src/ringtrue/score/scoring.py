"""Score a study: ratings to measures, intervals, checks and verdicts. Pure: the same input gives the same result."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from ringtrue.score.causes import item_rows
from ringtrue.score.estimates import estimated, unwatched
from ringtrue.score.measures import ItemColumns, formula, tags_for, tags_used, with_rating_measures
from ringtrue.score.rules import criteria_checks, decided, is_asked, leaving_out, names_for_rules, suite_checks
from ringtrue.score.study_table import StudyTable, compiled, given_items
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Bands, Protocol
from ringtrue.terms.result import INCONCLUSIVE, Check, Estimate, Result, Verdict

# What to know when reading a result: what cannot be concluded from it, and why two verdicts differ.


FEW_RATERS = 5
_WITHOUT = {
    "generic": "No generic control ({speaker}) was rated: nothing shows that these raters can tell anyone apart.",
    "self": "No self control ({speaker}) was rated: how the person fares against themselves is not known.",
}


def difference(literal: Verdict, sound: Verdict) -> str:
    """One sentence where the verdict by the document's rules and the one by sound numbers differ."""
    if literal.label == sound.label:
        return ""
    return (
        f"By the document's own rules the verdict is {literal.label}{_because(literal)}; "
        f"by sound numbers it is {sound.label}{_because(sound)}."
    )


def _because(verdict: Verdict) -> str:
    """The condition that decided; where a label is what was left over, what the rule just before it would need."""
    met = [reason for reason in verdict.reasons if " would need " not in reason]
    reasons = met[:1] or verdict.reasons[-1:]
    return f" because {reasons[0]}" if reasons else ""


def notes(protocol: Protocol, study: StudyTable, estimates: Mapping[str, Estimate]) -> list[str]:
    """What these data leave open, in sentences."""
    return [*_about_controls(protocol, study), *_about_raters(study), *_about_gates(estimates)]


def about_categories(categories: Mapping[str, Verdict]) -> Iterator[str]:
    """Why a category has the status it has, where that is not the best: what a better one would have needed."""
    for category, verdict in categories.items():
        if any(" would need " in reason for reason in verdict.reasons) or verdict.label == INCONCLUSIVE:
            yield f"{category} is {verdict.label}: {'; '.join(verdict.reasons)}."


def _about_controls(protocol: Protocol, study: StudyTable) -> Iterator[str]:
    judged = {speaker for _, speaker in study.controls}
    for role, speaker in protocol.controls.items():
        if speaker not in judged:
            yield _WITHOUT.get(role, "The control {speaker} was not rated.").format(speaker=speaker)


def _about_raters(study: StudyTable) -> Iterator[str]:
    raters = len(study.raters)
    if raters == 1:
        yield "One rater: the numbers hold for this rater; other raters may differ."
    elif 1 < raters < FEW_RATERS:
        yield f"{raters} raters: intervals rest on few raters and cover somewhat less than they say."
    if study.left_out:
        yield f"{study.left_out} answers of judges this protocol does not ask (models or statistics) were left out."
    if study.people < raters:
        yield f"{raters - study.people} of {raters} raters are models or statistics, not people."


def _about_gates(estimates: Mapping[str, Estimate]) -> Iterator[str]:
    special = {name: estimate for name, estimate in estimates.items() if type(estimate) is not Estimate}
    if not special:
        return
    from ringtrue.stats.detection.equivalence import Gate  # with it comes SciPy

    for name, estimate in special.items():
        if isinstance(estimate, Gate) and estimate.reason:
            needed = f" About {estimate.needed} more judgments would be needed." if estimate.needed else ""
            yield f"{name}: {estimate.reason}.{needed}"


def score(
    protocol: Protocol,
    items: Iterable[Item],
    ratings: Iterable[Rating],
    *,
    cards: Mapping[str, int] | None = None,
    model_of: Callable[[str], str] = str,
    suite: Sequence[Check] | None = None,
    changed: int = 0,
    licensed: Collection[str] = (),
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
    watch: Callable[[int], None] = unwatched,
) -> Result:
    """Everything a protocol says about these items and ratings.

    The order of items, ratings and raters makes no difference. Ratings about a control enter the gate and the measures
    of that speaker alone. `cards` is how many cards each rater was dealt: somebody who answered fewer than half of
    theirs is no evaluator. `model_of` names the model behind a rater that is one. `suite` are the answers of the items
    to the rules of a suite, recorded when they were dealt; without them the rules that are formulas are asked now.
    `changed` is how often the study was changed when its outcome could be known, `licensed` the models that have a
    licence as judges.
    `watch` is told, again and again, how many more replicates are done.
    """
    table = gathered(protocol, items, ratings, cards, model_of)
    return scored(
        protocol,
        table,
        suite=suite,
        changed=changed,
        licensed=licensed,
        replicates=replicates,
        seed=seed,
        watch=watch,
    )


def gathered(
    protocol: Protocol,
    items: Iterable[Item],
    ratings: Iterable[Rating],
    cards: Mapping[str, int] | None = None,
    model_of: Callable[[str], str] = str,
) -> StudyTable:
    """The first half of it: all items, then all ratings are gone through, and kept as columns."""
    given = given_items(protocol, items, tags_used(protocol))
    return with_rating_measures(protocol, compiled(protocol, given, ratings, cards=cards, model_of=model_of))


def scored(
    protocol: Protocol,
    study: StudyTable,
    *,
    suite: Sequence[Check] | None = None,
    changed: int = 0,
    licensed: Collection[str] = (),
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
    checks = suite_checks(protocol, study, columns, suite)
    conditions = _conditions(protocol, study, checks, changed) | {"unlicensed": float(len(study.models - {*licensed}))}
    names = names_for_rules(estimates, status, **counts, **conditions)
    asked = any(criterion.over_raters or criterion.order for criterion in protocol.checks)
    without = leaving_out(protocol, study) if asked and study.raters else {}
    literal, sound = decided(protocol.verdict, names), decided(protocol.sound_verdict, names)
    return Result(
        protocol={"name": protocol.name, "version": protocol.version, "hash": protocol.hash},
        estimates=estimates,
        verdict=literal,
        sound_verdict=sound,
        difference=difference(literal, sound),
        checks=(*checks, *criteria_checks(protocol, estimates, names, without)),
        status=status,
        bands=_bands(protocol.bands, estimates),
        items=item_rows(protocol, study, columns),
        coverage=_coverage(protocol, study, columns),
        counts=counts | _ties(protocol, study),
        resampling={"seed": seed, "replicates": replicates},
        notes=(*notes(protocol, study, estimates), *about_categories(categories), *_not_asked(protocol, estimates)),
    )


def _not_asked(protocol: Protocol, estimates: Mapping[str, Estimate]) -> Iterator[str]:
    """The criteria that compare groups of which this study has no items."""
    names = [criterion.name for criterion in protocol.checks if not is_asked(criterion, estimates)]
    if names:
        yield f"Not asked, because the study has no items of a group they compare: {'; '.join(names)}."


def _conditions(protocol: Protocol, study: StudyTable, suite: Iterable[Check], changed: int) -> dict[str, float]:
    """What a sound verdict needs beyond estimates: sealed packets, a suite that is kept as it was, control cards."""
    warnings = {rule.name for rule in protocol.suite if rule.warning}
    cards = {f"{kind}_cards": float(fewest) for kind, fewest in study.cards.items()}
    met = all(check.met for check in suite if check.name not in warnings)
    scored = float(_scored_sessions(protocol, study))
    return {
        "dealt": study.dealt,
        "suite_met": float(met),
        "changed": float(changed),
        "scored_sessions": scored,
        **cards,
    }


def _scored_sessions(protocol: Protocol, study: StudyTable) -> int:
    """How many sessions have an answer to every question that is a score."""
    questions = (question for kind in protocol.kinds.values() for question in kind.questions)
    asked = [one.name for one in questions if protocol.scales[one.scale].type not in ("flag", "text")]
    if protocol.unit != "sessions" or not asked:
        return study.sessions
    if not set(asked) <= study.answers.keys():
        return 0
    answered = (study.session_codes[study.answers[name].items] for name in asked)
    return len(set.intersection(*(set(codes.tolist()) for codes in answered)))


def _counts(study: StudyTable) -> dict[str, int]:
    rated = np.zeros(study.size, dtype=np.bool_)
    for answers in study.answers.values():
        rated[answers.items] = True
    return {
        "items": study.size,
        "rated": int(rated.sum()),
        "raters": len(study.raters),
        "people": study.people,
        "sessions": study.sessions,
        "judge_models": study.judge_models,
        "ratings": study.ratings,
    }


def _ties(protocol: Protocol, study: StudyTable) -> dict[str, int]:
    """How many picks there are on cards of the suite and how many are ties; nothing where a choice is forced.

    Ties of before, in a study that takes none now, are counted too.
    """
    questions = (question for kind in protocol.kinds.values() for question in kind.questions)
    scales = {question.name: protocol.scales[question.scale] for question in questions}
    picks = [given.values for name, given in study.answers.items() if name in scales and scales[name].type == "pick"]
    ties = sum(int(np.count_nonzero(values == 0.5)) for values in picks)
    allowed = any(scale.ties for scale in scales.values())
    return {"picks": sum(values.size for values in picks), "ties": ties} if ties or allowed else {}


def _coverage(protocol: Protocol, study: StudyTable, columns: ItemColumns) -> float:
    """The share of items that have what the study is about; without a rule of its own, any answer will do.

    Where questions count on some items alone, the others need no answer, and these need all of theirs.
    """
    if study.size == 0:
        return 0.0
    if protocol.coverage is None and any(study.due.values()):
        return _primary_coverage(study)
    if protocol.coverage is None:
        return _counts(study)["rated"] / study.size
    expression = formula(protocol.coverage)
    names = {name: columns[name] for name in expression.names}
    holds = expression.evaluate(names, tags=tags_for(expression, study.tags))
    return float(np.nan_to_num(np.broadcast_to(holds, (study.size,))).mean())  # what is not known is not covered


def _primary_coverage(study: StudyTable) -> float:
    """The share of the items that must be scored on some question which were scored on all of them."""
    answered = {name: set(given.items.tolist()) for name, given in study.answers.items()}
    due = [(code, study.due[name]) for code, name in enumerate(study.ids) if study.due.get(name)]
    return sum(all(code in answered.get(asked, ()) for asked in questions) for code, questions in due) / len(due)


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
        return INCONCLUSIVE
    return next(label for label, least in bands.steps if least is None or value >= least)
