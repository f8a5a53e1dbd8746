"""CPU time of `ringtrue --help`, beside a bare Python that imports click alone.

Run: python benchmarks/startup.py
"""

import resource
import subprocess
import sys

ROUNDS = 15


def cpu(arguments: list[str]) -> float:
    """Least CPU seconds (user and system) over some rounds of one program."""
    least = float("inf")
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def main() -> None:
    """Print both and their ratio."""
    ours, bare = cpu(["-m", "ringtrue", "--help"]), cpu(["-c", "import click"])
    print(
        f"ringtrue --help {ours:.3f} s CPU, python with click alone {bare:.3f} s, ratio {ours / bare:.2f} (limit .2 s)"
    )
    if ours >= 0.2:
        sys.exit("ringtrue --help takes too long")


if __name__ == "__main__":
    main()
