"""The study these tests write into."""

from empty_study import empty_study, study

__all__ = ["empty_study", "study"]
