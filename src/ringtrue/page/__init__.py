"""The rating page: what a rater gets, hosted or in one file, and nothing that shows whose text is whose."""
