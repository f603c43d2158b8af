"""An event as one file: everything that belongs to it, written out and brought in again."""
