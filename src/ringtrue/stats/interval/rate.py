"""Rates of rare events over sessions, with the exact Poisson interval."""

from scipy.special import gammaincinv

from ringtrue.terms.result import Estimate


def event_rate(events: int, units: int, *, level: float = 0.95) -> Estimate:
    """How often does an event happen in a session like these?

    Input: how many events were counted, over how many sessions.
    Result: events / sessions with the exact (Garwood) Poisson interval, chi²(a, 2k)/2S to chi²(1 - a, 2k + 2)/2S; with
    no event the lower bound is 0 and the upper one is still known. n counts sessions.
    Not for: events that come in bursts, several in one session because of one cause: they are counted as independent.
    Checked against: Ulm 1990, Am. J. Epidemiol. 131, 373-375 (0 events 3.69, 10 events 4.80 to 18.39, at 95 %); scipy.
    Reference: Garwood 1936, Biometrika 28, 437-442.
    """
    if events < 0 or units < 0:
        raise ValueError(f"events and sessions are counts, got {events} in {units}")
    method = f"{events} events in {units} sessions; exact Poisson interval"
    if units == 0:
        return Estimate.absent("no sessions", method=method)
    tail = (1.0 - level) / 2.0
    low = 0.0 if events == 0 else float(gammaincinv(events, tail)) / units
    high = float(gammaincinv(events + 1, 1.0 - tail)) / units
    return Estimate(events / units, low, high, units, method, level=level)
