"""Print the documentation of the language: `python -m ringtrue.formula > docs/formula.md`."""

import sys

from ringtrue.formula.reference import reference

sys.stdout.write(reference())
