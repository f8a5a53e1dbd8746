"""A conversation: inputs, run, transcripts, scorers, outputs."""
