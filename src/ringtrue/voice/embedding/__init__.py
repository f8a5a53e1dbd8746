"""Texts as vectors of length one, by a backend that is named in every number made from them."""
