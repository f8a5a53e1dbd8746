"""The page's own SHA-256, canonical JSON and rounding, against Python's, in a real browser."""

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ringtrue import page as page_room

ASSETS = Path(page_room.__file__).parent / "assets"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    opened = browser.new_context(offline=True).new_page()
    opened.goto("about:blank")
    return opened


def run(page: Page, expression: str, argument: Any) -> Any:
    """An expression over `given`, with the two files in scope; through JSON, as the page reads its document."""
    code = "".join((ASSETS / name).read_text(encoding="utf-8") for name in ("sha256.js", "canonical.js"))
    return page.evaluate(
        f"(text) => {{ {code}; const given = JSON.parse(text); return {expression}; }}", json.dumps(argument)
    )


def python_form(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def test_sha256_of_the_standards_own_examples(page: Page) -> None:
    # FIPS 180-2, appendix B: "abc" (one block) and the 448-bit message (two blocks); and the empty message.
    examples = {
        "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    }  # fmt: skip
    assert run(page, "given.map(sha256)", list(examples)) == list(examples.values())


def test_sha256_at_every_length_around_the_block_borders(page: Page) -> None:
    texts = ["x" * n for n in range(200)]
    assert run(page, "given.map(sha256)", texts) == [sha256(text.encode()).hexdigest() for text in texts]


def test_sha256_of_texts_beyond_ascii_and_of_a_large_one(page: Page) -> None:
    texts = ["ação", "Über 学問 😀👩‍🚀", "\u202eabc\u0000\x7f", "é" * 100_000, "😀" * 70_000]
    assert run(page, "given.map(sha256)", texts) == [sha256(text.encode()).hexdigest() for text in texts]


def test_canonical_form_of_hostile_texts_and_keys(page: Page) -> None:
    value = {
        "b": [1, 2.5, -0.125, 0, True, False, None, "plain"],
        "a": {"z": {}, "é": [], "\U0001f600": 1, "\uffee": 2, "": "empty key", "A": "before a"},
        "text": "quote \" back \\ slash / tab \t line \n bell \x07 del \x7f nbsp \u00a0",
        "more": "separators \u2028\u2029 emoji 😀 right to left \u202e <script>",
        "10": "keys sort as texts", "9": "and not as numbers",
    }  # fmt: skip
    assert run(page, "canonical(given)", value) == python_form(value)


def test_canonical_form_of_many_random_values(page: Page) -> None:
    random = Random(6)
    letters = 'ab"\\\n\t\x00\x1f\x7f\u0080é\u05d0\u2028\ufeff\uffff\U0001f600\U0010ffff'

    def text() -> str:
        return "".join(random.choice(letters) for _ in range(random.randrange(6)))

    def value(depth: int) -> Any:
        kind = random.randrange(7 if depth else 5)
        if kind == 5:
            return [value(depth - 1) for _ in range(random.randrange(4))]
        if kind == 6:
            return {text(): value(depth - 1) for _ in range(random.randrange(4))}
        return (
            text(),
            random.randrange(-(10**9), 10**9),
            random.randrange(-(10**6), 10**6) / 1000 + 0.0005,
            True,
            None,
        )[kind]

    values = [value(3) for _ in range(400)]
    # A float that JSON spells 3.0 is 3 in the page's spelling, as it is in a file the page wrote.
    spelled = [
        python_form(json.loads(form)) for form in run(page, "given.map((v) => JSON.stringify(rounded(v)))", values)
    ]
    assert run(page, "given.map((v) => canonical(rounded(v)))", values) == spelled


def test_a_lone_surrogate_is_spelled_as_python_spells_it(page: Page) -> None:
    assert run(page, "canonical(given)", "\ud83d alone \ude00") == python_form("\ud83d alone \ude00")


def test_numbers_are_rounded_to_three_decimals_in_depth(page: Page) -> None:
    given = {"seconds": 12.3456789, "list": [0.0004, 1e-9, -0.0004, 2], "text": "1.23456", "none": None}
    rounded = run(page, "rounded(given)", given)
    assert rounded == {"seconds": 12.346, "list": [0, 0, 0, 2], "text": "1.23456", "none": None}
    assert run(page, "canonical(rounded(given))", [-0.0004]) == "[0]"  # never "-0", which Python would read as 0
