"""The probabilities behind the demo's simulated raters, by speaker, kind and difficulty: change them here alone.

Whether an answer of `drifted` or `caricature` decides as the person would was read and marked by hand (KEEPS_DRIFTED,
DEPARTS_CARICATURE), so that the weak items of the demo are those whose text is weak. The numbers were chosen, and
chosen again on looking at the outcome, so that the demo shows every kind of verdict: they are no finding about anybody.
"""

from collections.abc import Mapping
from math import exp, log

SEED = 20261115
# Spreads on the log-odds: of raters, of quotes, of other items, and of the single things on an item's list.
RATER_SD, QUOTE_SD, ITEM_SD, THING_SD = 0.25, 0.4, 0.5, 0.5
LAPSE = 0.02  # how often a card is answered unread
INATTENTIVE, TIRED, TIRED_FROM = 0.35, 0.35, 84  # the same of the careless rater; of the tired one after so many cards

# How often a rater finds the person's own words beside the speaker's.
FOUND: Mapping[str, Mapping[str, float]] = {
    "faithful": {"easy": 0.56, "medium": 0.50, "hard": 0.45},
    "drifted": {"easy": 0.80, "medium": 0.58, "hard": 0.42},
    "caricature": {"easy": 0.72, "medium": 0.80, "hard": 0.86},  # the plain quotes give the loud imitation away
    "generic": {"easy": 0.97, "medium": 0.95, "hard": 0.92},
    "self": {"easy": 0.52, "medium": 0.50, "hard": 0.48},
}

# How often a thing on the style checklist is ticked.
STYLE: Mapping[str, Mapping[str, float]] = {
    "self": dict.fromkeys(("vocabulary", "rhetoric", "tone", "cadence", "analogy"), 0.92),
    "faithful": {"vocabulary": 0.92, "rhetoric": 0.90, "tone": 0.93, "cadence": 0.91, "analogy": 0.89},
    "drifted": {"vocabulary": 0.90, "rhetoric": 0.80, "tone": 0.72, "cadence": 0.90, "analogy": 0.86},
    "caricature": {"vocabulary": 0.95, "rhetoric": 0.84, "tone": 0.55, "cadence": 0.66, "analogy": 0.93},
    "generic": {"vocabulary": 0.20, "rhetoric": 0.20, "tone": 0.20, "cadence": 0.22, "analogy": 0.30},
}

# How often a criterion is ticked for an answer that keeps the person's position, departs from it, has none, or is hers.
MET = {"hers": 0.92, "keeps": 0.91, "keeps loudly": 0.82, "departs": 0.27, "nobody": 0.22}
TRAPPED = {"hers": 0.02, "keeps": 0.03, "keeps loudly": 0.12, "departs": 0.85, "nobody": 0.75}

KEEPS_DRIFTED: Mapping[str, tuple[int, ...]] = {
    "DS": (2, 8, 9, 18, 21),
    "EC": (10, 13),
    "STR": (11, 12),
    "TAC": (5, 6, 10),
    "PEO": (2, 8, 10),
    "EDG": (1, 2),
}
DEPARTS_CARICATURE: Mapping[str, tuple[int, ...]] = {
    "DS": (3, 8, 9, 14, 21, 23),
    "EC": (8, 10, 11),
    "STR": (2, 3, 6, 9, 14),
    "TAC": (3,),
    "PEO": (4, 6, 8),
    "EDG": (6, 7, 12),
}

# Pairs: where raters lean, -2 wholly to the full persona, 2 wholly to the other; and the grades a text usually gets.
LEANING = {"compressed": -0.15, "name-only": -1.8, "generic": -2.8}
GRADES = {"full": 2.75, "compressed": 2.65, "name-only": 1.7, "generic": 1.2}
PAIR_SD, PICK_SD, GRADE_SD = 0.4, 0.6, 0.4  # of pairs, of single answers, of single grades

# The usual seconds a card takes.
SECONDS = {"quote": 22.0, "decision": 48.0, "style": 75.0, "edge": 45.0, "pair": 95.0}


def marked(speaker: str, item: str) -> str:
    """What an answer is to the person's documented position."""
    if speaker == "drifted":
        return "keeps" if _listed(item, KEEPS_DRIFTED) else "departs"
    if speaker == "caricature":
        return "departs" if _listed(item, DEPARTS_CARICATURE) else "keeps loudly"
    return {"faithful": "keeps", "self": "hers"}.get(speaker, "nobody")


def shifted(chance: float, leaning: float) -> float:
    """A probability moved on the log-odds."""
    return 1.0 / (1.0 + exp(-(log(chance / (1.0 - chance)) + leaning)))


def _listed(item: str, numbers: Mapping[str, tuple[int, ...]]) -> bool:
    prefix, _, number = item.partition("-")
    return int(number) in numbers.get(prefix, ())
