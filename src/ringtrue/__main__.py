"""`python -m ringtrue` is `ringtrue`."""

from ringtrue.cli import main

main()
