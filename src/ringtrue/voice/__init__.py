"""How near a set of replies is to a person's own texts, between what impostors reach and what the person reaches."""

from ringtrue.voice.estimate import VoiceEstimate
from ringtrue.voice.reading import Reading
from ringtrue.voice.voice import Voice

__all__ = ["Reading", "Voice", "VoiceEstimate"]
