"""Put items to speakers and record what they say."""
