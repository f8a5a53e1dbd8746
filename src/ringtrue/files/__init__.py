"""Files in and out: YAML, JSON, CSV and text with line numbers, limits, and writes that are whole or not at all."""
