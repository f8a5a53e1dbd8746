"""The words ringtrue speaks in: frozen types without input or output."""

from ringtrue.terms.card import Card, Packet
from ringtrue.terms.estimate import Estimate, EstimateKind
from ringtrue.terms.item import Citation, Item, ItemStatus
from ringtrue.terms.judgment import Answer, Judge, Judgment, Rating
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import JudgeKind, Kind, Protocol, Question, Rule, Scale, ScaleType
from ringtrue.terms.response import Response, Speaker
from ringtrue.terms.result import Check, Result, Verdict

__all__ = [
    "Answer",
    "BadInput",
    "Card",
    "Check",
    "Citation",
    "Estimate",
    "EstimateKind",
    "Item",
    "ItemStatus",
    "Judge",
    "JudgeKind",
    "Judgment",
    "Kind",
    "Packet",
    "Problem",
    "Protocol",
    "Question",
    "Rating",
    "Response",
    "Result",
    "Rule",
    "Scale",
    "ScaleType",
    "Speaker",
    "Verdict",
]
