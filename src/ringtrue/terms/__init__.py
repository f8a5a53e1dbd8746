"""The words ringtrue speaks in: frozen types without input or output."""

from ringtrue.terms.call import Call, Outcome, Reply
from ringtrue.terms.card import Card, Packet
from ringtrue.terms.estimate import Estimate, EstimateKind
from ringtrue.terms.given import Given
from ringtrue.terms.item import Citation, Item, ItemStatus
from ringtrue.terms.judgment import Answer, Judge, Judgment, Rating
from ringtrue.terms.measure import Measure, Per
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import (
    Bands,
    Criterion,
    Design,
    JudgeKind,
    Kind,
    Preset,
    Protocol,
    Question,
    Regression,
    Rule,
    Scale,
    ScaleType,
    SuiteRule,
    Unit,
)
from ringtrue.terms.response import Response, Speaker
from ringtrue.terms.result import UNTOLD, Check, JudgeCount, Result, Verdict
from ringtrue.terms.rows import Rows

__all__ = [
    "UNTOLD",
    "Answer",
    "BadInput",
    "Bands",
    "Call",
    "Card",
    "Check",
    "Citation",
    "Criterion",
    "Design",
    "Estimate",
    "EstimateKind",
    "Given",
    "Item",
    "ItemStatus",
    "Judge",
    "JudgeCount",
    "JudgeKind",
    "Judgment",
    "Kind",
    "Measure",
    "Outcome",
    "Packet",
    "Per",
    "Preset",
    "Problem",
    "Protocol",
    "Question",
    "Rating",
    "Regression",
    "Reply",
    "Response",
    "Result",
    "Rows",
    "Rule",
    "Scale",
    "ScaleType",
    "Speaker",
    "SuiteRule",
    "Unit",
    "Verdict",
]
