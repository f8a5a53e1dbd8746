"""Intervals of means when raters and items are crossed, clustered or paired."""
