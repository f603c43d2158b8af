"""Clubs, tables and hands: everything that is kept and shown."""
