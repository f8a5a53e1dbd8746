"""A small closed language for measures, conditions and limits, worked out on whole columns at once."""
