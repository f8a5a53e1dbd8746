"""A small closed language for measures, conditions and limits, worked out on whole columns at once."""

from ringtrue.formula.error import FormulaError
from ringtrue.formula.formula import Formula
from ringtrue.formula.functions import FUNCTIONS, Function
from ringtrue.formula.grammar import parse
from ringtrue.formula.reductions import Rows

__all__ = ["FUNCTIONS", "Formula", "FormulaError", "Function", "Rows", "parse"]
