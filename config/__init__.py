"""Settings, addresses and the doors for servers."""
