"""A speaker of plain English whose habits can be set one by one."""

from collections.abc import Callable

import numpy as np
import pytest


def words(text: str) -> list[str]:
    return text.split()


GLUE = words("the of to and a in is it that was for on with as at by we they this have from or had not but one all")
MATTER = words(
    "road river house garden table window letter morning evening winter summer market street bridge field forest hill "
    "paper story music water bread light stone horse train ship harbour school teacher doctor farmer friend neighbour "
    "child mother brother sister work answer question reason plan idea change trouble promise price money number part "
    "walk carry build open close find keep bring send read write hear watch leave stay move turn wait learn teach help "
    "early late small large quiet bright heavy simple honest careful useful common proper steady narrow distant"
)


def _pick(listed: list[str], at: float) -> str:
    return listed[int(at * len(listed))]


class Speaker:
    """Draws sentences; every planted habit is a probability per sentence."""

    def __init__(self, seed: int, length: float = 11, frankly: float = 0.0, look: float = 0.0, semicolon: float = 0.0):
        self.rng = np.random.default_rng(seed)
        self.length, self.frankly, self.look, self.semicolon = length, frankly, look, semicolon

    def sentence(self) -> str:
        size = max(4, int(self.rng.poisson(self.length)))
        glue, picks = self.rng.random(size) < 0.5, self.rng.random(size)
        drawn = [_pick(GLUE if small else MATTER, at) for small, at in zip(glue, picks, strict=True)]
        if self.rng.random() < self.frankly:
            drawn.insert(size // 2, "frankly")
        if self.rng.random() < self.semicolon:
            drawn[size // 2] += ";"
        text = " ".join(drawn)
        text = f"Look, {text}" if self.rng.random() < self.look else text[0].upper() + text[1:]
        return text + ("?" if self.rng.random() < 0.1 else ".")

    def texts(self, number: int, sentences: int = 12) -> list[str]:
        return [" ".join(self.sentence() for _ in range(sentences)) for _ in range(number)]


@pytest.fixture
def speaker() -> Callable[..., Speaker]:
    return Speaker
