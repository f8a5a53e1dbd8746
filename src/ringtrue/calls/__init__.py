"""Calls to speakers and judges: one runner that loses nothing, and adapters for every kind of endpoint."""

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.attempt import Check
from ringtrue.calls.faults import (
    BudgetReached,
    CallFault,
    Interrupted,
    NotStored,
    Refused,
    Rejected,
    Retry,
    Stop,
)
from ringtrue.calls.forecast import Forecast
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.prices import Prices, prices_of
from ringtrue.calls.progress import Progress, Watch
from ringtrue.calls.request import RequestHash
from ringtrue.calls.runner import Runner
from ringtrue.calls.speakers import adapter_for, kinds, sampling_of, speaker_named

__all__ = [
    "Adapter",
    "BudgetReached",
    "CallFault",
    "Check",
    "Forecast",
    "Interrupted",
    "Journal",
    "Limits",
    "NotStored",
    "Prices",
    "Progress",
    "Refused",
    "Rejected",
    "RequestHash",
    "Retry",
    "Runner",
    "Stop",
    "Watch",
    "adapter_for",
    "kinds",
    "prices_of",
    "sampling_of",
    "speaker_named",
]
