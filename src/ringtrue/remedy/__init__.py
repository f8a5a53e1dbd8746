"""From weak scores to what to do about them."""
