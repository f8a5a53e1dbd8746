"""Memory of long lists, given back to the system as soon as it is free."""

_MMAP_THRESHOLD = -3  # as <malloc.h> numbers it
_LARGE = 128 * 1024  # bytes; what glibc begins with


def give_back_large_blocks() -> None:
    """Have every large block on its own, so that it goes back whole; where the C library is another, nothing is done.

    glibc raises the size from which it does so each time it gets a larger block back. The columns of a hundred thousand
    scenarios then lie among small things on one heap, and leave holes of a dozen megabytes.
    """
    try:
        import ctypes  # few commands need it, and few Pythons have none

        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)
    except (ImportError, AttributeError, OSError, TypeError):  # musl, macOS, Windows
        return
