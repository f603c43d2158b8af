"""Finals and teams in words: what can be chosen, and what each setting is called."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

CARRIED: dict[str, str | Promise] = {
    "full": gettext_lazy("count in full"),
    "half": gettext_lazy("count by half"),
    "none": gettext_lazy("do not count: all begin at nothing"),
}
"""What becomes in a final of the points that were won before it."""

TEAM_YIELDS: dict[str, str | Promise] = {
    "sum": gettext_lazy("the totals of their members, added up"),
    "places": gettext_lazy("points for their places in each round"),
}

TEAM_MISSING: dict[str, str | Promise] = {
    "nothing": gettext_lazy("nothing"),
    "average": gettext_lazy("the average of the team’s others"),
}

TEAM_LABELS: dict[str, str | Promise] = {
    "team_yields": gettext_lazy("Teams are ranked by"),
    "team_points": gettext_lazy("Points for the places of the teams"),
    "team_missing": gettext_lazy("A missing member adds"),
    "round_games": gettext_lazy("Rounds with a game of their own"),
}

TEAM_HINTS: dict[str, str | Promise] = {
    "team_points": gettext_lazy("Where places count: best team first, such as 3 2 1 0."),
    "team_missing": gettext_lazy("A team that does not turn up gets nothing."),
}
