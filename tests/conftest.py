"""Settings every test shares: how many examples the property tests try, and that Ctrl-C means what it usually does."""

import os
import signal

from hypothesis import settings

# No deadline: a slow example on a busy machine is not a failure. Always the same examples; `make storm` draws new ones.
settings.register_profile("default", deadline=None, max_examples=60, print_blob=True, derandomize=True)
settings.register_profile("storm", deadline=None, max_examples=3000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# A shell has its background jobs ignore Ctrl-C, and so would every program the tests start and mean to interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
