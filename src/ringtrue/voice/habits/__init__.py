"""Habits of writing that can be counted: rhythm, punctuation, openers, contractions, hedges, person, lengths."""
