"""The set-up link and what a name and a password must be."""

import pytest

from ringtrue.terms.problem import BadInput
from ringtrue.web.first_organiser import FirstStart, check_organiser


def test_a_link_is_made_only_where_nobody_can_log_in() -> None:
    assert FirstStart(needed=False).token is None
    assert not FirstStart(needed=False).fits("")


def test_the_link_is_long_random_and_works_once() -> None:
    first = FirstStart(needed=True)
    token = first.token or ""
    assert len(token) >= 43  # 256 bits in base64
    assert token != FirstStart(needed=True).token
    assert first.fits(token)
    assert not first.fits(token[:-1])
    assert not first.fits("ключ")
    first.done()
    assert not first.fits(token)


@pytest.mark.parametrize(
    ("name", "password", "again", "places"),
    [
        ("Ines", "four boats", None, []),
        ("Ines", "four boats", "four boats", []),
        ("Инес", "четыре лодки", None, []),
        ("", "four boats", None, ["name"]),
        ("a\nb", "four boats", None, ["name"]),
        ("x" * 201, "four boats", None, ["name"]),
        ("Ines", "short", None, ["password"]),
        ("Ines", "y" * 201, None, ["password"]),
        ("Ines Vogel", "ines vogel", None, ["password"]),
        ("Ines", "aaaaaaaaaaaa", None, ["password"]),
        ("Ines", "four boats", "five boats", ["again"]),
        (" ", "short", "other", ["name", "password", "again"]),
    ],
)
def test_names_and_passwords(name: str, password: str, again: str | None, places: list[str]) -> None:
    if not places:
        check_organiser(name, password, again)
        return
    with pytest.raises(BadInput) as refused:
        check_organiser(name, password, again)
    assert [problem.place for problem in refused.value.problems] == places
