"""Put items to speakers and record what they say."""

from ringtrue.collect.asking import Asking, asked
from ringtrue.collect.collecting import Collected, collect, forecast
from ringtrue.collect.length import WordRange, word_range
from ringtrue.collect.messages import messages_for

__all__ = ["Asking", "Collected", "WordRange", "asked", "collect", "forecast", "messages_for", "word_range"]
