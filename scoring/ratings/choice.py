"""Which methods are judged against each other, the one that is shown first."""

from __future__ import annotations

from scoring.ratings.elo import Elo
from scoring.ratings.evaluation import Coin, Method
from scoring.ratings.openskill_models import OpenSkill
from scoring.ratings.shrunk_mean import ShrunkMean


def methods(*, are_pairs: bool) -> list[Method]:
    """Fresh methods for tables of several, or for pairs."""
    pairs: list[Method] = [ShrunkMean(as_pairs=True)] if are_pairs else []
    return [
        *pairs,
        ShrunkMean(),
        Coin(),
        ShrunkMean(shrinks=False, as_pairs=are_pairs),
        Elo(12),
        Elo(24),
        Elo(48),
        OpenSkill("PlackettLuce"),
        OpenSkill("BradleyTerryFull"),
        OpenSkill("ThurstoneMostellerFull"),
        OpenSkill("PlackettLuce", luck=3.5),
        OpenSkill("ThurstoneMostellerFull", luck=3.5),
    ]
