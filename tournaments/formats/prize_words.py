"""What the settings about prizes are called, and the choices among them."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

PRIZE_LABELS: dict[str, str | Promise] = {
    "prize_amounts": gettext_lazy("Amounts for the places"),
    "group_prizes": gettext_lazy("For the best of groups"),
    "solos_prize": gettext_lazy("For most solos"),
    "high_prize": gettext_lazy("For the highest game"),
    "last_prize": gettext_lazy("For the last place"),
    "plus_prize": gettext_lazy("For everybody with plus points"),
    "goods": gettext_lazy("Goods by places"),
    "team_prizes": gettext_lazy("For the teams, by places"),
    "prizes_apart": gettext_lazy(
        "Nobody wins twice, but for the best of a round and the highest game"
    ),
    "reserve": gettext_lazy("Kept back first"),
    "sponsored": gettext_lazy("Put on top of the fees"),
    "lost_games": gettext_lazy("What the lost games of a list cost"),
    "lost_to_prizes": gettext_lazy("Lost-game money goes into the prizes"),
    "prize_step": gettext_lazy("Prizes are rounded down"),
    "prize_rest": gettext_lazy("What rounding leaves"),
    "absent_winners": gettext_lazy("If a winner has gone home"),
    "prizes_public": gettext_lazy("Everybody sees the prize list once it is final"),
}

STEP_WORDS: dict[int, str | Promise] = {
    1: gettext_lazy("to whole cents"),
    50: gettext_lazy("to 50 cents"),
    100: gettext_lazy("to 1.00"),
    500: gettext_lazy("to 5.00"),
}

REST_WORDS: dict[str, str | Promise] = {
    "kept": gettext_lazy("stays with the club"),
    "first": gettext_lazy("goes to the first place"),
}

NONE_WORDS: dict[str, str | Promise] = {
    "solos_prize": gettext_lazy("nothing"),
    "high_prize": gettext_lazy("nothing"),
    "last_prize": gettext_lazy("nothing"),
    "plus_prize": gettext_lazy("nothing"),
    "reserve": gettext_lazy("nothing"),
    "sponsored": gettext_lazy("nothing"),
    "absent_winners": gettext_lazy("nothing said"),
}
"""How a nought is said."""

PRIZE_HINTS: dict[str, str | Promise] = {
    "prize_amounts": gettext_lazy("In place of per cents, first place first, such as 300 200 100."),
    "group_prizes": gettext_lazy("One a line, such as “Ladies: 20” or “Seniors: a ham”."),
    "solos_prize": gettext_lazy("An amount, a share such as 5 %, or goods; or empty."),
    "high_prize": gettext_lazy(
        "For the most points in one hand (Sie, Tout, a grand solo). An amount, a share or goods."
    ),
    "last_prize": gettext_lazy("An amount, a share or goods, such as “a lemon”; or empty."),
    "plus_prize": gettext_lazy("An amount for each, or goods, such as “a sausage”; or empty."),
    "goods": gettext_lazy("One a line, such as “4: a ham” or “41–60: a crate of beer”."),
    "team_prizes": gettext_lazy(
        "One a line: an amount, a share or goods, such as “1: 100”, “2–3: 5 %” or “1: a cup”."
    ),
    "prizes_apart": gettext_lazy(
        "Who has a prize for the place leaves those for groups, solos, the last place and plus "
        "points to the next in line."
    ),
    "reserve": gettext_lazy("Before any share is reckoned, such as 50 for the room."),
    "sponsored": gettext_lazy("What the club or somebody else adds to the prizes."),
    "lost_games": gettext_lazy(
        "The first, the second and so on; the last price holds for all others, such as 0.50 0.50 "
        "0.50 1. The cash book reckons with it."
    ),
    "absent_winners": gettext_lazy(
        "Such as “kept at the bar for two weeks”; it stands where prizes are read out."
    ),
    "prize_rest": gettext_lazy("Where places are shared, what cannot be divided always stays."),
}
"""What the inputs of the form say beside their labels."""

PRIZE_SETTINGS = (
    "prize_amounts",
    "group_prizes",
    "solos_prize",
    "high_prize",
    "last_prize",
    "plus_prize",
    "goods",
    "team_prizes",
    "prizes_apart",
    "reserve",
    "sponsored",
    "lost_games",
    "lost_to_prizes",
    "prize_step",
    "prize_rest",
    "absent_winners",
    "prizes_public",
)
"""The settings in the order of the form, after the shares for places and rounds."""
