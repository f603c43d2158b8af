"""What is played by itself: whole events, the demo club, believable hands.

Nothing of the app imports it.
"""
