"""Who sits where: the mathematics of seating, which knows nothing of Django or of any game."""
