"""A result in words and tables: Markdown, JSON, CSV, and the short form a terminal shows."""

from typing import TYPE_CHECKING

from ringtrue.report.about import About
from ringtrue.report.advice import advice_markdown
from ringtrue.report.json_text import json_text
from ringtrue.report.markdown import markdown
from ringtrue.report.scenario_sections import scenario_sections
from ringtrue.report.scenarios import ScenarioPage, scenario_page
from ringtrue.report.summary import Summary, summary
from ringtrue.terms.on_demand import on_demand

if TYPE_CHECKING:
    from ringtrue.report.sheets import Sheet, estimates_sheet, items_sheet
else:
    # Sheets are written where somebody asks for CSV.
    __getattr__ = on_demand(__name__, {"sheets": "Sheet estimates_sheet items_sheet"})

__all__ = [
    "About",
    "ScenarioPage",
    "Sheet",
    "Summary",
    "advice_markdown",
    "estimates_sheet",
    "items_sheet",
    "json_text",
    "markdown",
    "scenario_page",
    "scenario_sections",
    "summary",
]
