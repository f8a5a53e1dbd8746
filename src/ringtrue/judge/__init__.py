"""What judges answered, on its way into a study: files of judgments read, checked and turned into ratings."""
