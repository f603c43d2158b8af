"""What the games and tariffs of Bavarian Schafkopf share: fields, contracts, outcomes, Ramsch."""
