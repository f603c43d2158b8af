"""Playing a whole event through the pages as people do, mishaps included: a trial of everything.

Nothing here calls a service: each deed is a form that was fetched, filled in and sent.
"""
