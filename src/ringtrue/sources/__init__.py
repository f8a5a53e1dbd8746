"""Sources: a clone's folder and raw texts, citations that point into them, passages that bear on a question."""
