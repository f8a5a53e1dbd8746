"""Studies from sealed packets with control cards, in patterns whose numbers can be derived by hand.

Every answer is one of two, in turn over items and raters like the fields of a chessboard: (i + j) even takes the first,
odd the second. Raters are alike then, and items are alike, so an interval comes from the single cells alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import JudgeKind, Protocol
from ringtrue.terms.result import Result
from studies import DIMENSIONS, SCORES, item, spread

Turn = tuple[float, float]  # the two values that take turns
SHARES = {"quote": 26, "decision": 21, "style": 21, "edge": 17}  # of 85
LISTED = 10  # criteria, or things to find, on every list
ASKED = {"decision": ("criteria",), "style": DIMENSIONS, "edge": ("holds",)}
ALIKE = (8.0, 10.0)  # how many of the ten are ticked for the person: .9
GENERIC = (0.0, 2.0)  # and for the generic speaker: .1
PRIMARY = {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}


def control(kind: str, name: str, **tags: str) -> Item:
    """An item outside the suite, for control cards."""
    return Item(name, kind, "?", tags={"control": True, **tags}, status="accepted")


def sealed(
    rater: int, name: str, question: str, value: Answer, speaker: str | None, judge: JudgeKind = "person"
) -> Rating:
    """One answer on a card of a sealed packet."""
    return Rating(f"r{rater}", name, question, value, speaker, judge, sealed=True)


def chessboard(names: Sequence[str], raters: int, turn: Sequence[float]) -> Iterable[tuple[int, str, float]]:
    """Rater, item and the value whose turn it is."""
    return (
        (rater, name, turn[(place + rater) % len(turn)]) for rater in range(raters) for place, name in enumerate(names)
    )


def ticked(count: float) -> tuple[bool, ...]:
    """The first so many of the ten."""
    return tuple(place < count for place in range(LISTED))


def sealed_blind(
    *,
    found: Sequence[float] = (0, 1),
    generic_found: Sequence[float] = (1,),
    clone: Mapping[str, Turn] | None = None,
    self_: Turn = ALIKE,
    generic: Turn = GENERIC,
    raters: int = 8,
    cards: int = 4,
    quote_cards: int = 6,
    counts: Mapping[str, int] = SHARES,
    rated: Mapping[str, int] | None = None,
) -> tuple[list[Item], list[Rating]]:
    """A blind study: picks and ticks in turn, so many control cards of each speaker for every rater and kind.

    `found` is who is found on quotes; `clone` has the two counts of ticks of a kind where they are not the person's;
    `rated` how many items of a kind are rated at all.
    """
    own = {kind: [f"{kind}{place:02}" for place in range(count)] for kind, count in counts.items()}
    sizes = {kind: quote_cards if kind == "quote" else cards for kind in counts}
    outside = {
        (kind, speaker): [f"{kind}-{speaker}{place}" for place in range(size)]
        for kind, size in sizes.items()
        for speaker in ("generic", "self")
    }
    items = [item(kind, name) for kind, names in own.items() for name in names]
    items += [control(kind, name) for (kind, _), names in outside.items() for name in names]
    shown = {kind: names[: (rated or {}).get(kind)] for kind, names in own.items()}
    ratings = [sealed(r, name, "found", pick, None) for r, name, pick in chessboard(shown["quote"], raters, found)]
    for r, name, pick in chessboard(outside["quote", "generic"], raters, generic_found):
        ratings.append(sealed(r, name, "found", pick, "generic"))
    for kind, questions in ASKED.items():
        of_clone = (clone or {}).get(kind, self_)
        about = ((None, shown[kind], of_clone), ("generic", outside[kind, "generic"], generic))
        for speaker, names, turn in (*about, ("self", outside[kind, "self"], self_)):
            for r, name, count in chessboard(names, raters, turn):
                ratings += [sealed(r, name, question, ticked(count), speaker) for question in questions]
    return items, ratings


def blind_result(**study: Any) -> Result:
    """The result of `sealed_blind` with these changes."""
    return score(load("blind"), *sealed_blind(**study), replicates=20)


DOMAINS = ("TECH", "ANAL", "PHIL", "SELF", "NARR")


def sealed_pairs(
    *,
    voice: Sequence[float] = (-1, 1),
    in_domain: Mapping[str, Turn] | None = None,
    grades: Turn = (2, 3),
    other: Turn = (3, 2),
    control_voice: Turn = (-2, -1),
    control_grades: Turn = (1, 2),
    speakers: tuple[str, str] = ("full", "control"),
    raters: int = 6,
    pairs: int = 30,
    cards: int = 4,
    continuity: bool = False,
) -> tuple[list[Item], list[Rating]]:
    """A study of pairs in which both texts are graded (vibe and logic alike), with control cards.

    `voice` leans toward the candidate, `grades` are its own and `other` those of the text beside it; on control cards
    (speakers: who stands beside whom) the text beside the control has the grades 3.
    """
    items = [item("pair", f"p{place:02}", domain=DOMAINS[place * 5 // pairs]) for place in range(pairs)]
    outside = [control("pair", f"c{place}") for place in range(cards)]
    ratings: list[Rating] = []
    for place, one in enumerate(items):
        turn = (in_domain or {}).get(str(one.tags["domain"]), voice)
        for r in range(raters):
            turned = place + r
            leans = turn[turned % len(turn)]
            ratings += _compared(r, one.id, None, speakers[0], leans, grades[turned % 2], other[turned % 2])
    for r, name, leans in chessboard([one.id for one in outside], raters, control_voice):
        graded = control_grades[control_voice.index(leans)]
        ratings += _compared(r, name, speakers[1], speakers[0], leans, graded, 3)
    if continuity:
        ratings += [sealed(r, one.id, "continuity", 1.0, None) for r in range(raters) for one in items]
    return items + outside, ratings


def _compared(
    rater: int, name: str, about: str | None, beside: str, leans: float, graded: float, other: float
) -> Iterable[Rating]:
    """One card: where the voice leans, and the grades of both texts."""
    yield sealed(rater, name, "voice", leans, about)
    for question in ("vibe", "logic"):
        yield sealed(rater, name, question, graded, about or "compressed")
        yield sealed(rater, name, question, other, beside)


def pairs_result(protocol: Protocol | str = "pairs", **study: Any) -> Result:
    """The result of `sealed_pairs` with these changes."""
    rules = load(protocol) if isinstance(protocol, str) else protocol
    return score(rules, *sealed_pairs(**study), replicates=20)


def judged_scenarios(
    *,
    clone: Turn = (90, 94),
    self_: Turn = (90, 94),
    generic: Turn = (47, 43),
    judges: int = 2,
    scenarios: int = 50,
    controls: int = 25,
    scored: int | None = None,
) -> tuple[list[Item], list[Rating]]:
    """Scenarios scored by models, the first `controls` of them for both controls, too; `scored` have a score.

    The same judge scores both controls on the same scenario, high for one where low for the other: they do not cancel.
    """
    items = [item("scenario", f"STR-{place:03}", type="strategic") for place in range(scenarios)]
    names = [one.id for one in items]
    ratings = []
    about = ((None, names[:scored], clone), ("generic", names[:controls], generic), ("self", names[:controls], self_))
    for speaker, listed, turn in about:
        for r, name, value in chessboard(listed, judges, turn):
            ratings += [sealed(r, name, question, value, speaker, "model") for question in SCORES]
    return items, ratings


def scenarios_result(**study: Any) -> Result:
    """The result of `judged_scenarios` with these changes; all judges are licensed unless `licensed` names others."""
    licensed = study.pop("licensed", ("r0", "r1", "r2"))
    return score(load("scenarios"), *judged_scenarios(**study), licensed=licensed, replicates=20)


def sessions(
    *,
    levels: Turn = (0.95, 1.0),
    floor: Turn = (0.25, 0.5),
    count: int = 10,
    floors: int = 4,
    events: Mapping[str, Iterable[tuple[int, int]]] | None = None,
    judge: JudgeKind = "person",
    trials: int = 10,
) -> tuple[list[Item], list[Rating]]:
    """Sessions of which every second has the second level, scored alike by two; `events` by session and trial.

    A level is the mean of each of the three scores, in quarters as near as these go. Floor sessions are controls.
    """
    items: list[Item] = []
    ratings: list[Rating] = []
    for number in range(count + floors):
        is_floor = number >= count
        own = f"s{number:02}"
        made = control if is_floor else item
        items += [made("trial", f"{own}-{n:02}", session=own, trial=str(n)) for n in range(1, trials + 1)]
        level = (floor if is_floor else levels)[number % 2]
        about = "floor" if is_floor else None
        for r in range(2):
            for question, places in PRIMARY.items():
                primary = [place for place in places if place <= trials]
                values = spread(level * len(primary), len(primary))
                for place, value in zip(primary, values, strict=True):
                    ratings.append(sealed(r, f"{own}-{place:02}", question, value, about, judge))
            for event in () if is_floor else ("f1", "f2", "f3", "f4"):
                happened = set((events or {}).get(event, ()))
                for place in range(1, trials + 1):
                    name = f"{own}-{place:02}"
                    ratings.append(sealed(r, name, event, (number, place) in happened, None, judge))
    return items, ratings


def recognition_result(**study: Any) -> Result:
    """The result of `sessions` with these changes."""
    return score(load("recognition"), *sessions(**study), replicates=20)
