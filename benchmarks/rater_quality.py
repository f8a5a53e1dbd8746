"""How often careless raters are noticed, and honest ones blamed: `python benchmarks/rater_quality.py [STUDIES]`.

Simulated panels of 7 raters and 5 pairs, both texts graded. Six are honest: voice and grades follow the pair, the rater
and chance. The seventh is straight (one value for each question, the same on all cards), hasty (clicks without reading)
or guesses (random answers at an honest pace). A guesser can be noticed on control cards alone: printed is the share of
those who are right on half or fewer of them, and of those left out by the rule sealed with the plan, which asks from
six control cards on. Studies of pairs deal four.
"""

import sys

import numpy as np

from held import Held, print_held
from ringtrue.judge.quality.rater import CardRole, RaterAnswer
from ringtrue.judge.quality.screening import panel_quality

PAIRS, RATERS, CONTROLS = 5, 7, (4, 6, 12)
GRADES = ("vibe_a", "vibe_b", "logic_a", "logic_b", "continuity_a", "continuity_b")
WORDS = 160
Rng = np.random.Generator


def honest(rng: Rng, name: str, quality: np.ndarray) -> list[RaterAnswer]:
    """Somebody who reads: a leaning of their own, and slips."""
    lean, strictness = rng.normal(0, 0.4), rng.normal(0, 0.4)
    answers = []
    for n in range(PAIRS):
        seconds = float(WORDS / 4.3 * rng.uniform(0.5, 2.0))
        voice = float(np.clip(np.rint(quality[n] + lean + rng.normal(0, 1)), -2, 2))
        answers.append(RaterAnswer(name, f"p{n}", "voice", "bipolar", voice, seconds=seconds, words=WORDS))
        for question in GRADES:
            grade = float(np.clip(np.rint(2.2 + strictness + rng.normal(0, 0.6)), 1, 3))
            answers.append(RaterAnswer(name, f"p{n}", question, "steps", grade, seconds=seconds, words=WORDS))
    return answers


def straight(rng: Rng, name: str) -> list[RaterAnswer]:
    """The same on every card."""
    voice, grade = float(rng.integers(-2, 3)), float(rng.integers(1, 4))
    return [
        RaterAnswer(name, f"p{n}", question, "bipolar" if question == "voice" else "steps", value, seconds=40.0)
        for n in range(PAIRS)
        for question, value in (("voice", voice), *((one, grade) for one in GRADES))
    ]


def hasty(rng: Rng, name: str) -> list[RaterAnswer]:
    """Random answers, a few seconds a card."""
    return [
        RaterAnswer(name, f"p{n}", question, "steps", float(rng.integers(1, 4)), seconds=seconds, words=WORDS)
        for n in range(PAIRS)
        for seconds in (float(rng.uniform(3, 12)),)
        for question in ("voice", *GRADES)
    ]


def guessing(rng: Rng, name: str, controls: int) -> list[RaterAnswer]:
    """Random answers at the pace of somebody who reads; on control cards they are right half of the time or tied."""
    answers = []
    for n in range(PAIRS + controls):
        seconds = float(WORDS / 4.3 * rng.uniform(0.5, 2.0))
        voice = float(rng.integers(-2, 3))
        right = None if n < PAIRS else 1.0 if voice < 0 else 0.5 if voice == 0 else 0.0
        role: CardRole = "item" if n < PAIRS else "generic"
        answers.append(RaterAnswer(name, f"p{n}", "voice", "bipolar", voice, role, right, seconds, words=WORDS))
        for question in GRADES:
            grade = float(rng.integers(1, 4))
            answers.append(RaterAnswer(name, f"p{n}", question, "steps", grade, role, None, seconds, words=WORDS))
    return answers


def caught_guessing(rng: Rng, panel: list[RaterAnswer], controls: int) -> tuple[bool, bool, bool]:
    """Whether a guesser is in an alarm, is right on half or fewer of the controls, and is left out by the rule."""
    found = panel_quality([*panel, *guessing(rng, "careless", controls)])
    (one,) = [rater for rater in found.raters if rater.name == "careless"]
    alarmed = any(alarm.startswith("careless ") for alarm in found.alarms)
    return alarmed, one.generic.value is not None and one.generic.value <= 0.5, "careless" in found.screened


def main() -> None:
    """Simulate, print, and hold the shares to their limits."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rng = np.random.default_rng(20261118)
    blamed = caught_straight = caught_hasty = 0
    guessed: dict[int, list[tuple[bool, bool, bool]]] = {number: [] for number in CONTROLS}
    for _ in range(studies):
        quality = rng.normal(0, 0.8, PAIRS)
        panel = [one for n in range(RATERS - 1) for one in honest(rng, f"r{n}", quality)]
        for kind, careless in (("straight", straight), ("hasty", hasty)):
            alarms = panel_quality([*panel, *careless(rng, "careless")]).alarms
            found = any(alarm.startswith("careless ") for alarm in alarms)
            caught_straight += found and kind == "straight"
            caught_hasty += found and kind == "hasty"
            blamed += len({alarm.split()[0] for alarm in alarms} - {"careless"})
        for number, found_so_far in guessed.items():
            found_so_far.append(caught_guessing(rng, panel, number))
    print(f"{studies} panels of {RATERS} raters, {PAIRS} pairs; simulated raters")
    for number, found_so_far in guessed.items():
        alarmed, half, left_out = np.mean(found_so_far, axis=0)
        print(f"guessers, {number} control cards: right on half or fewer {half:.2f}", end="")
        print(f", left out by the rule {left_out:.2f}, in an alarm {alarmed:.2f}")
    print_held(
        [
            Held("straight-liners missed", 1 - caught_straight / studies, 0.05, "of raters"),
            Held("hasty raters missed", 1 - caught_hasty / studies, 0.05, "of raters"),
            Held("honest raters blamed", blamed / (2 * studies * (RATERS - 1)), 0.05, "of raters"),
        ]
    )


if __name__ == "__main__":
    main()
