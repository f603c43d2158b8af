"""Housekeeping: the commands that start, check and test Sheepfold."""
