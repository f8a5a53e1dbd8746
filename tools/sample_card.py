"""Makes the character card of the sample person, version 3, as JSON and as PNG: her folder's words, our own drawing.

Usage: python tools/sample_card.py.
"""

import re
from io import BytesIO
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import ringtrue.personas
from ringtrue.formats.character_card import CharacterCard, LoreEntry, write_json, write_png

PERSON = Path(ringtrue.personas.__file__).parent / "oda-brennick"
FOLDER = PERSON / "agents" / "persons" / "ODA-BRENNICK"
CARDS = PERSON / "cards"
_CITATION = re.compile(r"\s*\^\[[^\]]*\]")
_GREETING = (
    "You'll want to mind that step, it stands up. Come in out of the wet. I've a kettle on and about nineteen minutes, "
    "so tell me what's the matter with it first and how old it is after."
)
_EXAMPLE = """<START>
{{user}}: Could you have it ready by Easter?
{{char}}: No. It's eleven weeks and you've given me seven. I could have you something shaped like a bell by Easter.
<START>
{{user}}: What happened at Thornhallow?
{{char}}: I don't talk about that one. What else did you come about?"""


def main() -> None:
    """Write both cards."""
    CARDS.mkdir(exist_ok=True)
    made = card()
    write_json(CARDS / "oda-brennick.json", made)
    write_png(CARDS / "oda-brennick.png", made, drawing())


def card() -> CharacterCard:
    """The card, from SOUL.md and SYSTEM-PROMPT.md."""
    soul = _sections((FOLDER / "SOUL.md").read_text(encoding="utf-8"))
    return CharacterCard(
        name="Oda Brennick",
        description="\n\n".join(
            soul[part] for part in ("Who speaks", "What she holds, in rank", "Pairs she keeps whole")
        ),
        personality=soul["How she sounds"],
        scenario="A bell foundry of eleven people on an estuary. Somebody has come to the yard with a question.",
        first_mes=_GREETING,
        mes_example=_EXAMPLE,
        creator_notes="Invented for the sample of ringtrue: no such person, place or foundry exists.",
        system_prompt=(FOLDER / "SYSTEM-PROMPT.md").read_text(encoding="utf-8").strip(),
        tags=("sample", "invented"),
        creator="ringtrue",
        character_version="1.0",
        lore=(
            LoreEntry(soul["What she declines"], ("Thornhallow", "cathedral", "brother", "marriage"), name="declines"),
        ),
    )


def drawing() -> bytes:
    """A bell before a tide line, as PNG."""
    figure = Figure(figsize=(2.0, 3.0), dpi=100, facecolor="#efe9dc")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(-1.3, 1.3)
    axes.set_ylim(-1.9, 2.0)
    height = np.linspace(0.0, 1.0, 200)
    half = 0.36 + 0.12 * height + 0.5 * height**6 + 0.06 * np.sin(np.pi * height)
    outline = 1.1 - 1.9 * height
    axes.fill_betweenx(outline, -half, half, color="#8a5a2b", linewidth=0)
    axes.fill_betweenx(outline, -half, -half * 0.62, color="#a8743d", linewidth=0)
    for level in (0.08, 0.12, 0.8, 0.84):
        place = int(level * 199)
        axes.plot([-half[place], half[place]], [outline[place]] * 2, color="#5e3b19", linewidth=1.2)
    axes.fill_between([-0.3, 0.3], 1.1, 1.34, color="#5e3b19")
    axes.plot([0, 0], [1.3, 2.0], color="#3b3b3b", linewidth=4)
    axes.plot(0, -0.98, "o", markersize=14, color="#3b3b3b", zorder=0)
    x = np.linspace(-1.3, 1.3, 300)
    for row, depth in enumerate((-1.35, -1.5, -1.65)):
        axes.plot(x, depth + 0.03 * np.sin(9 * x + 1.7 * row), color="#4f7a8c", linewidth=2.2 - 0.4 * row)
    written = BytesIO()
    canvas.print_png(written)
    return written.getvalue()


def _sections(text: str) -> dict[str, str]:
    """The sections of a Markdown text by their titles, citations left out."""
    parts = re.split(r"^## (.+)$", _CITATION.sub("", text), flags=re.MULTILINE)
    return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}


if __name__ == "__main__":
    main()
