"""Studies of pairs."""
