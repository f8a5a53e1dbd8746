"""A result in words and tables: Markdown, JSON, CSV, and the short form a terminal shows."""
