"""An explanation as Markdown and as rows of a table."""

from ringtrue.voice.explain import COLUMNS, Example, Explanation, Refusal, Usage, explain, markdown, table

PIPE = Usage(
    "word", "a|b<script>", "per 1,000 words", 0.0, 3.0, 9.0, 4.0, 0.01, topic_bound=True,
    reply_examples=(Example(0, "see a|b<script> here\u202e"), Example(4, "# and `a|b`")),
)  # fmt: skip
DASH = Usage("punctuation", "dashes", "per 1,000 words", 9.0, 0.04, 0.1, -7.0, 0.001, habit="dashes", others=4.0)
GIVEN = Explanation((DASH, PIPE), (Refusal("questions", "no | marks"),), 3, 1200, 4, 900, "en", 77, "by hand")


def test_tables_keep_their_columns() -> None:
    lines = markdown(GIVEN).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 6
    assert {line.replace(r"\|", "").count("|") for line in rows} == {10}
    assert "<script>" not in markdown(GIVEN)
    assert "\u202e" not in markdown(GIVEN)


def test_what_the_sections_say() -> None:
    text = markdown(GIVEN)
    assert text.index("### What to change") < text.index("### Over-used") < text.index("### Under-used")
    assert r"- questions: no \| marks." in text
    assert "1,200 words in 3 texts of the person and 900 words in 4 replies; 77 usages compared" in text
    assert "| dashes | punctuation | 9.0 | 0.04 | 4.0 | per 1,000 words | 7.0 |" in text
    assert "(5)" in text  # texts are counted from one, as people do


def test_nothing_found_is_said() -> None:
    empty = Explanation((), (), 3, 1200, 4, 900, "en", 77, "by hand")
    assert "beyond chance" in markdown(empty)
    assert "beyond chance" not in markdown(explain([], []))


def test_rows_for_a_terminal() -> None:
    rows = table(GIVEN)
    assert all(len(row) == len(COLUMNS) for row in rows)
    assert rows[0][:4] == ("too much", "word, topic", "a|b<script>", "0")
    assert rows[1][:6] == ("too little", "punctuation", "dashes", "9.0", "0.04", "per 1,000 words")
