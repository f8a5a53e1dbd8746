"""Anonymous writers as numbers, so that a voice can be measured without texts of others."""
