"""The neighbours of the Schafkopf family, Skat and Doppelkopf: their fields and their values."""
