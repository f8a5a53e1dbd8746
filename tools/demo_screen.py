"""Draws docs/demo.svg: the screen of `ringtrue demo`, as it was printed.

Usage: python tools/demo_screen.py [FOLDER], the folder of a demo that is gone on with or made.
"""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

TARGET = Path(__file__).resolve().parent.parent / "docs" / "demo.svg"
WIDTH = 112
_COLOURS = [
    (0, 0, 0),
    (170, 40, 40),
    (20, 110, 60),
    (140, 100, 0),
    (20, 80, 140),
    (120, 40, 120),
    (0, 110, 120),
    (90, 90, 90),
]
_THEME = TerminalTheme((252, 251, 248), (35, 35, 35), _COLOURS, _COLOURS)


def main() -> None:
    """Run the demo and draw what it prints."""
    folder = sys.argv[1] if len(sys.argv) > 1 else "demo-out"
    settings = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH)}
    command = [sys.executable, "-m", "ringtrue", "demo", "--out", folder]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    shown = done.stdout.replace(str(Path(folder).resolve()), "demo-out")
    console = Console(record=True, width=WIDTH, file=StringIO(), highlight=False)
    console.print(Text.from_ansi(shown.rstrip()))
    picture = console.export_svg(title="ringtrue demo", theme=_THEME, unique_id="demo")
    TARGET.write_text(_without_fonts(picture), encoding="utf-8")


def _without_fonts(picture: str) -> str:
    """The picture without fonts from elsewhere: every viewer has one of that kind."""
    alone = re.sub(r"@font-face \{.*?\}\s*|<!-- .*? -->\s*", "", picture, flags=re.DOTALL)
    return re.sub(r"[ \t]+$", "", alone.replace("Fira Code", "DejaVu Sans Mono"), flags=re.MULTILINE)


if __name__ == "__main__":
    main()
