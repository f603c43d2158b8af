"""What belongs to the neighbours of the family, Skat and Doppelkopf, beside their rulesets."""
