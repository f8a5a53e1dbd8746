"""Two or more studies of one protocol compared: versions read, differences found, what changed in the clone, pages."""
