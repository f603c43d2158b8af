"""No database is in the phone: what Django's forms name of one, and never ask there."""

connections = None
