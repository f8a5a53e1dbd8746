"""How raters answered: completion, time, monotony, attention, sensitivity, fatigue. Shown, never applied."""

from ringtrue.judge.quality.panel import PanelQuality, panel_quality
from ringtrue.judge.quality.rater import RaterQuality
from ringtrue.judge.quality.screening import RULE, screened
from ringtrue.judge.quality.seen import Seen

__all__ = ["RULE", "PanelQuality", "RaterQuality", "Seen", "panel_quality", "screened"]
