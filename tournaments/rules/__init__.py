"""House rules: what a club types in of its own game, under a name, version by version."""
