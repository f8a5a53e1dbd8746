"""From weak scores to what to do about them."""

from ringtrue.remedy.fixes import Fix, fixes
from ringtrue.remedy.iteration import Advice, Round, advise

__all__ = ["Advice", "Fix", "Round", "advise", "fixes"]
