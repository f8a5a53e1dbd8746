"""Lots: the same for the same names, whatever the machine; another for every other name, seed or secret."""

import hmac
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.blind.draw import Draw, letters

NAMES = st.lists(st.text(max_size=4), max_size=3)


def test_a_lot_is_the_same_for_ever() -> None:
    """HMAC-SHA256 with the key 0:7 of the message 4:card2:r1, from another program (openssl dgst -sha256 -hmac)."""
    assert Draw(7).lot("card", "r1").hex() == "d426ae173106d833384b961381187ab9881ecb7e769d3dfd678db59efa3b75fb"


@given(NAMES, NAMES)
def test_names_are_told_apart_wherever_they_are_cut(one: list[str], other: list[str]) -> None:
    assert (Draw(1).lot(*one) == Draw(1).lot(*other)) == (one == other)


def test_seed_and_secret_are_told_apart() -> None:
    lots = {Draw(seed, secret).lot("x") for seed, secret in product((1, 11, "1", "a"), ("", "1", "a"))}
    assert len(lots) == 9  # the seeds 1 and "1" are the same


def test_ids_are_letters_and_figures_and_tokens_are_longer() -> None:
    id_, token = letters(Draw(1).lot("x")[:10]), Draw(1).token("r")
    assert (len(id_), len(token)) == (16, 32)
    assert (id_ + token).isalnum()
    assert (id_ + token).islower()


def test_half_a_surrogate_pair_in_a_name_draws_a_lot() -> None:
    assert Draw(1).lot("\ud800") != Draw(1).lot("\ud801")


@given(st.text(max_size=80), st.text(max_size=100), st.lists(st.text(max_size=20), max_size=5))
def test_a_lot_is_an_hmac(seed: str, secret: str, names: list[str]) -> None:
    key = f"{len(secret)}:{secret}{seed}".encode()
    message = "".join(f"{len(name)}:{name}" for name in names).encode()
    assert Draw(seed, secret).lot(*names) == hmac.digest(key, message, "sha256")
