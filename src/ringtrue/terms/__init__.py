"""The words ringtrue speaks in: frozen types without input or output."""
