"""Blind judging: cards dealt with sides and order balanced, a sealed key, the leak check, and unblinding."""
