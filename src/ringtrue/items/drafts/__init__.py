"""Drafts of items from a person's sources, by template: nothing is said that the sources do not say."""
