"""What a panel of model judges is worth: agreement, noise floor, position bias, shared errors, each an Estimate."""

from collections import defaultdict
from collections.abc import Iterable

from ringtrue.judge.model.noise import noise, noise_sd
from ringtrue.judge.model.position import position_bias, swap_consistency
from ringtrue.judge.model.shared_errors import error_correlation, residual_correlations
from ringtrue.judge.model.takes import Take, by_row, matrix_of, takes_of
from ringtrue.stats.agreement import krippendorff_alpha
from ringtrue.terms import Estimate

__all__ = [
    "Take",
    "agreement",
    "error_correlation",
    "noise",
    "noise_sd",
    "panel_estimates",
    "position_bias",
    "residual_correlations",
    "swap_consistency",
    "takes_of",
]


def agreement(takes: Iterable[Take]) -> Estimate:
    """Do the model judges agree? Krippendorff's alpha at interval level over the means of each judge's takes."""
    rows = by_row(take for take in takes if take.kind == "model")
    judges = sorted({judge for by_judge in rows.values() for judge in by_judge})
    if len(judges) < 2:
        return Estimate.absent(f"{len(judges)} model judges: at least 2 are needed", n=len(rows))
    return krippendorff_alpha(matrix_of(rows, judges), "interval")


def panel_estimates(takes: Iterable[Take]) -> dict[str, Estimate]:
    """Everything about a panel, by names like agreement_QUESTION.

    agreement, noise, noise_sd, error_correlation; where sides are compared position_bias and swap_consistency; and for
    each pair of judges residuals_QUESTION_ONE_OTHER.
    People among the judges are what errors are measured against; the other numbers are about models alone.
    """
    asked: dict[str, list[Take]] = defaultdict(list)
    for take in takes:
        asked[take.question].append(take)
    found: dict[str, Estimate] = {}
    for question, given in asked.items():
        models = [take for take in given if take.kind == "model"]
        found[f"agreement_{question}"] = agreement(models)
        found[f"noise_{question}"] = noise(models)
        found[f"noise_sd_{question}"] = noise_sd(models)
        found[f"error_correlation_{question}"] = error_correlation(given)
        if any(take.side is not None for take in models):
            found[f"position_bias_{question}"] = position_bias(models)
            found[f"swap_consistency_{question}"] = swap_consistency(models)
        for pair, estimate in residual_correlations(models).items():
            found["_".join(("residuals", question, *pair))] = estimate
    return found
