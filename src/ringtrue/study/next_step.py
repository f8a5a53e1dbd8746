"""What comes next in a study: one command, by how far it has come."""

from dataclasses import dataclass
from pathlib import Path

from ringtrue.study.settings import Settings


@dataclass(frozen=True, slots=True)
class Stand:
    """How far a study has come, in numbers."""

    items: int
    accepted: int
    ready: int  # items whose texts are all there
    responses: int
    packets: int
    out: int
    blind: int  # answers to cards
    judgments: int  # answers that were never blind
    opened: bool
    results: int
    is_run: bool = False  # made by `ringtrue run`


def next_step(folder: Path, settings: Settings, stand: Stand) -> str:
    """The next command, or what to do before it."""
    if not stand.items:
        return "write the items into items.yaml"
    if stand.packets:
        return _after_dealing(folder, stand)
    if stand.is_run and not stand.results:
        return f"start the same ringtrue run again, with --out {folder}: it goes on where it stopped"
    if stand.judgments:
        return _after_judging(folder, stand)
    return _before_judging(folder, settings, stand)


def _after_dealing(folder: Path, stand: Stand) -> str:
    if stand.opened:
        return _after_judging(folder, stand)
    if stand.out and not stand.blind:
        return f"ringtrue serve {folder}, or ringtrue export {folder} --out pages and ringtrue take-in {folder} FILE"
    if stand.out:
        many = f"{stand.out} packet{' is' if stand.out == 1 else 's are'}"
        return f"{many} out: wait, or ringtrue take-in {folder} FILE; then ringtrue unblind {folder}"
    return f"ringtrue unblind {folder}"


def _after_judging(folder: Path, stand: Stand) -> str:
    return f"ringtrue report {folder}" if stand.results else f"ringtrue score {folder}"


def _before_judging(folder: Path, settings: Settings, stand: Stand) -> str:
    data = settings.data
    if not stand.responses and data.get("speakers"):
        return f"ringtrue collect {folder}"
    if stand.responses and data.get("judges"):
        return f"ringtrue judge {folder} --judge {next(iter(data['judges']))}"
    if stand.ready and not stand.accepted:
        return f"ringtrue items review {folder}"
    if stand.ready:
        return f"ringtrue deal {folder} --raters {settings.raters or 'N'}"
    return f"ringtrue take-in {folder} FILE"
