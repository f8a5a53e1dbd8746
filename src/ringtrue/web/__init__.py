"""The hosted study: the rating page for raters, a dashboard for organisers, and the guards before both."""
