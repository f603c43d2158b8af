"""SQLite with a queue of writers."""
