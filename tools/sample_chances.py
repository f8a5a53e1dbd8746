"""The probabilities behind the sample's simulated ratings, by speaker, kind and difficulty: change them here alone.

Whether an answer of `drifted` or `caricature` decides as the person would was read and marked by hand (KEEPS_DRIFTED,
DEPARTS_CARICATURE), so that the weak items of the demo are those whose text is weak. The numbers were chosen, and
chosen again on looking at the outcome, so that the demo shows every kind of verdict: they are no finding about anybody.
"""

from math import exp, log

SPEAKERS = ("faithful", "drifted", "caricature", "generic")
# Spreads on the log-odds: of raters, of quotes, of other items, and of the single things on an item's list.
RATER_SD, QUOTE_SD, ITEM_SD, THING_SD = 0.25, 0.5, 0.9, 0.8
LAPSE, INATTENTIVE, TIRED, TIRED_FROM = 0.02, 0.55, 0.45, 84  # cards answered unread; the tired rater from card 85 on

# How often a rater finds the person's own words beside the speaker's.
FOUND = {
    "faithful": {"easy": 0.56, "medium": 0.50, "hard": 0.45},
    "drifted": {"easy": 0.80, "medium": 0.58, "hard": 0.42},
    "caricature": {"easy": 0.72, "medium": 0.80, "hard": 0.86},  # the plain quotes give the loud imitation away
    "generic": {"easy": 0.97, "medium": 0.95, "hard": 0.92},
    "self": {"easy": 0.52, "medium": 0.50, "hard": 0.48},
}

# How often a thing on the style checklist is ticked.
STYLE = {
    "faithful": {"vocabulary": 0.92, "rhetoric": 0.88, "tone": 0.93, "cadence": 0.90, "analogy": 0.87},
    "drifted": {"vocabulary": 0.90, "rhetoric": 0.80, "tone": 0.72, "cadence": 0.90, "analogy": 0.86},
    "caricature": {"vocabulary": 0.95, "rhetoric": 0.84, "tone": 0.55, "cadence": 0.66, "analogy": 0.93},
    "generic": {"vocabulary": 0.12, "rhetoric": 0.10, "tone": 0.08, "cadence": 0.10, "analogy": 0.35},
}

# How often a criterion is ticked for an answer that keeps the person's position, departs from it, or has none.
MET = {"keeps": 0.90, "keeps loudly": 0.82, "departs": 0.25, "nobody": 0.14}
TRAPPED = {"keeps": 0.03, "keeps loudly": 0.12, "departs": 0.85, "nobody": 0.75}

KEEPS_DRIFTED = {
    "DS": (2, 8, 9, 18, 21),
    "EC": (10, 13),
    "STR": (11, 12),
    "TAC": (5, 6, 10),
    "PEO": (2, 8, 10),
    "EDG": (1, 2),
}
DEPARTS_CARICATURE = {
    "DS": (3, 8, 9, 14, 21, 23),
    "EC": (8, 10, 11),
    "STR": (2, 3, 6, 9, 14),
    "TAC": (3,),
    "PEO": (4, 6, 8),
    "EDG": (6, 7, 12),
}

# Pairs: where raters lean, -2 wholly to the full persona, 2 wholly to this one; what the preferred text is graded.
PAIRS = {"compressed": -0.15, "name-only": -1.8, "generic": -2.8}
DOMAINS = {"TECH": -0.1, "ANAL": -0.05, "PHIL": 0.0, "SELF": 0.05, "NARR": 0.1}
DOMAIN_SD = 0.4  # how much easier or harder one pair is than another
GRADES = {"vibe": 2.85, "logic": 2.8}
PAIR_CONTROLS = ("ANAL", "SELF")  # the pairs on which the generic bot also stands as control

# The judge's scores: for each dimension the usual one and its spread.
DIMENSIONS = ("decision_alignment", "voice_accuracy", "reasoning_quality", "persona_accuracy", "value_preservation")
JUDGED = {
    "faithful": ((97, 4), (93, 5), (94, 5), (94, 5), (97, 4)),
    "drifted keeps": ((93, 5), (90, 6), (88, 7), (86, 8), (90, 6)),
    "drifted departs": ((18, 12), (86, 8), (38, 12), (55, 12), (30, 14)),
    "caricature keeps": ((92, 6), (58, 9), (78, 9), (60, 10), (90, 6)),
    "caricature departs": ((28, 12), (56, 9), (48, 10), (50, 10), (58, 12)),
    "generic": ((40, 16), (5, 5), (26, 10), (5, 5), (46, 14)),
}

EXPECTED = {
    "decision_alignment": "expected_decision",
    "reasoning_quality": "expected_reasoning",
    "persona_accuracy": "expected_persona",
}
_REASONS = {
    "decision_alignment": (
        (90, "Decides as documented: {wanted}."),
        (65, "Comes near what is documented: {wanted}."),
        (35, "Shares a part of it only; documented is: {wanted}."),
        (0, "Decides otherwise; documented is: {wanted}."),
    ),
    "reasoning_quality": (
        (85, "Gives her own ground: {wanted}."),
        (60, "Part of her ground is there: {wanted}."),
        (0, "Anybody could argue so; hers would be: {wanted}."),
    ),
    "voice_accuracy": (
        (80, "Flat statements, an odd figure, a dry end: it could be hers."),
        (50, "Her sayings are all there, and too many of them at once."),
        (0, "An even, helpful tone that is nobody's."),
    ),
    "value_preservation": (
        (85, "Her values stand in their rank."),
        (50, "One of them gives way where she would not let it."),
        (0, "A value she ranks high is given up for ease or money."),
    ),
    "persona_accuracy": (
        (80, "It is the side of her that this calls for: {wanted}."),
        (45, "A neighbouring side of her speaks; called for is {wanted}."),
        (0, "No side of her speaks; called for is {wanted}."),
    ),
}


def marked(speaker: str, item: str) -> str:
    """What an answer is to the person's documented position."""
    if speaker == "drifted":
        return "keeps" if _listed(item, KEEPS_DRIFTED) else "departs"
    if speaker == "caricature":
        return "departs" if _listed(item, DEPARTS_CARICATURE) else "keeps loudly"
    return "keeps" if speaker == "faithful" else "nobody"


def _listed(item: str, numbers: dict[str, tuple[int, ...]]) -> bool:
    prefix, _, number = item.partition("-")
    return int(number) in numbers.get(prefix, ())


def judged_as(speaker: str, item: str) -> str:
    """Under which heading of JUDGED an answer falls."""
    if speaker in JUDGED:
        return speaker
    return f"{speaker} departs" if marked(speaker, item) == "departs" else f"{speaker} keeps"


def reason(name: str, score: int) -> str:
    """The judge's sentence for a score."""
    return next(words for least, words in _REASONS[name] if score >= least)


def shifted(chance: float, leaning: float) -> float:
    """A probability moved on the log-odds."""
    return 1.0 / (1.0 + exp(-(log(chance / (1.0 - chance)) + leaning)))
