"""A result in words and tables: Markdown, JSON, CSV, and the short form a terminal shows."""

from ringtrue.report.about import About
from ringtrue.report.json_text import json_text
from ringtrue.report.markdown import markdown
from ringtrue.report.sheets import Sheet, estimates_sheet, items_sheet
from ringtrue.report.summary import Summary, summary

__all__ = ["About", "Sheet", "Summary", "estimates_sheet", "items_sheet", "json_text", "markdown", "summary"]
