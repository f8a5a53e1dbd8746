"""What sets replies apart from a person's own texts: rows with examples, a table, a plot, and advice for a prompt."""
