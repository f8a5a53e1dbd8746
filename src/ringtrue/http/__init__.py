"""HTTP for everybody who talks to an endpoint: one client, its address, its API key and its back-off."""
