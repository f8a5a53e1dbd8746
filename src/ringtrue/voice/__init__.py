"""How close replies are to a person's own texts, on a scale from impostors to the person."""

from ringtrue.voice.result import Reading, VoiceEstimate
from ringtrue.voice.voice import Voice

__all__ = ["Reading", "Voice", "VoiceEstimate"]
